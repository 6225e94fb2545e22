import type { ApiDocument, Operation, Schema } from '../../src/api/document.ts'
import { encode } from '../contract/api.ts'
import { type Chance, chanceOf } from './chance.ts'

/** A request as sent. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body: string | Buffer }

/** A form as on a page: its target, and its fields with their values. */
export type Form = { action: string; fields: [name: string, value: string][] }

/** The material for requests. */
export type Matter = {
  document: ApiDocument
  forms: Form[]
  /** Existing ids and keys, by the preceding part of a URL. */
  refs: Record<string, string[]>
  keys: string[]
  cookies: string[]
  /** The origin that forms must have. */
  origin: string
}

const LONG = 'x'.repeat(20_000)
// Receivers named here do not exist: no request may leave the machine.
const WORDS = [
  ...[
    '',
    ' ',
    'x',
    'T',
    'Bread',
    'agree',
    'disagree',
    'group',
    'md',
    'html',
    'true',
    'off',
    '0',
    '-1',
    '1.5',
    '1e9',
  ],
  ...['99999999999', '9223372036854775808', '1e999', 'NaN', 'Infinity', '0x10', '+5', '٣', '１'],
  ...['2099-01-01', '2099-01-01T10:00:00Z', '2027-02-30', '0000-00-00', '-000001-01-01T00:00:00Z'],
  ...[
    '9999-12-31T23:59:60Z',
    '+275760-09-13T00:00:00.001Z',
    '294277-01-01',
    '2099-01-01T24:00:00+99:99',
    'P1D',
  ],
  ...['a@b.example', 'a@b', 'a@b.example\r\nBcc: c@d.example', '"a b"@c.example', 'a@b.example, c@d.example'],
  ...[
    'https://hook.invalid/',
    'http://127.0.0.1/',
    'http://[::1%25lo]/',
    'javascript:alert(1)',
    'http://',
    '//x',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '#{7*7}',
    '{{7*7}}',
    '%s%n',
    "';--",
    '\\',
  ],
  ...[
    '=1+1',
    '../../etc/passwd',
    '\u202eabc',
    'é\u0301',
    '👩‍👩‍👧‍👦',
    '\u0000',
    '\ud800',
    '\ufeff',
    '\u{1F30D}'.repeat(80),
  ],
  ...['__proto__', 'constructor', 'toString', LONG],
]
const THINGS: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e300,
    [],
    [[]],
    {},
    { a: 1 },
    [null],
    [''],
  ],
  ...[
    ['x', 'x'],
    { length: 5 },

    [1, 'a', null, {}],
    Array.from({ length: 300 }, (_, at) => `o${at}`),
  ],
]
const HEADERS: Record<string, string[]> = {
  'idempotency-key': ['a', 'b', '', LONG.slice(0, 300)],
  'if-match': ['*', '"x"', 'W/"x"', 'x', '"', ','],
  'if-none-match': ['*', '"x"', 'x'],
  accept: ['text/html', '*/*', 'application/json', ';', LONG.slice(0, 500)],
  'accept-encoding': ['gzip', 'br;q=0', 'identity;q=0, *;q=0', ';;'],
  'accept-language': ['de', 'x-klingon', ';q=2'],
  'x-forwarded-for': ['1.2.3.4', 'not an address', ','],
  'x-http-method-override': ['DELETE'],
  cookie: ['a', '=', ';;;', 'folkmoot_session=x; folkmoot_session=y', 'folkmoot_link=%00'],
  authorization: ['Bearer', 'Bearer x y', 'Basic eDp5', `Bearer ${LONG.slice(0, 400)}`],
  range: ['bytes=0-1'],
  expect: ['100-continue'],
}
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PROPFIND']
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
]

/** The request for this seed and material: to the API, to a form, or to any URL. */
export function askedBy(seed: number, matter: Matter): Asked {
  const chance = chanceOf(seed)
  const made = chance.in(0.6) ? toInterface(chance, matter) : toPage(chance, matter)
  for (const [name, values] of Object.entries(HEADERS))
    if (chance.in(0.03)) made.headers[name] = chance.one(values)
  if (chance.in(0.03)) made.method = chance.one(METHODS)
  return made
}

function toInterface(chance: Chance, matter: Matter): Asked {
  const [path = '', operations = {}] = chance.one(Object.entries(matter.document.paths))
  const [method = '', operation] = chance.one(Object.entries(operations))
  const query = (operation?.parameters ?? [])
    .filter((one) => one.in === 'query' && one.name !== 'api_key' && chance.in(0.4))
    .map(({ name, schema }) => `${name}=${encoded(textOf(wishFor(chance, schema ?? {}, matter)))}`)
  const address = path.replace(
    /(\w+)\/\{\w+\}/g,
    (_, kind: string) => `${kind}/${encoded(refOf(chance, matter, kind))}`,
  )
  const headers: Record<string, string> = { authorization: `Bearer ${chance.one(matter.keys)}` }
  const asked = {
    method: method.toUpperCase(),
    path: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
  }
  return { ...asked, ...bodyOf(chance, headers, fieldsOf(chance, operation, matter)) }
}

