import { type Fields, is } from '../../db/row-types.ts'
import { clipped, type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { readName } from '../../users/name.ts'

/** A tag of a group, as threads and polls carry it. Only members of the group see it. */
export type Tag = { id: number; name: string }

export const TAG_ROW: Fields<Tag> = { id: is.integer, name: is.text }

/** Characters of a name. */
export const MAX_TAG_NAME = 40
/** Tags of one thread or poll. */
export const MAX_TAGS = 10

// The commas of all scripts, and line breaks.
const BETWEEN = /[,，､、،\r\n]/u

/** The names in a text that a person typed, separated by commas. */
export function splitTags(text: string): string[] {
  return text.split(BETWEEN)
}

/** Joins tag names into such a text, with the comma of the current language. */
export function joinTags(tags: readonly Pick<Tag, 'name'>[]): string {
  if (tags.length === 0) return ''
  return tags.map(({ name }) => name).reduce((first, second) => t('tags.joined', { first, second }))
}

/** A name without differences of case: a group has one tag of each. */
export function foldTag(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** The names as they are saved: visible characters on one line, none of them blank, each once. */
export function readTags(names: readonly string[]): string[] {
  // PostgreSQL stores all half characters as the same one.
  const read = names.map((name) => readName(name.toWellFormed())).filter((name) => name !== null)
  return [...new Map(read.toReversed().map((name) => [foldTag(name), name])).values()].toReversed()
}

/** Problems of the names of a thread or poll, as they were given. */
export function checkTags(given: readonly string[]): Problem[] {
  const names = readTags(given)
  return [
    ...(names.length > MAX_TAGS ? [problem('tags', 'too_many', { most: MAX_TAGS })] : []),
    ...names
      .filter(isTooLong)
      .map((name) => problem('tags', 'too_long_option', { text: clipped(name), most: MAX_TAG_NAME })),
    ...(names.some((name) => BETWEEN.test(name)) ? [problem('tags', 'comma_in_tag')] : []),
  ]
}

/** Whether these names are others than those of the tags; a name in other case is the same. */
export function changesTags(tags: readonly Tag[], names: readonly string[]): boolean {
  const present = new Set(tags.map(({ name }) => foldTag(name)))
  return present.size !== names.length || names.some((name) => !present.has(foldTag(name)))
}

function isTooLong(name: string): boolean {
  return [...name].length > MAX_TAG_NAME
}

const alphabet = new Intl.Collator('en', { numeric: true })

/** Tags in the order in which they are saved and shown. */
export function inTagOrder<T extends Pick<Tag, 'name'>>(tags: readonly T[]): T[] {
  return tags.toSorted((one, other) => alphabet.compare(one.name, other.name))
}

/** Filters threads and polls: the JSON that the tags of one of them contain. Null: no filter. */
export type TagFilter = string[] | null

/** A filter for threads and polls that carry one of these tags. */
export function tagFilter(ids: readonly number[]): TagFilter {
  return ids.map((id) => JSON.stringify([{ id }]))
}

/** SQL: whether the `tags` of a row pass the filter `:tags`. */
export const passesTagFilter = (tags: string) => `(:tags::jsonb[] is null or ${tags} @> any (:tags::jsonb[]))`

/** The same for a condition of its own. Of a `case` PostgreSQL guesses little, and keeps to the index. */
export const onlyTagged = (tags: string) => `case when ${passesTagFilter(tags)} then true else false end`
