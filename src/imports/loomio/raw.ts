/**
 * Reading of single fields of a record that anybody may have written: each has the wanted type, or is null.
 */

export type Raw = Readonly<Record<string, unknown>>

/** A record as parsed from JSON. Null: it is none. */
export function asRaw(value: unknown): Raw | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : null
}

/** A text as PostgreSQL can store it. Blank ones are null. */
export function textIn(raw: Raw, field: string): string | null {
  const value = own(raw, field)
  return typeof value !== 'string' || value.trim() === '' ? null : storable(value)
}

/** A word that only we read: longer ones are none of ours. */
export function wordIn(raw: Raw, field: string): string | null {
  const text = textIn(raw, field)
  return text === null || text.length > MOST_WORD ? null : text
}

const MOST_WORD = 100

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

const DIGITS = /^[1-9]\d{0,15}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id: a number above 0, or a UUID. */
export function idIn(raw: Raw, field: string): string | null {
  const value = own(raw, field)
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return DIGITS.test(text) || UUID.test(text) ? text.toLowerCase() : null
}

const MAX_INT = 2 ** 31 - 1

/** A whole number that PostgreSQL's integers hold. */
export function numberIn(raw: Raw, field: string): number | null {
  const value = own(raw, field)
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= MAX_INT ? number : null
}

export function flagIn(raw: Raw, field: string): boolean {
  return own(raw, field) === true
}

const FIRST_INSTANT = Date.parse('1970-01-01T00:00:00Z')
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** An instant, ISO 8601 in UTC; none before 1970. Those after `now` are null. */
export function timeIn(raw: Raw, field: string, now: Date): string | null {
  const value = own(raw, field)
  if (typeof value !== 'string' || value.length > 40 || !TIME.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) || at < FIRST_INSTANT || at > now.getTime() ? null : new Date(at).toISOString()
}

/** Whether there is any value that is not false. */
export function isSet(raw: Raw, field: string): boolean {
  const value = own(raw, field)
  return value !== undefined && value !== null && value !== false
}

/** The texts of a list. */
export function textsIn(raw: Raw, field: string): string[] {
  const value = own(raw, field)
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MOST_ITEMS)
    .filter((item) => typeof item === 'string')
    .map(storable)
}

/** The records of a list. */
export function recordsIn(raw: Raw, field: string): Raw[] {
  const value = own(raw, field)
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MOST_ITEMS)
    .map(asRaw)
    .filter((item) => item !== null)
}

const MOST_ITEMS = 1_000

/** A record in a field; an empty one if there is none. */
export function rawIn(raw: Raw, field: string): Raw {
  return asRaw(own(raw, field)) ?? {}
}

function own(raw: Raw, field: string): unknown {
  return Object.hasOwn(raw, field) ? raw[field] : undefined
}

/** The first characters of a text, as people count them, the last one an ellipsis if it is cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const letters = [...text.slice(0, most * 2)]
  return letters.length <= most && text.length <= most * 2 ? text : `${letters.slice(0, most - 1).join('')}…`
}