function fieldsOf(chance: Chance, operation: Operation | undefined, matter: Matter): Record<string, unknown> {
  const schema = operation?.requestBody?.content['application/json']?.schema
  const given = Object.entries(resolve(schema ?? {}, matter).properties ?? {})
    .filter(([name]) => name !== 'api_key' && chance.in(0.5))
    .map(([name, field]) => [name, wishFor(chance, field, matter)])
  return Object.fromEntries(chance.in(0.05) ? [...given, [chance.one(WORDS), 1]] : given)
}

function bodyOf(
  chance: Chance,
  headers: Record<string, string>,
  fields: Record<string, unknown>,
): { body: string | Buffer } {
  if (chance.in(0.08)) {
    headers['content-type'] = chance.one(TYPES)
    return {
      body: chance.one([Buffer.from([0xff, 0xfe, 0, 1]), '{', '[]', 'null', '"x"', 'a=%', '--b', LONG]),
    }
  }
  const encoding = chance.one(['json', 'json', 'form', 'multipart'] as const)
  // Only JSON can encode half a surrogate pair.
  const torn = JSON.stringify(fields).includes('\\ud800')
  const { payload, type } = encode(torn ? 'json' : encoding, fields)
  headers['content-type'] = type
  return { body: payload }
}

/** Most of a form's fields, some changed, some left out, some twice. */
function toPage(chance: Chance, matter: Matter): Asked {
  const { forms, cookies, origin } = matter
  const refs = allRefs(matter)
  const headers: Record<string, string> = {
    cookie: chance.one(cookies),
    origin,
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
  }
  if (chance.in(0.2)) {
    const { action } = chance.one(forms)
    const path = chance.in(0.5)
      ? action
      : action.replace(/[\w-]{3,}$/, () => encoded(chance.one([...refs, ...WORDS])))
    return {
      method: 'GET',
      path: `${path}?${chance.one(['from', 'list', 'type', 'k', 'next', 'done', 'group'])}=${encoded(chance.one(WORDS))}`,
      headers,
      body: '',
    }
  }
  const { action, fields } = chance.one(forms)
  const sent = fields.flatMap(([name, value]) => {
    if (chance.in(0.1)) return []
    const said = chance.in(0.3) ? chance.one([...WORDS, ...refs]) : value
    return chance.in(0.05)
      ? [
          [name, said],
          [name, chance.one(WORDS)],
        ]
      : [[name, said]]
  })
  headers['content-type'] = 'application/x-www-form-urlencoded'
  return {
    method: 'POST',
    path: action,
    headers,
    body: sent.map((pair) => pair.map((text) => encoded(text ?? '')).join('=')).join('&'),
  }
}

function wishFor(chance: Chance, given: Schema, matter: Matter): unknown {
  if (chance.in(0.25)) return chance.in(0.5) ? chance.one(WORDS) : chance.one(THINGS)
  const schema = resolve(given, matter)
  const { anyOf, type } = schema
  if (anyOf !== undefined) return wishFor(chance, chance.one(anyOf), matter)
  if (schema.enum !== undefined) return chance.one(schema.enum)
  if (schema.const !== undefined) return schema.const
  switch (Array.isArray(type) ? chance.one(type) : type) {
    case 'null':
      return null
    case 'boolean':
      return chance.in(0.5)
    case 'integer':
    case 'number':
      return chance.in(0.5) ? Number(chance.one(allRefs(matter))) || 1 : chance.below(300) - 5
    case 'array':
      return Array.from({ length: chance.below(4) }, () => wishFor(chance, schema.items ?? {}, matter))
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [
          name,
          wishFor(chance, field, matter),
        ]),
      )
    default:
      return chance.one(WORDS)
  }
}

function resolve(schema: Schema, { document }: Matter): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {})
}

const allRefs = ({ refs }: Matter) => Object.values(refs).flat()

/** Mostly a record of this kind, else of another, or a missing one. */
function refOf(chance: Chance, matter: Matter, kind: string): string {
  const own = matter.refs[kind] ?? []
  if (own.length > 0 && chance.in(0.8)) return chance.one(own)
  return chance.one(chance.in(0.5) ? allRefs(matter) : WORDS.slice(1))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
