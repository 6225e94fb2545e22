import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { catalogueFaults } from '../../bin/catalogue-faults.ts'
import { argumentsOf, messageTypes } from '../../bin/message-types.ts'
import { compiled, type Values } from './compile.ts'
import { intlTag, LANGUAGES, type Language } from './languages.ts'
import { catalogueOf, sayTo, t } from './say.ts'

const SRC = new URL('../', import.meta.url)
const languages = Object.keys(LANGUAGES) as Language[]
const english = catalogueOf('en')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && path !== 'locales/messages.ts')
  .map((path) => readFileSync(new URL(path, SRC), 'utf8'))
  .join('\n')

const foundBy = (pattern: RegExp) => new Set([...sources.matchAll(pattern)].map(([, found]) => found))
/** Everything between two quotes: collected once, since there are thousands of keys to look for. */
const quoted = foundBy(/'([^'\n]+)(?=')/g)
/** The names of properties in tables. */
const properties = foundBy(/\n {2}([^:\n]+): /g)

function isUsed(key: string): boolean {
  const [room, ...rest] = key.split('.')
  const own = rest.join('.')
  // A refusal's title and fix are read by its kind, which is in the table of statuses.
  if (room === 'refusal' && /\.(title|fix)$/.test(own)) return properties.has(rest[0])
  return quoted.has(key) || quoted.has(own)
}

test('the types of messages match the catalogue (npm run messages)', () => {
  expect(readFileSync(new URL('messages.ts', import.meta.url), 'utf8')).toBe(messageTypes(english))
})

test('no message is unused', () => {
  const unused = Object.keys(english).filter((key) => !isUsed(key))
  expect(unused).toEqual([])
})

test('a refusal with only its title as text has exactly that text', () => {
  const alone = Object.keys(english).filter((key) => key.endsWith('.itself'))
  expect(alone).not.toEqual([])
  for (const key of alone) expect(english[key]).toBe(`${english[key.replace('.itself', '.title')]}.`)
  // The others differ, so that their page does not repeat itself.
  const twice = Object.entries(english).filter(
    ([key, text]) =>
      !key.endsWith('.itself') && text === `${english[`${key.split('.').slice(0, 2).join('.')}.title`]}.`,
  )
  expect(twice).toEqual([])
})

test('every language has every message, with the same arguments, and no other', () => {
  expect(catalogueFaults(new URL('./', import.meta.url))).toEqual([])
})

test('the build stops at messages that are missing, unknown, broken or take other arguments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'))
  cpSync(new URL('./', import.meta.url), folder, { recursive: true })
  const { 'ballot.cast': _, ...german } = catalogueOf('de')
  const broken = {
    ...german,
    'ballot.new': 'Neu',
    'archive.title': '{name} war {oft} hier',
    'form.title': 'Titel {',
  }
  writeFileSync(`${folder}/de.json`, JSON.stringify(broken))
  expect(catalogueFaults(pathToFileURL(`${folder}/`))).toEqual([
    'de.json: ballot.new is not in en.json',
    'de.json: archive.title takes {name: string | number} {oft: string | number} instead of {name: string | number}',
    'de.json: form.title cannot be parsed: EXPECT_ARGUMENT_CLOSING_BRACE',
    'de.json: ballot.cast is missing',
  ])
})

/** A sample for a placeholder, by its type. */
function sample(type: string, number: number): unknown {
  if (type === 'number') return number
  if (type === 'Wrapped') return (inner: string[]) => `<${inner.join('')}>`
  const choices = [...type.matchAll(/'([^']*)'/g)].map(([, choice]) => choice)
  return choices.length === 0 ? 'Ann' : choices[Math.floor(number) % choices.length]
}

test.each(languages)("the messages of %s are formatted as their parser's library would", (language) => {
  // Compared at the end: an expectation for each would take longer than the messages.
  const different: string[][] = []
  for (const [key, text] of Object.entries(catalogueOf(language))) {
    const places = [...argumentsOf(text)]
    const parsed = new IntlMessageFormat(text, intlTag(language))
    const write = compiled(parsed.getAst(), language)
    for (const number of places.length === 0 ? [0] : [0, 1, 2, 5, 1234, 0.405]) {
      const values = Object.fromEntries(places.map(([name, type]) => [name, sample(type, number)]))
      const out: unknown[] = []
      write(values as Values<string>, out as string[])
      const ours = out.join('')
      const theirs = [parsed.format(values as never)].flat().join('')
      if (ours !== theirs) different.push([key, ours, theirs])
    }
  }
  expect(different).toEqual([])
})

test('numbers are not grouped, lists have no "and", instants and times are written by the door', () => {
  expect(t('problem.too_long', { most: 10_000 })).toBe('is too long (at most 10000 characters)')
  expect(t('problem.not_some_of', { list: ['a', 'b'], quotes: ['x', '<b>{y}'] })).toBe(
    'must only contain values from a, b; it contains "x", "<b>{y}"',
  )
  const time = { sent: '2027-01-31T18:00+01:00', at: new Date('2027-01-31T17:00:00Z') }
  expect(t('problem.time_twice', { time })).toBe('contain "2027-01-31T18:00+01:00" more than once')
  const door = {
    instant: (at: Date) => `${at.getUTCHours()} h`,
    field: () => 'Least',
  } as const
  expect(sayTo(door, 'problem.time_twice', { time })).toBe('contain "17 h" more than once')
  expect(sayTo(door, 'problem.not_above', { other: 'min_score', least: 3 })).toBe(
    'must be greater than Least (3)',
  )
})

test("a message's arguments are found in its placeholders, in every branch", () => {
  const text = '{n, plural, =0 {none} other {# of {total, number}}} {how, select, a {{list}} b {} other {}}'
  expect(Object.fromEntries(argumentsOf(text))).toEqual({
    how: "'a' | 'b'",
    list: 'readonly string[]',
    n: 'number',
    total: 'number',
  })
})

describe('the notes for translators', () => {
  const notes: Record<string, string> = JSON.parse(
    readFileSync(new URL('notes.json', import.meta.url), 'utf8'),
  )
  const roomOf = (key: string) => `${key.split('.', 1)[0]}.*`

  test('are about messages, or about all messages of a room', () => {
    const known = new Set(Object.keys(english).flatMap((key) => [key, roomOf(key)]))
    expect(Object.keys(notes).filter((key) => !known.has(key))).toEqual([])
  })

  test('explain every message that has no word to translate', () => {
    const wordless = Object.entries(english).filter(([, text]) => !/\p{L}{2}/u.test(wordsOf(text)))
    expect(wordless.length).toBeGreaterThan(20)
    expect(wordless.filter(([key]) => !(key in notes) && !(roomOf(key) in notes))).toEqual([])
  })
})

/** The text of a message outside its placeholders, of every choice. */
function wordsOf(text: string): string {
  const read = (elements: ReturnType<IntlMessageFormat['getAst']>): string =>
    elements
      .map((element) => {
        if (element.type === 0) return element.value
        if ('children' in element) return read(element.children)
        return 'options' in element
          ? Object.values(element.options)
              .map(({ value }) => read(value))
              .join(' ')
          : ' '
      })
      .join('')
  return read(new IntlMessageFormat(text, 'en').getAst())
}
