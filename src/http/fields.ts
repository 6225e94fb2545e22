import type { Static, TObject, TSchema } from 'typebox'
import type { Problem } from '../errors.ts'
import type { Body, Fields } from './forms.ts'

/** Fields as their schema names them, what is wrong with them, and the names nobody asked for. */
export type Read<T> = { values: T; problems: Problem[]; ignored: string[] }

type FieldSchema = {
  type: string | string[]
  items?: FieldSchema
  enum?: (string | null)[]
  minimum?: number
  maximum?: number
  default?: unknown
  properties?: Record<string, FieldSchema>
}

type Converted = { value: unknown } | { problem: [code: string, message: string] }

const TRUE_WORDS = new Set(['true', 't', '1', 'on', 'yes'])
const FALSE_WORDS = new Set(['false', 'f', '0', 'off', 'no', ''])

/** Carried by every request, and read elsewhere. */
const KEY_FIELD = 'api_key'

/**
 * Reads a body by its schema: the same schema that describes it in the API document. Form texts become
 * what the schema asks for; JSON must be of the right type, but for ids and numbers as digits, 0 and 1 for booleans,
 * and one value where a list is due. A field left out, or null where null means nothing, gets its default.
 * Every problem is found, not only the first; a value with a problem is replaced by its default.
 */
export function readFields<T extends TObject>(schema: T, body: Body): Read<Static<T>> {
  const values: Fields = {}
  const problems: Problem[] = []
  const required = new Set<string>((schema as unknown as { required?: string[] }).required ?? [])
  for (const [field, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    const rules = property as unknown as FieldSchema
    const given = body.fields[field] ?? recordsIn(body, field, rules)
    values[field] = empty(rules)
    if (given === undefined || (given === null && !isNullable(rules))) {
      if (required.has(field)) problems.push(blank(field))
      continue
    }
    const converted = convert(given, rules, body.encoding)
    if ('value' in converted) values[field] = converted.value
    else problems.push({ field, code: converted.problem[0], message: converted.problem[1] })
  }
  const ignored = Object.keys(body.fields).filter(
    (name) => name !== KEY_FIELD && !Object.hasOwn(schema.properties, partOf(body, name)?.field ?? name),
  )
  return { values: values as Static<T>, problems, ignored }
}

/**
 * Reads what a body says of a record that is there: the fields it names and that can be read, and no others. Null empties
 * a field that may be empty, and is a problem of any other.
 */
export function readChanges<T extends TObject>(schema: T, body: Body): Read<Partial<Static<T>>> {
  const { values, problems, ignored } = readFields(schema, body)
  const emptied = Object.entries(schema.properties as Record<string, TSchema>).filter(
    ([field, rules]) => body.fields[field] === null && !isNullable(rules as unknown as FieldSchema),
  )
  const all = [...problems, ...emptied.map(([field]) => blank(field))]
  const unread = new Set(all.map(({ field }) => field))
  const named = Object.entries(values).filter(([field]) => isGiven(body, field) && !unread.has(field))
  return { values: Object.fromEntries(named) as Partial<Static<T>>, problems: all, ignored }
}

const blank = (field: string): Problem => ({ field, code: 'blank', message: "can't be blank" })

/** Whether a body says anything of a field, be it part by part. */
function isGiven(body: Body, field: string): boolean {
  return Object.keys(body.fields).some((name) => (partOf(body, name)?.field ?? name) === field)
}

const PART = /^(\w+)\[(\d{1,3})\]\[(\w+)\]$/

/** A form spells a list of records as `field[0][part]`. */
function partOf({ encoding }: Body, name: string): { field: string; place: number; part: string } | null {
  const [, field, place, part] = encoding === 'form' ? (PART.exec(name) ?? []) : []
  return field === undefined || part === undefined ? null : { field, place: Number(place), part }
}

/** The records that a form spells part by part, in their order. */
function recordsIn(body: Body, field: string, { items }: FieldSchema): Fields[] | undefined {
  if (items?.properties === undefined) return undefined
  const records = new Map<number, Fields>()
  for (const [name, value] of Object.entries(body.fields)) {
    const found = partOf(body, name)
    if (found?.field !== field) continue
    records.set(found.place, { ...records.get(found.place), [found.part]: value })
  }
  if (records.size === 0) return undefined
  return [...records].sort(([one], [other]) => one - other).map(([, record]) => record)
}

function empty(rules: FieldSchema): unknown {
  if (rules.default !== undefined) return structuredClone(rules.default)
  if (rules.type === 'array') return []
  return rules.type === 'string' ? '' : null
}

function isNullable(rules: FieldSchema): boolean {
  return Array.isArray(rules.type) && rules.type.includes('null')
}

function convert(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const type = Array.isArray(rules.type)
    ? (rules.type.find((name) => name !== 'null') ?? 'string')
    : rules.type
  if (given === null) return { value: null }
  if (type === 'array') return convertList(given, rules, encoding)
  if (given === '' && encoding === 'form' && isNullable(rules)) return { value: null }
  if (type === 'object') return convertRecord(given, rules, encoding)
  if (Array.isArray(given)) return { problem: ['invalid', 'was given more than once'] }
  const converted =
    type === 'boolean' ? toBoolean(given, encoding) : (CONVERTERS[type]?.(given) ?? toText(given))
  return 'value' in converted ? within(converted.value, rules) : converted
}

/** A record in a list: what is wrong with its fields is said of it. A name that is none of them is wrong too. */
function convertRecord(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const names = Object.keys(rules.properties ?? {})
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problem: ['invalid', `must be an object of ${names.join(', ')}`] }
  const read = readFields(rules as unknown as TObject, { encoding, fields: { ...given } })
  const faults = read.problems.map(({ field, message }) => `${field} ${message}`)
  if (read.ignored.length > 0) faults.push(`may have ${names.join(', ')} only`)
  return faults.length === 0 ? { value: read.values } : { problem: ['invalid', faults.join(', ')] }
}

