import { MAX_BODY, MAX_TITLE } from '../../discussions/discussion.ts'
import { MAX_RECIPIENTS, type Recipients } from '../../discussions/recipients.ts'
import { splitTags } from '../../groups/tags/tag.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import { splitAddresses } from '../../users/address-list.ts'
import { numbersOf, textOf } from '../request/form-text.ts'
import { heldMarks } from '../words/held-marks.ts'

/** The labels of the fields on the page. */
export const threadLabels = (): Record<string, string> => ({
  title: t('thread.title'),
  description: t('thread.text'),
  tags: t('tags.tags'),
  recipient_user_ids: t('thread.people'),
  recipient_emails: t('thread.addresses'),
  recipient_message: t('thread.message'),
})

export const titleHint = (): string => t('thread.title_hint', { most: MAX_TITLE })
export const textHint = (): string => heldMarks(t('thread.text_hint', { most: MAX_BODY }))
export const addressesHint = (): string =>
  t('thread.addresses_hint', { example: t('form.address_example'), most: MAX_RECIPIENTS })

/** A thread as typed. */
export type TypedThread = {
  title: string
  description: string | null
  private: boolean
  /** Undefined: the form has no such field. */
  tags: string[] | undefined
  recipients: Recipients
}

export function readThreadForm(fields: Fields): TypedThread {
  const description = textOf(fields, 'description')
  return {
    title: textOf(fields, 'title').trim(),
    description: description.trim() === '' ? null : description,
    private: fields['public'] !== 'true',
    tags: fields['tags'] === undefined ? undefined : splitTags(textOf(fields, 'tags')),
    recipients: {
      audience: fields['recipient_audience'] === 'true' ? 'group' : null,
      user_ids: numbersOf(fields, 'recipient_user_ids'),
      emails: splitAddresses(textOf(fields, 'recipient_emails')),
      message: messageIn(fields, 'recipient_message'),
    },
  }
}

/** A personal message; null if it is blank. */
export function messageIn(fields: Fields, name: string): string | null {
  const message = textOf(fields, name)
  return message.trim() === '' ? null : message
}
