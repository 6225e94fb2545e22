import type { Format } from '../../text/rich-text.ts'
import type { CancelledMeeting, Meeting } from './meeting.ts'
import { ballotLink, PERSONAL_LINK } from './placeholders.ts'

/** The content of a mail, before it is laid out as text and as HTML. All strings are unescaped. */
export type MailContent = {
  subject: string
  /** Shown beside the subject in a list of mails. */
  preheader: string
  /** The group that the mail is about. */
  group_name: string
  heading: string
  paragraphs: string[]
  /** A personal message to the recipients, and its author. */
  quote: { by: string | null; text: string } | null
  /** The thread's or poll's own title and text. */
  title: string | null
  body: { text: string; format: Format; mentions?: ReadonlyMap<string, string> } | null
  /** Facts above the list. */
  lead?: MailContent['facts']
  list: ItemList | null
  facts: Fact[]
  notes: string[]
  /** Facts below the link, for the few readers who check a result. */
  checks?: MailContent['facts']
  /** The label of the personal link. Null: there is nothing left to look at, so no link. */
  button: string | null
  /** What the mail is about, in English, apart from the rest: for readers who may not know its language. */
  in_english?: string
  /**
   * About the recipient's account, so without an unsubscribe link: it shows a link and a code, a code alone,
   * or neither.
   */
  asked_for?: 'link_and_code' | 'code' | 'note'
  /** Attached for the recipient's calendar. */
  meeting?: Meeting
  /** Attached, to remove the meeting. */
  cancels?: CancelledMeeting
  /** Why the recipient gets this mail. */
  reason: string
}

/**
 * `href`: what the value leads to. `personal`: it leads to the personal link with these query parameters; as
 * text, the link stands in its place, or below words that people wrote. `is_code`: letters and signs that run
 * from left to right anywhere. `by_people`: words that people wrote, in a direction of their own.
 * `has_head`: the value starts with words and a colon itself; as text it stands without its label.
 */
export type Fact = {
  label: string
  value: string
  href?: string
  personal?: string
  is_code?: true
  by_people?: true
  has_head?: true
}

const LACKING = {
  quote: null,
  title: null,
  body: null,
  list: null,
  facts: [],
  notes: [],
  button: null,
} satisfies Partial<MailContent>

/** The content as each kind of mail gives it: without the parts that it lacks. */
export type GivenContent = Omit<MailContent, keyof typeof LACKING> &
  Partial<Pick<MailContent, keyof typeof LACKING>>

export const wholeContent = (given: GivenContent): MailContent => ({ ...LACKING, ...given })

/**
 * The arrays match `items` by index. `notes`: the text below each option. `choices`: query parameters for the
 * personal link that preselect the item. `polls`: the key of the poll that the item's link votes in.
 */
type ItemList = {
  heading: string
  items: string[]
  notes?: (string | null)[]
  choices?: string[]
  polls?: string[]
}

/** Whether the items are names of options, which people wrote. Other items are sentences. */
export function namesOptions({ notes }: ItemList): boolean {
  return notes !== undefined
}

/** The target of a list item: a placeholder, and the rest of the URL. Null: no link. */
export function linkOfItem(
  { choices, polls }: ItemList,
  place: number,
): { placeholder: string; rest: string } | null {
  const [choice, key] = [choices?.[place], polls?.[place]]
  if (choice !== undefined) return { placeholder: PERSONAL_LINK, rest: choice }
  return key === undefined ? null : { placeholder: ballotLink(key), rest: '' }
}

/** A mail as stored: laid out, with placeholders for links. */
export type MailBody = Pick<MailContent, 'subject' | 'meeting' | 'cancels'> & {
  text_body: string
  html_body: string
}

/** Mail programs clip long mails, and people read mails on the move: the whole text is on the page. */
export const MAX_MAILED_BODY = 8_000

/** A text cut to the length used in mails. */
export function excerpt(text: string): { text: string; cut: boolean } {
  if (text.length <= MAX_MAILED_BODY) return { text, cut: false }
  const end = Math.max(text.lastIndexOf('\n', MAX_MAILED_BODY), text.lastIndexOf(' ', MAX_MAILED_BODY))
  return { text: text.slice(0, end > MAX_MAILED_BODY / 2 ? end : MAX_MAILED_BODY).toWellFormed(), cut: true }
}
