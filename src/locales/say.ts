import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SOURCE_FOLDER } from '../source-folder.ts'
import { compiled, type Message, type Values } from './compile.ts'
import { intlTag, type Language } from './languages.ts'
import type { Messages, NamedTime, Wrapped } from './messages.ts'
import { pseudoAst } from './pseudo.ts'

export type Key = keyof Messages

/** A message of which no part is marked up. */
export type PlainKey = {
  [K in Key]: Wrapped extends Messages[K][keyof Messages[K]] ? never : K
}[Key]

/** What fills the places of a message; nothing where it has none. */
export type Filling<K extends Key> = keyof Messages[K] extends never ? [] : [params: Messages[K]]

/** How a door writes what only it knows how to write. */
export type Voice = {
  /** Calls another field by its name there; left out: by its own. */
  field?: (name: string) => string
  /** Writes an instant in the reader's zone; left out: in ISO 8601, and a named time as it was sent. */
  instant?: (at: Date) => string
}

type Value = string | number | Date | NamedTime | readonly string[]

const PSEUDO: Language = 'en-XA'

// Follows what is awaited, so that a page is in one language from its loads to its last word.
const speaking = new AsyncLocalStorage<{ language: Language }>()

/** The language that is spoken: English, unless `inLanguage` says otherwise. */
export function spoken(): Language {
  return speaking.getStore()?.language ?? 'en'
}

/**
 * What `make` makes, with all its texts in the language. A door says so once, where it answers or writes: for
 * a page, for a mail as it is composed.
 */
export function inLanguage<T>(language: Language, make: () => T): T {
  return speaking.run({ language }, make)
}

/** From here on the language, within `inLanguage`: more is known of who reads. */
export function speak(language: Language): void {
  const store = speaking.getStore()
  if (store !== undefined) store.language = language
}

/** A text of the catalogue in the language that is spoken. */
export function t<K extends PlainKey>(key: K, ...[params]: Filling<K>): string {
  return sayTo({}, key, params)
}

/**
 * The same, as a door writes it. `params` are those of the key: whoever keeps them apart from it has checked
 * them.
 */
export function sayTo(voice: Voice, key: Key, params: Readonly<Record<string, Value>> = {}): string {
  const message = messageOf(spoken(), key)
  if (typeof message === 'string') return message
  const out: string[] = []
  message<string>(fillings<string>(voice, params), out)
  return out.join('')
}

/**
 * The parts of a text in the language that is spoken, some of them made by `params`: what stands between tags
 * by the function of the tag's name, and places that are filled with markup.
 */
export function sayParts<Part>(key: Key, params: Readonly<Record<string, Value | Part>>): (string | Part)[] {
  const message = messageOf(spoken(), key)
  if (typeof message === 'string') return [message]
  const out: (string | Part)[] = []
  message<Part>(fillings<Part>({}, params), out)
  return out
}

function fillings<Part>(voice: Voice, params: Readonly<Record<string, Value | Part>>): Values<Part> {
  const filled: Record<string, string | number | Part> = {}
  for (const name in params) filled[name] = written(voice, name, params[name] as Value | Part)
  return filled
}

/** What a value looks like; the name of its place says what kind it is of (see bin/message-types.ts). */
function written<Part>(voice: Voice, name: string, value: Value | Part): string | number | Part {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return name === 'other' ? (voice.field?.(value) ?? value) : value
  if (value instanceof Date) return voice.instant?.(value) ?? value.toISOString()
  if (isNamedTime(value)) return voice.instant?.(value.at) ?? value.sent
  return Array.isArray(value) ? listed(name, value) : (value as Part)
}

function isNamedTime(value: unknown): value is NamedTime {
  return typeof value === 'object' && value !== null && 'sent' in value
}

function listed(name: string, words: readonly string[]): string {
  if (name === 'names') return formatOf(spoken(), 'conjunction').format(words)
  return joined(name === 'quotes' ? words.map((text) => t('problems.quote', { text })) : words)
}

/** A list without a last "and", in the language that is spoken. */
export function joined(words: readonly string[]): string {
  return formatOf(spoken(), 'unit').format(words)
}

// Kept for good: there are no more of them than catalogues hold.
const listFormats = new Map<string, Intl.ListFormat>()
const messages = new Map<Language, Map<Key, string | Message>>()
const catalogues = new Map<Language, Readonly<Record<string, string>>>()

function formatOf(language: Language, type: 'unit' | 'conjunction'): Intl.ListFormat {
  return kept(listFormats, `${language} ${type}`, () => new Intl.ListFormat(intlTag(language), { type }))
}

/** A message, or the text itself where nothing is to be filled in. */
function messageOf(language: Language, key: Key): string | Message {
  const known = messages.get(language)?.get(key)
  if (known !== undefined) return known
  const made = read(language, catalogueOf(language)[key] ?? key)
  kept(messages, language, () => new Map()).set(key, made)
  return made
}

function read(language: Language, text: string): string | Message {
  const { IntlMessageFormat } = library()
  const parsed = new IntlMessageFormat(text, intlTag(language)).getAst()
  const ast = language === PSEUDO ? pseudoAst(parsed) : parsed
  const [only] = ast
  if (ast.length === 0) return ''
  // The parser numbers literal text 0.
  return ast.length === 1 && only?.type === 0 ? only.value : compiled(ast, language)
}

/** Every text of a language, as its file holds them. */
export function catalogueOf(language: Language): Readonly<Record<string, string>> {
  return kept(catalogues, language, () =>
    JSON.parse(
      readFileSync(new URL(`locales/${language === PSEUDO ? 'en' : language}.json`, SOURCE_FOLDER), 'utf8'),
    ),
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
