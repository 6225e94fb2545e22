import { type PlainKey, t } from '../locales/say.ts'
import { POLL_TYPE_NAMES, pollType } from '../polls/types/index.ts'
import type { ArchivedDraft } from './archive.ts'

type Named = { label: string; text: string }

/** The fields that people write themselves, in this order; the others are settings, ids and steps. */
const WRITTEN: readonly [field: string, label: PlainKey][] = [
  ['title', 'form.title'],
  ['description', 'form.description'],
  ['details', 'form.details'],
  ['body', 'form.text'],
  ['statement', 'form.text'],
  ['options', 'form.options'],
  ['option_meanings', 'poll_form.option_meanings'],
  ['tags', 'tags.tags'],
  ['recipient_emails', 'form.addresses'],
  ['recipient_message', 'form.message'],
]

/** What was written into a form, with the names of its fields in the current language. */
export function writtenIn({ fields }: Pick<ArchivedDraft, 'fields'>): Named[] {
  const typed = JSON.parse(fields) as Record<string, string | string[]>
  return WRITTEN.flatMap(([field, label]) => {
    const texts = [typed[field] ?? []].flat().filter((text) => text.trim() !== '')
    return texts.length === 0 ? [] : [{ label: t(label), text: texts.join('\n') }]
  })
}

/** What kind of form is saved in this place, in the current language: “Your reply”, “Proposal”. */
export function formName({ place }: Pick<ArchivedDraft, 'place'>): string {
  const type = POLL_TYPE_NAMES.find((name) => place.startsWith(`${name} in `))
  if (type !== undefined) return t(pollType(type).words.title)
  if (place.startsWith('outcome of ')) return t('form.outcome')
  if (place.startsWith('thread in ')) return t('group.new_thread')
  if (place.startsWith('edit in ')) return t('thread.edit_thread')
  if (place.startsWith('edit of comment ')) return t('thread.edit_comment_title')
  return t(place.includes(', replies to ') ? 'thread.your_reply' : 'thread.your_comment')
}
