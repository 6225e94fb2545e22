import { type Fields, is } from '../db/row-types.ts'

/**
 * A changed setting: the codes, titles, names of groups or times (ISO 8601) before and after; null: none, or
 * not kept because it is long or secret. Never anything about a person: that would survive their erasure.
 */
export type FieldChange = { field: ChangedField; from: string | null; to: string | null }

/**
 * The settings whose changes are recorded; `host`: which webhook it was, `restored`: a removal was undone,
 * `readmitted`: someone who had left was let in again, `by_link`: someone joined by a link, `invitation`: it
 * was withdrawn from somebody who had not joined.
 */
export const CHANGED_FIELDS = [
  'name',
  'description',
  'locale',
  'public',
  'indexed',
  'title',
  'details',
  'closing_at',
  'hide_results',
  'quorum_pct',
  'thresholds',
  'no_block',
  'count_method',
  'seats',
  'budget',
  'options',
  'option_meanings',
  'option_costs',
  'expires_at',
  'url',
  'kinds',
  'format',
  'links',
  'host',
  'restored',
  'readmitted',
  'by_link',
  'invitation',
] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number]

export const FIELD_CHANGE: Fields<FieldChange> = {
  field: is.oneOf(CHANGED_FIELDS),
  from: is.nullable(is.text),
  to: is.nullable(is.text),
}

/** Longer texts are cut: the history says that they changed, and the beginning of each. */
const MOST_CHARACTERS = 150

type Value = string | number | boolean | Date | null | undefined

/** The change of a setting whose values may be kept; nothing when it stays the same. */
export function changed(field: ChangedField, from: Value, to: Value): FieldChange[] {
  const [before, after] = [written(from), written(to)]
  return before === after ? [] : [{ field, from: cut(before), to: cut(after) }]
}

/** The change of a setting whose values are not kept. */
export function rewritten(field: ChangedField): FieldChange {
  return { field, from: null, to: null }
}

function written(value: Value): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : String(value)
}

function cut(text: string | null): string | null {
  if (text === null || text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
