import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { AreaField, ChoiceField, type FormState, TickField } from '../parts/form-part.tsx'
import { addressesHint } from './thread-form.ts'

/** A person in the list of choices. */
export type Choosable = { id: number; name: string }

/**
 * Who gets a mail about a new thread: the whole group, some members, or outsiders. `members`: all of them.
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
        <h2>{t('thread.who_is_told')}</h2>
      </legend>
      <TickField
        form={form}
        name="recipient_audience"
        label={t('thread.whole_group', { count: others })}
        hint={t('thread.whole_group_hint')}
      />
      {choosable.length > 0 && (
        <details class="mentions" open={form.values['recipient_user_ids'] !== undefined}>
          <summary>{t('thread.some_members')}</summary>
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label={t('thread.people')}
            several
            choices={choosable.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </details>
      )}
      <AreaField
        form={form}
        name="recipient_emails"
        label={t('thread.addresses')}
        hint={addressesHint()}
        rows={3}
      />
      <AreaField
        form={form}
        name="recipient_message"
        label={t('thread.message')}
        hint={t('thread.message_hint')}
        rows={3}
      />
    </fieldset>
  )
}