function convertList(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const list = Array.isArray(given) ? given : [given]
  if (encoding === 'form' && list.length === 1 && list[0] === '') return { value: [] }
  const values: unknown[] = []
  const faults = new Map<string, string>()
  list.forEach((item, index) => {
    const converted = convert(item ?? undefined, rules.items ?? { type: 'string' }, encoding)
    if ('value' in converted) values.push(converted.value)
    else faults.set(converted.problem[1], `item ${index + 1} ${converted.problem[1]}`)
  })
  return faults.size === 0 ? { value: values } : { problem: ['invalid', [...faults.values()].join(', ')] }
}

function toBoolean(given: unknown, encoding: Body['encoding']): Converted {
  if (given === true || given === 1) return { value: true }
  if (given === false || given === 0) return { value: false }
  const word = encoding === 'form' && typeof given === 'string' ? given.trim().toLowerCase() : null
  if (word !== null && TRUE_WORDS.has(word)) return { value: true }
  if (word !== null && FALSE_WORDS.has(word)) return { value: false }
  return { problem: ['invalid', 'must be true or false'] }
}

function toInteger(given: unknown): Converted {
  const number = typeof given === 'string' && /^-?\d{1,16}$/.test(given.trim()) ? Number(given) : given
  return Number.isSafeInteger(number) ? { value: number } : { problem: ['invalid', 'must be a whole number'] }
}

function toNumber(given: unknown): Converted {
  const number =
    typeof given === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(given.trim()) ? Number(given) : given
  return Number.isFinite(number) ? { value: number } : { problem: ['invalid', 'must be a number'] }
}

const CONVERTERS: Record<string, (given: unknown) => Converted> = { integer: toInteger, number: toNumber }

function toText(given: unknown): Converted {
  return typeof given === 'string' ? { value: given } : { problem: ['invalid', 'must be text'] }
}

function within(value: unknown, rules: FieldSchema): Converted {
  if (rules.enum !== undefined && !rules.enum.includes(value as string)) {
    if (value === '') return { problem: ['blank', "can't be blank"] }
    return {
      problem: ['inclusion', `must be one of ${rules.enum.filter((word) => word !== null).join(', ')}`],
    }
  }
  if (typeof value !== 'number') return { value }
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = rules
  if (value >= minimum && value <= maximum) return { value }
  const range = rules.maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
  return { problem: ['out_of_range', `must be ${range}`] }
}

const SHOWN_NAME = /^[A-Za-z0-9_.[\]-]{1,64}$/
const SHOWN_NAMES = 20

/** The value of `Folkmoot-Ignored-Fields`, by which a client sees its typing errors; null when none can be shown. */
export function ignoredHeader(names: string[]): string | null {
  const shown = names.filter((name) => SHOWN_NAME.test(name)).slice(0, SHOWN_NAMES)
  return shown.length === 0 ? null : shown.join(', ')
}
