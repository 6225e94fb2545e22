import { MAX_BODY, MAX_TITLE } from '../../discussions/discussion.ts'
import { MAX_RECIPIENTS, type Recipients } from '../../discussions/recipients.ts'
import type { Fields } from '../../http/forms.ts'
import { splitAddresses } from '../../users/address-list.ts'
import { numbersOf, typed } from '../request/form-text.ts'

/** How the fields are called on the page. */
export const THREAD_LABELS: Record<string, string> = {
  title: 'Title',
  description: 'Text',
  recipient_user_ids: 'People',
  recipient_emails: 'Addresses',
  recipient_message: 'Message',
}

export const TITLE_HINT = `What it is about, in a few words (at most ${MAX_TITLE} characters).`
export const TEXT_HINT = `What people need to know to join in. Markdown is understood: *emphasis*, **strong**, > quotes, - lists (at most ${MAX_BODY.toLocaleString('en-GB')} characters).`
export const ADDRESSES_HINT = `One on each line or separated by commas, with names if you like: Ann Lee <ann@mill.example> (at most ${MAX_RECIPIENTS.toLocaleString('en-GB')}). People from outside the group become guests of this thread and see nothing else of the group.`

/** A thread as it was typed. */
export type TypedThread = { title: string; description: string | null; recipients: Recipients }

export function readThreadForm(fields: Fields): TypedThread {
  const description = typed(fields, 'description')
  return {
    title: typed(fields, 'title').trim(),
    description: description.trim() === '' ? null : description,
    recipients: {
      audience: fields['recipient_audience'] === 'true' ? 'group' : null,
      user_ids: numbersOf(fields, 'recipient_user_ids'),
      emails: splitAddresses(typed(fields, 'recipient_emails')),
      message: messageIn(fields, 'recipient_message'),
    },
  }
}

/** A message somebody added; null when it is blank. */
export function messageIn(fields: Fields, name: string): string | null {
  const message = typed(fields, name)
  return message.trim() === '' ? null : message
}
