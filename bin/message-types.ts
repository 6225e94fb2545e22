// Writes src/locales/messages.ts: the arguments of each message in the English catalogue, for the compiler.
// Run it with `npm run messages` after a change of en.json; a test fails while the file is outdated.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Catalogue = Readonly<Record<string, string>>

const CATALOGUE = new URL('../src/locales/en.json', import.meta.url)
const TYPES = new URL('../src/locales/messages.ts', import.meta.url)

// The parser numbers its element kinds and exports no names for them.
const LITERAL = 0
const PLACE = 1
const DATE = 3
const TIME = 4
const SELECT = 5
const POUND = 7
const TAG = 8
/** The type of an argument that marks up the text between two tags. */
const WRAPPED = 'Wrapped'

/** The types of arguments without a format, by name; all others take text. */
const KINDS: Readonly<Record<string, string>> = {
  at: 'Date',
  time: 'NamedTime',
  list: 'readonly string[]',
  names: 'readonly string[]',
  quotes: 'readonly string[]',
  other: 'string',
}
const TEXT = 'string | number'

/** The arguments of a message, with their types. */
export function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const note = (elements: Element[]): void => {
    for (const element of elements) {
      if (element.type === LITERAL || element.type === POUND) continue
      if (element.type === TAG) {
        found.set(element.value, WRAPPED)
        note(element.children)
      } else {
        const type = typeOf(element)
        if (type !== TEXT || !found.has(element.value)) found.set(element.value, type)
        if ('options' in element) for (const { value } of Object.values(element.options)) note(value)
      }
    }
  }
  note(new IntlMessageFormat(text, 'en').getAst())
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function typeOf(element: Element): string {
  if (element.type === PLACE) return KINDS[element.value] ?? TEXT
  if (element.type === DATE || element.type === TIME) return 'Date'
  if (element.type !== SELECT) return 'number'
  // ICU requires "other" in every choice; an empty one adds no value.
  const named = Object.entries(element.options).filter(
    ([name, { value }]) => name !== 'other' || value.length > 0,
  )
  return named.map(([name]) => `'${name}'`).join(' | ')
}

/** The source of the generated module. */
export function messageTypes(catalogue: Catalogue): string {
  const lines = Object.entries(catalogue).map(([key, text]) => {
    const taken = [...argumentsOf(text)].map(([name, type]) => `${name}: ${type}`)
    return `  '${key}': ${taken.length === 0 ? 'Record<never, never>' : `{ ${taken.join('; ')} }`}`
  })
  return `// Written by bin/message-types.ts from en.json: do not edit.

/** A time that someone sent as text; \`is_day\`: a date without an hour, which begins in UTC. */
export type NamedTime = { sent: string; at: Date; is_day?: boolean }

/** What marks up the text between two tags: no text alone. */
export type Wrapped = { wraps: true }

/** What each message takes. */
export type Messages = {
${lines.join('\n')}
}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(TYPES, messageTypes(JSON.parse(readFileSync(CATALOGUE, 'utf8'))))
