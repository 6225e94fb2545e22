import { describe, expect, test } from 'vitest'
import { usernamesIn } from '../../src/discussions/comments/comment.ts'
import { readPasted } from '../../src/members/invitation-list.ts'
import { mailedCalendar } from '../../src/text/calendar.ts'
import { oneLine } from '../../src/text/one-line.ts'
import { toPlain } from '../../src/text/rich-text.ts'
import { splitAddresses } from '../../src/users/address-list.ts'
import { csvOf } from '../../src/web/parts/csv.ts'
import { QUICK } from './effort.ts'
import { faultOf, numbered, repeated, type Trial } from './growth.ts'
import { PIECES } from './growth-shapes.ts'

/** User texts, up to the longest one that is accepted, through every function that processes texts. */

const MOST_TEXT = 100_000
const MOST_PASTED = 1_000_000

/** Texts by content, made to a size; each is known to be slow somewhere, or looks so. */
type Texts = Record<string, (size: number) => string>

const over = (...pieces: string[]): Texts =>
  Object.fromEntries(pieces.map((one) => [one, (size) => repeated(one, size)]))
const halves = (...pairs: [string, string][]): Texts =>
  Object.fromEntries(
    pairs.map(([one, other]) => [
      `${one} … ${other}`,
      (size) => repeated(one, size / 2) + repeated(other, size / 2),
    ]),
  )
const growing = (name: string, piece: (at: number) => string): Texts => ({
  [name]: (size) => numbered(piece, size),
})

const MARKDOWN: Texts = {
  ...over(
    '[',
    '](',
    '[a](',
    '![',
    '*',
    '**a ',
    '*a ',
    '_a',
    '~~a',
    '`',
    '> ',
    '- ',
    '1. a\n',
    '# a\n',
    '<',
    '<a ',
    '&',
    '&#',
  ),
  ...over(
    '\\',
    '|',
    'a|b\n-|-\n',
    '-|-\n',
    '\n',
    '  \n',
    '\t',
    'http://',
    'www.a.b ',
    'a@b.c ',
    '[a]: b\n',
    '[a][a] ',
    '[a](b "',
  ),
  ...over(
    '`` ` ',
    '~~~\n',
    '---\n',
    'a\n=\n',
    '*\n',
    '**x*',
    '[[]',
    '![[]()',
    '[[a]()',
    '<http://a>',
    'http://a(',
    '*_',
    '_ _',
  ),
  ...halves(
    ['[', ']'],
    ['[', '](x)'],
    ['*a', 'b*'],
    ['**a', 'b*'],
    ['_', '*'],
    ['> ', 'a\n'],
    ['![', '](x)'],
    ['(', ')'],
  ),
  ...growing('backticks', (at) => `${'`'.repeat(at % 500)}a`),
  ...growing('stars', (at) => `${'*'.repeat(at % 500)}a `),
  ...growing('quotes in quotes', (at) => `${'> '.repeat(at % 200)}a\n`),
  ...growing('lists in lists', (at) => `${'  '.repeat(at % 200)}- a\n`),
  ...growing('references', (at) => `[a${at}]: /b\n`),
  ...growing('links', (at) => `[a](http://b/${at}) `),
  'a wide table': (size) => `${repeated('|a', size / 2)}|\n${repeated('|-', size / 2)}|\n`,
  'wide tables with short rows': (size) => repeated(wideTable(200, 330), size),
  ...over(
    '- a|b\n  -|-\n',
    '> a|b\n> -|-\n> c\n',
    'a|b\n-|-\n# c\n',
    'a|b\n-|-\n- c|d\n',
    'a|b\n-|-\nc\n    d\n',
  ),
}

const HTML: Texts = {
  ...over(
    '<b>',
    '<p>',
    '<ul><li>',
    '<table><tr><td>',
    '<i><b>',
    '</p>',
    '<',
    '&',
    '<!--',
    '<a href="',
    '<script>',
    '<svg>',
    '<h1>',
  ),
  ...over(
    '<a href="http://x">y',
    '<img alt=a>',
    '<pre>',
    '<b x=',
    '<o:p>',
    '<br>',
    '<!DOCTYPE ',
    '<![CDATA[',
    '<?',
    '<option>',
  ),
  ...halves(
    ['<b>', '</i>'],
    ['<b>', '</b>'],
    ['<b>', 'x</i>'],
    ['<p>', '</b>'],
    ['<svg>', '</b>'],
    ['<a ', '>'],
    ['<', '>'],
  ),
  ...halves(
    ['<!--', '-->'],
    ['<a href="', '">'],
    ['<table>', '</td>'],
    ['<ul>', '<li>'],
    ['<img alt="', '">'],
  ),
  'many attributes': (size) => `<b ${numbered((at) => `a${at}=1 `, size)}>`,
}

const PLAIN: Texts = over(...PIECES, '<a@b.c>', '<a@b.c> ', '@a', '\u202e', '<', '>', '"', '=', ';')

function wideTable(columns: number, rows: number): string {
  return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}\nx\n\n`
}

// Cleaned texts are cached: each must be different.
let made = 0
const event = (text: string) => ({
  uid: 'x',
  title: text,
  text,
  url: '/',
  changed_at: new Date(0),
  starts: { day: '2098-01-01' },
  organized: { name: text, address: 'moot@mill.example', sequence: 1, method: 'PUBLISH' as const },
})

const THROUGH: [name: string, texts: Texts, most: number, run: (text: string) => unknown][] = [
  ['Markdown', MARKDOWN, MOST_TEXT, (text) => toPlain(`${text} ${++made}`, 'md')],
  ['HTML', HTML, MOST_TEXT, (text) => toPlain(`${text} ${++made}`, 'html')],
  ['usernames', PLAIN, MOST_TEXT, usernamesIn],
  ['lines', PLAIN, MOST_TEXT, oneLine],
  ['CSV', PLAIN, MOST_TEXT, (text) => csvOf([[text]])],
  ['calendars', PLAIN, MOST_TEXT, (text) => mailedCalendar(event(text))],
  ['pasted lists', PLAIN, MOST_PASTED, readPasted],
  ['addresses', PLAIN, MOST_PASTED, splitAddresses],
]

describe.each(THROUGH)('%s', (through, texts, most, run) => {
  test.each(Object.entries(texts))('%j', async (name, make) => {
    const trial: Trial = {
      name: `${through} of ${JSON.stringify(name)}`,
      most: QUICK ? most / 2 : most,
      prepare: async (size) => {
        const text = make(size)
        return () => run(text)
      },
    }
    expect(await faultOf(trial)).toBeNull()
  })
})

describe('the measure', () => {
  const working = (name: string, most: number, steps: (size: number) => number): Trial => ({
    name,
    most,
    prepare: async (size) => () => {
      let sum = 0
      for (let step = steps(size); step > 0; step--) sum += Math.sqrt(step)
      return sum
    },
  })

  test('detects quadratic growth', async () => {
    expect(await faultOf(working('a square', 100_000, (size) => (size * size) / 50))).toMatch(
      /^a square: 25000 bytes took/,
    )
  })

  test('detects slow linear work', async () => {
    expect(await faultOf(working('dear', 4_000, (size) => size * 40_000))).toMatch(/^dear: 4000 bytes took/)
  })

  test('accepts work that grows like its input', async () => {
    expect(await faultOf(working('a line', 100_000, (size) => size * 300))).toBeNull()
  })
})
