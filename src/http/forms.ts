import { isUtf8 } from 'node:buffer'
import { Malformed } from '../errors.ts'

/**
 * The content of a request's body in any encoding. In a form every value is text, or a list of texts for a
 * field that is repeated or named `field[]`.
 */
export type Fields = Record<string, unknown>

/**
 * `numbered`: a form's fields with names such as `field[7]`, by these names, for fields whose number is an
 * id.
 */
export type Body = {
  encoding: 'json' | 'form'
  fields: Fields
  numbered?: Fields
  /** The files of a form that takes some, by field. */
  files?: ReadonlyMap<string, Buffer>
}

type FormBody = Body & { encoding: 'form' }

const MAX_JSON_DEPTH = 20
/** Some programs write it before all text. */
const BYTE_ORDER_MARK = '\ufeff'
const MOST_OF_NAME = 64
/**
 * Different fields of a form: far more than any of ours has, and each costs time before anybody's permission
 * is checked. Long lists repeat one field, or number it.
 */
export const MOST_FIELDS = 5_000

/**
 * The fields of `a=1&b[]=2&b[]=3`. Malformed: bytes that are not UTF-8, text that no database accepts, or too
 * many different fields.
 */
export function readUrlencoded(text: string): FormBody {
  const pairs = text.split('&').filter((pair) => pair !== '')
  return collect(
    pairs.map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    }),
  )
}

/** The fields of a JSON object. Malformed: not JSON, not an object, nested too deeply, or not UTF-8. */
export function readJson(bytes: Buffer): Fields {
  const text = utf8(bytes)
  const value = parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed('malformed_body.no_object')
  }
  checkTexts(value, 1)
  // Without a prototype: no name from a client finds an inherited property.
  return Object.assign(Object.create(null), value)
}

/**
 * The fields of a multipart form, and its files if it `takes_files`. Malformed: it has a file and takes none,
 * or cannot be parsed.
 */
export async function readMultipart(
  bytes: Buffer,
  contentType: string,
  takes_files: boolean,
): Promise<FormBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Malformed('malformed_body.multipart')
    })
  if (!takes_files) utf8(bytes)
  const pairs: [string, string][] = []
  const files = new Map<string, Buffer>()
  for (const [name, value] of form) {
    if (typeof value === 'string') pairs.push([name, value])
    else if (!takes_files) throw new Malformed('malformed_body.file', { name: name.slice(0, MOST_OF_NAME) })
    // Browsers send a file field left empty as a file without content.
    else if (value.size > 0) files.set(name, Buffer.from(await value.arrayBuffer()))
  }
  return { ...collect(pairs), files }
}

/** The bytes as text. Malformed when they are not UTF-8. */
export function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Malformed('malformed_body.utf8')
  return bytes.toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = placeOf(error)
    throw place === null
      ? new Malformed('malformed_body.json')
      : new Malformed('malformed_body.json_at', { place })
  }
}

/** The position of the error; its text is not repeated, as it may be a secret. */
function placeOf(error: unknown): number | null {
  const place = /position (\d+)/.exec((error as Error).message)?.[1]
  return place === undefined ? null : Number(place)
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new Malformed('malformed_body.escape')
  }
}

function collect(pairs: [string, string][]): FormBody {
  for (const pair of pairs) pair.forEach(checkText)
  const named = pairs.map(([name, value]) => [name.replace(/\[\d*\]$/, ''), name, value] as const)
  refuseMany(named.map(([field]) => field))
  return {
    encoding: 'form',
    fields: grouped(named),
    // Few routes ask for these.
    get numbered() {
      return grouped(
        pairs.flatMap(([name, value]) => (/\[\d+\]$/.test(name) ? [[name, name, value] as const] : [])),
      )
    },
  }
}

function refuseMany(fields: string[]): void {
  if (fields.length <= MOST_FIELDS) return
  const different = new Set<string>()
  for (const field of fields)
    if (different.add(field).size > MOST_FIELDS)
      throw new Malformed('malformed_body.too_many_fields', { most: MOST_FIELDS })
}

/** Values by field: a single one is text, unless its name marks it as a list. */
function grouped(values: (readonly [field: string, name: string, value: string])[]): Fields {
  const lists = new Map<string, string[]>()
  const single = new Set<string>()
  for (const [field, name, value] of values) {
    const list = lists.get(field)
    if (list === undefined) {
      lists.set(field, [value])
      if (field === name) single.add(field)
    } else {
      list.push(value)
      single.delete(field)
    }
  }
  const fields: Fields = Object.create(null)
  for (const [field, list] of lists) fields[field] = single.has(field) ? list[0] : list
  return fields
}

function checkTexts(value: unknown, depth: number): void {
  if (typeof value === 'string') checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_JSON_DEPTH) throw new Malformed('malformed_body.depth', { most: MAX_JSON_DEPTH })
  if (Array.isArray(value)) for (const item of value) checkTexts(item, depth + 1)
  else {
    for (const [name, item] of Object.entries(value)) {
      checkText(name)
      checkTexts(item, depth + 1)
    }
  }
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair, and would report it too late. */
function checkText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw new Malformed('malformed_body.characters')
}
