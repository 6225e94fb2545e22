import type { Format } from '../../text/rich-text.ts'
import type { CancelledMeeting, Meeting } from './meeting.ts'
import { ballotLink, PERSONAL_LINK } from './placeholders.ts'

/**
 * What a mail says, before it is laid out as text and as HTML. Every string is as people wrote it, not
 * escaped.
 */
export type MailContent = {
  subject: string
  /** Shown beside the subject in a list of mails. */
  preheader: string
  /** Whose mail this is: the group. */
  group_name: string
  heading: string
  paragraphs: string[]
  /** The message somebody added for those who are told. */
  quote: { by: string | null; text: string } | null
  /** The thread's or poll's own title and text. */
  title: string | null
  body: { text: string; format: Format; mentions?: ReadonlyMap<string, string> } | null
  list: ItemList | null
  facts: { label: string; value: string }[]
  notes: string[]
  /** What the personal link leads to. Null: there is nothing left to look at, and no link. */
  button: string | null
  /** Its reader asked for it: a code stands beside the link, and there is nothing to stop. */
  asked_for?: true
  /** Goes along for its reader's calendar. */
  meeting?: Meeting
  /** Goes along to be taken out of it. */
  cancels?: CancelledMeeting
  /** Why the reader gets this mail. */
  reason: string
}

/**
 * `notes`: what stands below the item in that place.
 * `choices`: what the personal link's address says besides, so that it chooses the item in that place.
 * `polls`: the key of the poll to which the item in that place is, as a link that votes in it.
 */
type ItemList = {
  heading: string
  items: string[]
  notes?: (string | null)[]
  choices?: string[]
  polls?: string[]
}

/** Where the item of a list in this place leads: a placeholder, and what follows it. Null: nowhere. */
export function linkOfItem(
  { choices, polls }: ItemList,
  place: number,
): { placeholder: string; rest: string } | null {
  const [choice, key] = [choices?.[place], polls?.[place]]
  if (choice !== undefined) return { placeholder: PERSONAL_LINK, rest: choice }
  return key === undefined ? null : { placeholder: ballotLink(key), rest: '' }
}

/** A mail as it is stored: laid out, with placeholders where links go. */
export type MailBody = Pick<MailContent, 'subject' | 'meeting' | 'cancels'> & {
  text_body: string
  html_body: string
}

/** Mail readers clip long mails, and a mail is read on the way: the whole text is on the page. */
export const MAX_MAILED_BODY = 8_000

/** A text cut to what is mailed of it. */
export function excerpt(text: string): { text: string; cut: boolean } {
  if (text.length <= MAX_MAILED_BODY) return { text, cut: false }
  const end = Math.max(text.lastIndexOf('\n', MAX_MAILED_BODY), text.lastIndexOf(' ', MAX_MAILED_BODY))
  return { text: text.slice(0, end > MAX_MAILED_BODY / 2 ? end : MAX_MAILED_BODY).toWellFormed(), cut: true }
}
