import type { VNode } from 'preact'
import { count } from '../../text/counted.ts'
import { AreaField, ChoiceField, type FormState, TickField } from '../parts/form-part.tsx'
import { ADDRESSES_HINT } from './thread-form.ts'

/** A person who can be picked from a list. */
export type Choosable = { id: number; name: string }

/**
 * Who is told of a new thread: the whole group, some of its people, people from outside. `members`: all of
 * them.
 */
export function ThreadRecipients({
  form,
  members,
  choosable,
}: {
  form: FormState
  members: number
  choosable: Choosable[]
}): VNode {
  const others = members - 1
  return (
    <fieldset class="recipients stack">
      <legend>
        <h2>Who is told</h2>
      </legend>
      <TickField
        form={form}
        name="recipient_audience"
        label={`The whole group: ${count(others, 'person', 'people')} beside you`}
        hint="They get one mail with the text of the thread."
      />
      {choosable.length > 0 && (
        <details class="mentions" open={form.values['recipient_user_ids'] !== undefined}>
          <summary>Or only some members</summary>
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label="People"
            several
            choices={choosable.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </details>
      )}
      <AreaField form={form} name="recipient_emails" label="Addresses" hint={ADDRESSES_HINT} rows={3} />
      <AreaField
        form={form}
        name="recipient_message"
        label="Message"
        hint="Stands in the mail above the text, and nowhere else."
        rows={3}
      />
    </fieldset>
  )
}
