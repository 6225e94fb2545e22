import { numbered, repeated } from './growth.ts'

/** Bodies and texts of any length, for finding work that grows faster than its input. */

/** `body`: of about this many bytes. */
export type Shape = { name: string; type: string; body: (size: number) => string }

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data; boundary=bbbbbbbb'

const form = (name: string, piece: (at: number) => string): Shape => ({
  name,
  type: FORM,
  body: (size) => numbered(piece, size),
})
const json = (name: string, body: (size: number) => string): Shape => ({ name, type: JSON_TYPE, body })
const parts = (name: string, body: (size: number) => string): Shape => ({ name, type: MULTIPART, body })

/** Unknown fields in all ways of spelling, and content that is not a field. */
export const UNKNOWN: Shape[] = [
  form('names', (at) => `x${at}=1&`),
  form('one name', () => 'x=1&'),
  form('one list', () => 'x[]=1&'),
  form('numbers', (at) => `x[${at}]=1&`),
  form('parts of one record', (at) => `thresholds[0][x${at}]=1&`),
  form('records', (at) => `thresholds[${at}][option]=a&`),
  form('records in twos', (at) => `thresholds[${at % 1_000}][x${at}]=a&`),
  form('one part', () => 'thresholds[0][option]=a&'),
  form('choices', (at) => `choices[${at}]=1&`),
  form('slots', (at) => `s${at}=1&`),
  form('chosen', () => 'choice=1&'),
  form('brackets', () => '['),
  form('opened brackets', () => '[1'),
  form('nothing', () => '&'),
  form('escapes', () => '%5B'),
  form('blanks', () => '+'),
  json('names in JSON', (size) => `{${numbered((at) => `"x${at}":1,`, size)}"x":1}`),
  json('one name in JSON', (size) => `{${repeated('"x":1,', size)}"x":1}`),
  json('lists in JSON', (size) => `{${numbered((at) => `"x${at}[]":[],`, size)}"x":1}`),
  json('records in JSON', (size) => `{"thresholds":[${repeated('{"x":1},', size)}0]}`),
  json('one record in JSON', (size) => `{"thresholds":[{${numbered((at) => `"x${at}":1,`, size)}"x":1}]}`),
  json('a record of its own', (size) => `{"poll":{${numbered((at) => `"x${at}":1,`, size)}"x":1}}`),
  json('choices in JSON', (size) => `{"choices":{${numbered((at) => `"x${at}":1,`, size)}"x":1}}`),
  json('depth', (size) => repeated('{"a":', size)),
  json('closed depth', (size) => `{"a":${repeated('[', size / 2)}${repeated(']', size / 2)}}`),
  json('quotes', (size) => repeated('"', size)),
  json('escapes in JSON', (size) => `{"x":"${repeated('\\u0041', size)}"}`),
  parts('parts', (size) => numbered((at) => part(`x${at}`), size)),
  parts('one part over and over', (size) => repeated(part('x'), size)),
  parts('bounds', (size) => repeated('--bbbbbbbb\r\n', size)),
  parts('half bounds', (size) => `${part('x')}${repeated('\r\n--bbbbbbb', size)}`),
  parts('a long head', (size) => `--bbbbbbbb\r\n${repeated('a: b\r\n', size)}\r\n`),
]

const part = (name: string) => `--bbbbbbbb\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`

/** Contents to repeat in a field: the first are used in a quick run too. */
export const PIECES = [
  ...['a', 'a\n', 'a@b.example\n', '-|-\n', '2098-01-01T10:00\n', '1 '],
  ...[' ', 'a,', '<a@b.c>, ', '@a ', '.', '[a](b) ', '<b>', '\\', '\u{1F30D}'],
]

/** A field with this content repeated. */
export const field = (name: string, piece: string): Shape => ({
  name: `${name}: ${JSON.stringify(piece)}`,
  type: FORM,
  body: (size) => {
    const [escaped, most] = [encodeURIComponent(piece), size]
    return `${encodeURIComponent(name)}=${repeated(escaped, most)}`
  },
})

/** A field with blanks between other characters: trimming does not remove these. */
export const blanksIn = (name: string): Shape => ({
  name: `${name}: blanks between`,
  type: FORM,
  body: (size) => `${encodeURIComponent(name)}=1${repeated('+', size)}x`,
})

/** A field repeated many times; `#` in the item is its number. */
export const list = (name: string, item: string): Shape =>
  form(
    `${name}, many times`,
    (at) => `${encodeURIComponent(name)}=${encodeURIComponent(item.replace('#', String(at)))}&`,
  )

/** The same in JSON. */
export const listInJson = (name: string, item: string): Shape =>
  json(
    `${name} in JSON`,
    (size) => `{"${name}":[${numbered((at) => `${item.replace('#', String(at))},`, size)}${item}]}`,
  )
