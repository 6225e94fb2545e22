import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { withReadersMark } from '../locales/guest-mark.ts'
import { t } from '../locales/say.ts'
import { oneLine } from '../text/one-line.ts'

/** A person, or the bot that is the author of an API key's actions. */
export type User = {
  id: number
  name: string | null
  username: string | null
  email: string | null
  email_verified: boolean
  bot: boolean
  /** Their chosen language; null: none. */
  locale: string | null
  /** UTC also where no zone was chosen. */
  time_zone: string
  /** This person chose UTC as their zone. */
  utc_chosen: boolean
  created_at: Date
}

/** Whether a person has a zone of their own: chosen, or the first of their browser. */
export function hasZone(user: Pick<User, 'time_zone' | 'utc_chosen'>): boolean {
  return user.utc_chosen || user.time_zone !== 'UTC'
}

export const USER_ROW: Fields<User> = {
  id: is.integer,
  name: is.nullable(is.text),
  username: is.nullable(is.text),
  email: is.nullable(is.text),
  email_verified: is.flag,
  bot: is.flag,
  locale: is.nullable(is.text),
  time_zone: is.text,
  utc_chosen: is.flag,
  created_at: is.instant,
}

export const userFromJson = jsonReader(USER_ROW)

export const MAX_NAME = 150
const MAX_ADDRESS = 254
const MAX_LOCAL_PART = 64

// Plain ASCII, as nearly every mail server requires; other domains are written in their xn-- form.
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN_LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The address as stored: trimmed, otherwise as written. Null when it is not one mail address. */
export function readAddress(text: string): string | null {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const fits = at > 0 && local.length <= MAX_LOCAL_PART && address.length <= MAX_ADDRESS
  if (!fits || !LOCAL_PART.test(local) || labels.some((label) => !DOMAIN_LABEL.test(label))) return null
  return address
}

/** The same for all spellings of a mailbox: case does not count. */
export function addressKey(address: string): string {
  return address.trim().toLowerCase()
}

/** The name of people who deleted their accounts; pages and mails say it in the reader's language. */
export const FORMER_MEMBER = 'Former member'

/** The displayed name of a person without one. */
export function nameless(): string {
  return t('page.unnamed_person')
}

/** Whether a person has a name that can be read. */
export function hasName(user: Pick<User, 'name'>): boolean {
  return oneLine(user.name ?? '') !== ''
}

/**
 * A person's name for readers who may see it, on one line: never the address. Always use this for people who
 * may have no name. The mark of a guest is in the language of the page, not of the one where it was typed.
 */
export function displayName(user: Pick<User, 'name'>): string {
  const name = oneLine(user.name ?? '')
  if (name === FORMER_MEMBER) return t('page.former_member')
  return name === '' ? nameless() : withReadersMark(name)
}

// “Abd al-Rahman” is one name.
const ABD = 'عبد'
const ARTICLE = /^ال(?=\p{L}{2})/u
const ARABIC = /\p{Script=Arabic}/u

const BRACKET = /[(（]/u

/** At most two letters for the circle beside a name. Two Arabic ones without a space would be a word. */
export function initials(user: Pick<User, 'name'>): string {
  const name = user.name ?? ''
  // In brackets stands that somebody is a guest, or their office.
  const end = name.search(BRACKET)
  const words = (end > 0 ? name.slice(0, end) : name).split(/\s+/).filter((word) => word !== '')
  const letterOf = (word = '') => [...word.replace(ARTICLE, '')][0] ?? ''
  const last = letterOf(words.at(words.length > 2 && words.at(-2) === ABD ? -2 : -1))
  const both = [letterOf(words[0]) || '?', ...(words.length > 1 ? [last] : [])]
  return both.join(ARABIC.test(last) ? ' ' : '').toUpperCase()
}
