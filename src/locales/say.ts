import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'
import { SOURCE_FOLDER } from '../source-folder.ts'
import { compiled, type Message, type Values } from './compile.ts'
import { curlyAst } from './curly.ts'
import { groupedAst } from './grouped.ts'
import { apartIn, isolated } from './isolate.ts'
import { intlTag, type Language } from './languages.ts'
import type { Messages, NamedTime, Wrapped } from './messages.ts'
import { pseudoAst } from './pseudo.ts'

export type Key = keyof Messages

/** A message without markup in its parts. */
export type PlainKey = {
  [K in Key]: Wrapped extends Messages[K][keyof Messages[K]] ? never : K
}[Key]

/** The arguments of a message; none if it has no placeholders. */
export type Filling<K extends Key> = keyof Messages[K] extends never ? [] : [params: Messages[K]]

/** A door's own formatting. */
export type Voice = {
  /** The label of another field there; missing: its own name. */
  field?: (name: string) => string
  /** Formats an instant in the reader's zone; missing: as ISO 8601, and a named time as it was sent. */
  instant?: (at: Date) => string
  /** The same for a date without an hour, as an instant in UTC. */
  day?: (at: Date) => string
  /** The name of a time zone; missing: as in the time zone database. */
  zone?: (id: string) => string
}

type Value = string | number | Date | NamedTime | readonly string[]

const PSEUDO: Language = 'en-XA'

// Kept across awaits, so that a page is in one language from its loads to its last word.
const speaking = new AsyncLocalStorage<{ language: Language; grouped: boolean }>()

/** The current language: English outside of `inLanguage`. */
export function spoken(): Language {
  return speaking.getStore()?.language ?? 'en'
}

/**
 * Runs `make` with this language for all its texts. A door calls it once per response: for a page, or for a
 * mail being composed.
 */
export function inLanguage<T>(language: Language, make: () => T): T {
  return speaking.run({ language, grouped: false }, make)
}

/** The same for a page: numbers are grouped and quotes are curly, also in what programs get too. */
export function onPage<T>(language: Language, make: () => T): T {
  return speaking.run({ language, grouped: true }, make)
}

/** Switches the language within `inLanguage`, once more is known about the reader. */
export function speak(language: Language): void {
  const store = speaking.getStore()
  if (store !== undefined) store.language = language
}

/** A text of the catalogue in the current language. */
export function t<K extends PlainKey>(key: K, ...[params]: Filling<K>): string {
  return sayTo({}, key, params)
}

/**
 * The same, with a door's formatting. `params` are those of the key: callers that store both have checked
 * them.
 */
export function sayTo(voice: Voice, key: Key, params: Readonly<Record<string, Value>> = {}): string {
  const message = messageOf(key)
  if (typeof message === 'string') return message
  const out: string[] = []
  message<string>(fillings<string>(voice, params), out)
  return out.join('')
}

/**
 * The parts of a text in the current language, some of them made by `params`: the text between tags by the
 * function with the tag's name, and placeholders with markup.
 */
export function sayParts<Part>(key: Key, params: Readonly<Record<string, Value | Part>>): (string | Part)[] {
  const message = messageOf(key)
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

/** Formats a value; the name of its placeholder determines its type (see bin/message-types.ts). */
function written<Part>(voice: Voice, name: string, value: Value | Part): string | number | Part {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return namedBy(voice, name, value)
  if (value instanceof Date) return voice.instant?.(value) ?? value.toISOString()
  if (isNamedTime(value)) return (value.is_day ? voice.day : voice.instant)?.(value.at) ?? value.sent
  return Array.isArray(value) ? listed(name, value) : (value as Part)
}

function namedBy(voice: Voice, name: string, text: string): string {
  if (name === 'other') return voice.field?.(text) ?? text
  return isolated(spoken(), name, name === 'zone' ? (voice.zone?.(text) ?? text) : text)
}

function isNamedTime(value: unknown): value is NamedTime {
  return typeof value === 'object' && value !== null && 'sent' in value
}

function listed(name: string, words: readonly string[]): string {
  if (name === 'names') return formatOf(spoken()).format(words.map(apart))
  return joined(name === 'quotes' ? words.map((text) => t('problems.quote', { text })) : words)
}

/** Words by people, for a place beside others: those that run against the language stay apart from them. */
export function apart(words: string): string {
  return apartIn(spoken(), words)
}

/**
 * A list without a last "and", in the current language. `Intl` has none: its lists of units end in "and" in
 * most languages, and in Chinese nothing is between them.
 */
export function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.slice(0, -1).reduceRight((rest, first) => t('sentence.list', { first, rest }), last)
}

/** What stands between the words of such a list. */
export function listGap(): string {
  return t('sentence.list', { first: '', rest: '' })
}

/** Sentences one after the other, as the current language separates them. Empty ones are left out. */
export function sentences(said: readonly string[]): string {
  const told = said.filter((sentence) => sentence !== '')
  return told
    .slice(0, -1)
    .reduceRight((rest, first) => t('sentence.next', { first, rest }), told.at(-1) ?? '')
}

// Never evicted: there are no more than the catalogues have.
const listFormats = new Map<Language, Intl.ListFormat>()
const messages = new Map<Language, Map<Key, string | Message>>()
const groupedMessages: typeof messages = new Map()
const catalogues = new Map<Language, Readonly<Record<string, string>>>()

function formatOf(language: Language): Intl.ListFormat {
  return kept(listFormats, language, () => new Intl.ListFormat(intlTag(language), { type: 'conjunction' }))
}

/** A message of the current language, or only its text if it has no placeholders. */
function messageOf(key: Key): string | Message {
  const { language, grouped } = speaking.getStore() ?? { language: 'en', grouped: false }
  const all = grouped ? groupedMessages : messages
  const known = all.get(language)?.get(key)
  if (known !== undefined) return known
  const ast = parsed(language, catalogueOf(language)[key] ?? key)
  const made = read(language, grouped ? curlyAst(groupedAst(ast)) : ast)
  kept(all, language, () => new Map()).set(key, made)
  return made
}

type Ast = ReturnType<IntlMessageFormat['getAst']>

function parsed(language: Language, text: string): Ast {
  const { IntlMessageFormat } = library()
  const ast = new IntlMessageFormat(text, intlTag(language)).getAst()
  return language === PSEUDO ? pseudoAst(ast) : ast
}

function read(language: Language, ast: Ast): string | Message {
  const [only] = ast
  if (ast.length === 0) return ''
  // The parser numbers literal text 0.
  return ast.length === 1 && only?.type === 0 ? only.value : compiled(ast, language)
}

/** All texts of a language, as in its file. */
export function catalogueOf(language: Language): Readonly<Record<string, string>> {
  return kept(catalogues, language, () =>
    JSON.parse(
      readFileSync(new URL(`locales/${language === PSEUDO ? 'en' : language}.json`, SOURCE_FOLDER), 'utf8'),
    ),
  )
}

// Loaded with the first text: a start, and most commands, need none.
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
