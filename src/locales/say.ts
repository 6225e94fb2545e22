import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'
import { SOURCE_FOLDER } from '../source-folder.ts'
import type { Language } from './languages.ts'
import type { Messages, NamedTime } from './messages.ts'

export type Key = keyof Messages

/** What fills the places of a message; nothing where it has none. */
export type Filling<K extends Key> = keyof Messages[K] extends never ? [] : [params: Messages[K]]

/** Whom a message is for: the language, and how their door writes what only it knows how to write. */
export type Voice = {
  language: Language
  /** Calls another field by its name there; left out: by its own. */
  field?: (name: string) => string
  /** Writes an instant in the reader's zone; left out: in ISO 8601, and a named time as it was sent. */
  instant?: (at: Date) => string
}

type Value = string | number | Date | NamedTime | readonly string[]

/** A text of the catalogue in a language. */
export function say<K extends Key>(language: Language, key: K, ...[params]: Filling<K>): string {
  return sayTo({ language }, key, params)
}

/**
 * The same, as a door writes it. `params` are those of the key: whoever keeps them apart from it has checked
 * them.
 */
export function sayTo(voice: Voice, key: Key, params: Readonly<Record<string, Value>> = {}): string {
  const values = Object.entries(params).map(([name, value]) => [name, written(voice, name, value)] as const)
  return String(messageOf(voice.language, key).format(Object.fromEntries(values)))
}

/** What a value looks like; the name of its place says what kind it is of (see bin/message-types.ts). */
function written(voice: Voice, name: string, value: Value): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return name === 'other' ? (voice.field?.(value) ?? value) : value
  if (value instanceof Date) return voice.instant?.(value) ?? value.toISOString()
  if ('sent' in value) return voice.instant?.(value.at) ?? value.sent
  const words =
    name === 'quotes' ? value.map((text) => say(voice.language, 'problems.quote', { text })) : value
  return joined(voice.language, words)
}

/** A list without a last "and". */
export function joined(language: Language, words: readonly string[]): string {
  return listFormatOf(language).format(words)
}

// Kept for good: there are no more of them than catalogues hold.
const listFormats = new Map<Language, Intl.ListFormat>()
const messages = new Map<string, IntlMessageFormat>()
const catalogues = new Map<Language, Readonly<Record<string, string>>>()

function listFormatOf(language: Language): Intl.ListFormat {
  return kept(listFormats, language, () => new Intl.ListFormat(language, { type: 'unit' }))
}

function messageOf(language: Language, key: Key): IntlMessageFormat {
  return kept(messages, `${language} ${key}`, () => {
    const { IntlMessageFormat } = library()
    return new IntlMessageFormat(catalogueOf(language)[key] ?? key, language, undefined, { ignoreTag: true })
  })
}

/** Every text of a language, as its file holds them. */
export function catalogueOf(language: Language): Readonly<Record<string, string>> {
  return kept(catalogues, language, () =>
    JSON.parse(readFileSync(new URL(`locales/${language}.json`, SOURCE_FOLDER), 'utf8')),
  )
}

// Loaded by the first text that is asked for: a start, and most commands, need none.
function library(): typeof import('intl-messageformat') {
  return createRequire(import.meta.url)('intl-messageformat')
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
