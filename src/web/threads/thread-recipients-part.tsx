import type { ComponentChildren, VNode } from 'preact'
import { MOST_MENTIONABLE, type NamedPerson } from '../../discussions/comments/load-comments.ts'
import { namedIn } from '../../discussions/comments/named-in-full.ts'
import { t } from '../../locales/say.ts'
import { AreaField, ChoiceField, type FormState, TickField, textIn } from '../parts/form-part.tsx'
import { addressesHint } from './thread-form.ts'

/**
 * Who gets a mail about a new thread: the whole group, some members, or outsiders. `members`: all of them.
 */
export function ThreadRecipients({
  form,
  members,
  choosable,
  children,
}: {
  form: FormState
  members: number
  choosable: NamedPerson[]
  children: ComponentChildren
}): VNode {
  const others = members - 1
  const named = namedIn(textIn(form, 'description'), choosable)
  return (
    <fieldset class="recipients stack">
      <legend>
        <h2>{t('thread.who_is_told')}</h2>
      </legend>
      {children}
      {others > 0 && (
        <TickField
          form={form}
          name="recipient_audience"
          label={t('thread.whole_group', { count: others })}
          hint={t('thread.whole_group_hint')}
        />
      )}
      {choosable.length > 0 && (
        <details
          class="mentions"
          data-label={t('thread.mention')}
          open={form.values['recipient_user_ids'] !== undefined}
        >
          <summary>{t('thread.some_members')}</summary>
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label={t('thread.people')}
            {...(choosable.length < MOST_MENTIONABLE ? {} : { hint: t('poll_form.large_group') })}
            several
            choices={choosable.map(({ id, name, shown }) => ({
              value: String(id),
              label: <bdi>{shown}</bdi>,
              person: { name, shown, named: named.includes(id) },
            }))}
          />
        </details>
      )}
      <details open={isFilled(form)}>
        <summary>{t('thread.guests_and_message')}</summary>
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
      </details>
    </fieldset>
  )
}

const FOLDED = ['recipient_emails', 'recipient_message']

/** Whether the folded fields hold something, or a problem. */
function isFilled({ values, problems }: FormState): boolean {
  const typed = FOLDED.some((name) => String(values[name] ?? '').trim() !== '')
  return typed || problems.some(({ field }) => FOLDED.includes(field ?? ''))
}
