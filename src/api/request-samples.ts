import { bodySchema, type Endpoint, type Parameter } from './document.ts'
import { sampleBody, sampleOf } from './samples.ts'

/** The languages of the examples, by their names in a URL. */
export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
export type Language = keyof typeof LANGUAGES

/** The environment variable with the key: this keeps it out of programs and of a shell's history. */
export const KEY_VARIABLE = 'FOLKMOOT_API_KEY'

/** A first request to an endpoint. `body` null: none. */
type Request = { method: string; address: string; body: Json | null }
type Json = { [name: string]: unknown }

/** The language with this name; curl for any other. */
export function languageOf(name: string): Language {
  return Object.hasOwn(LANGUAGES, name) ? (name as Language) : 'curl'
}

/** A first request to this endpoint, to copy. */
export function requestSample(endpoint: Endpoint, base: string, language: Language): string {
  const request = requestTo(endpoint, base)
  if (language === 'curl') return inCurl(request)
  return language === 'python' ? inPython(request) : inTypeScript(request)
}

function requestTo({ method, path, operation }: Endpoint, base: string): Request {
  const schema = bodySchema(operation)
  const body = method === 'GET' || schema === null ? {} : sampleBody(schema)
  const query = new URLSearchParams((operation.parameters ?? []).filter(isShown).map(pairOf))
  const address = `${base}${path.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(path, name))}`
  return {
    method,
    address: query.size === 0 ? address : `${address}?${query}`,
    body: Object.keys(body).length === 0 ? null : body,
  }
}

/**
 * A word in capitals, as nobody has the same records: POLL_KEY in /polls/{ref}, MEMBERSHIP_ID in
 * /memberships/{id}. In URLs a poll or thread has its key, everything else its id.
 */
function placeholder(path: string, name: string): string {
  const [before = ''] = path.split(`/{${name}}`)
  const noun = (before.split('/').at(-1) ?? '').replace(/s$/, '')
  const word = name === 'ref' ? `${noun}_key` : name === 'id' ? `${noun}_id` : name
  return word.toUpperCase()
}

function isShown({ in: place, required = false, schema = {} }: Parameter): boolean {
  return place === 'query' && (required || schema.examples !== undefined)
}

function pairOf({ name, schema = {} }: Parameter): [string, string] {
  return [name, String(sampleOf(schema, name))]
}

function inCurl({ method, address, body }: Request): string {
  const implied = body === null ? 'GET' : 'POST'
  const lines = [
    `curl ${method === implied ? '' : `-X ${method} `}${quoted(address)}`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ]
  if (body !== null)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

/** A text inside the shell's single quotes, where it needs them. */
function quoted(text: string): string {
  return /^[\w:/.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function inTypeScript({ method, address, body }: Request): string {
  const lines = [
    `const answer = await fetch(${JS.text(address)}, {`,
    `  method: ${JS.text(method)},`,
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(body === null ? [] : [`    'Content-Type': 'application/json',`]),
    '  },',
    ...(body === null ? [] : [`  body: JSON.stringify(${written(body, JS, 1)}),`]),
    '})',
    'console.log(answer.status, await answer.json())',
  ]
  return lines.join('\n')
}

function inPython({ method, address, body }: Request): string {
  const lines = [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${PYTHON.text(address)},`,
    `    method=${PYTHON.text(method)},`,
    '    headers={',
    `        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`,
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ...(body === null ? [] : [`    data=json.dumps(${written(body, PYTHON, 1)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ]
  return lines.join('\n')
}

/** How a language writes values. */
type Hand = {
  indent: string
  text: (value: string) => string
  name: (value: string) => string
  words: Record<string, string>
}

const JS: Hand = {
  indent: '  ',
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  name: (value) => (/^[a-z_]\w*$/i.test(value) ? value : JS.text(value)),
  words: {},
}

const PYTHON: Hand = {
  indent: '    ',
  text: (value) => JSON.stringify(value),
  name: (value) => JSON.stringify(value),
  words: { null: 'None', true: 'True', false: 'False' },
}

/** A JSON value in the language's syntax, lists of scalars on one line. */
function written(value: unknown, hand: Hand, depth: number): string {
  if (typeof value === 'string') return hand.text(value)
  if (typeof value !== 'object' || value === null) return hand.words[String(value)] ?? String(value)
  const isList = Array.isArray(value)
  const items = Object.entries(value).map(([name, item]) =>
    isList ? written(item, hand, depth + 1) : `${hand.name(name)}: ${written(item, hand, depth + 1)}`,
  )
  if (isList && value.every((item) => typeof item !== 'object')) return `[${items.join(', ')}]`
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  const inner = items.map((item) => `${hand.indent.repeat(depth + 1)}${item},\n`).join('')
  return `${open}\n${inner}${hand.indent.repeat(depth)}${close}`
}
