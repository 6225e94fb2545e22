import type { Static, TObject } from 'typebox'
import { type Fault, MOST_NAMED, type Problem, problem } from '../errors.ts'
import type { Body, Fields } from './forms.ts'
import { type FieldSchema, type Given, givenIn, typeOf } from './given.ts'

/** Fields by their schema's names, their problems, and the unknown names. */
export type Read<T> = { values: T; problems: Problem[]; ignored: string[] }

/** `rest`: the readable items of a list. */
type Converted = { value: unknown } | { fault: Fault; rest?: unknown[] }

const TRUE_WORDS = new Set(['true', 't', '1', 'on', 'yes'])
const FALSE_WORDS = new Set(['false', 'f', '0', 'off', 'no', ''])

/**
 * Reads a body by its schema: the same schema that describes it in the API document. Converts form texts to
 * the schema's types; JSON must have the right type, except that it accepts digits for ids and numbers, 0 and
 * 1 for booleans, and one value for a list. A missing field, or null where null is not allowed, gets its
 * default. Finds all problems, not only the first; a value with a problem becomes its default, and a list
 * keeps its readable items.
 */
export function readFields<T extends TObject>(schema: T, body: Body): Read<Static<T>> {
  const { values, problems, ignored } = readGiven(schema, body)
  return { values: values as Static<T>, problems, ignored }
}

/**
 * Reads the changes to an existing record from a body: only the fields that it contains and that are
 * readable. Null clears a nullable field, and is a problem for any other.
 */
export function readChanges<T extends TObject>(schema: T, body: Body): Read<Partial<Static<T>>> {
  const { values, problems, ignored, given } = readGiven(schema, body)
  const emptied = Object.entries(propertiesOf(schema)).filter(
    ([field, rules]) => given[field] === null && !isNullable(rules),
  )
  const all = [...problems, ...emptied.map(([field]) => blank(field))]
  const unread = new Set(all.map(({ field }) => field))
  const named = Object.entries(values).filter(([field]) => field in given && !unread.has(field))
  return { values: Object.fromEntries(named) as Partial<Static<T>>, problems: all, ignored }
}

function readGiven(schema: TObject, body: Body): Given & { values: Fields } {
  const values: Fields = {}
  const required = new Set<string>((schema as unknown as { required?: string[] }).required ?? [])
  const { given, problems, ignored } = givenIn(propertiesOf(schema), body)
  for (const [field, rules] of Object.entries(propertiesOf(schema))) {
    if (isUnchosen(given[field], rules, body.encoding)) given[field] = null
    const value = given[field]
    values[field] = empty(rules)
    if (value === undefined || (value === null && !isNullable(rules))) {
      if (required.has(field)) problems.push(blank(field))
      continue
    }
    const converted = convert(value, rules, body.encoding)
    if ('value' in converted) values[field] = converted.value
    else {
      problems.push({ field, ...converted.fault })
      if (converted.rest !== undefined) values[field] = converted.rest
    }
  }
  return { values, problems, ignored, given }
}

const propertiesOf = (schema: TObject) => schema.properties as unknown as Record<string, FieldSchema>

const blank = (field: string): Problem => problem(field, 'blank')

function empty({ default: standard, type }: FieldSchema): unknown {
  // Lists hold plain values by default. structuredClone would take longer than all else here.
  if (Array.isArray(standard)) return [...standard]
  if (standard !== undefined) return standard
  if (type === 'array') return []
  return type === 'string' ? '' : null
}

function isNullable(rules: FieldSchema): boolean {
  return Array.isArray(rules.type) && rules.type.includes('null')
}

/** A choice that a form leaves empty: the form's only way to write null. */
function isUnchosen(given: unknown, { enum: choices }: FieldSchema, encoding: Body['encoding']): boolean {
  return given === '' && encoding === 'form' && choices !== undefined
}

function convert(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const type = typeOf(rules)
  if (given === null) return { value: null }
  if (type === 'array') return convertList(given, rules, encoding)
  if (given === '' && encoding === 'form' && isNullable(rules)) return { value: null }
  if (type === 'object') return convertRecord(given, rules, encoding)
  // Only a form repeats a field; a list in JSON has the wrong type.
  if (Array.isArray(given) && encoding === 'form') return { fault: { code: 'given_twice', params: {} } }
  const converted =
    type === 'boolean' ? toBoolean(given, encoding) : (CONVERTERS[type]?.(given) ?? toText(given, rules))
  return 'value' in converted ? within(converted.value, rules) : converted
}

/** A record in a list: reports problems with its fields on the record. An unknown name is a problem too. */
function convertRecord(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const names = Object.keys(rules.properties ?? {})
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { fault: { code: 'no_object', params: { list: names } } }
  const read = readFields(rules as unknown as TObject, { encoding, fields: given as Fields })
  const known = read.ignored.length > 0 ? names : null
  if (read.problems.length === 0 && known === null) return { value: read.values }
  return { fault: { code: 'parts', params: { parts: read.problems, known } } }
}

function convertList(given: unknown, rules: FieldSchema, encoding: Body['encoding']): Converted {
  const list = Array.isArray(given) ? given : [given]
  if (encoding === 'form' && list.length === 1 && list[0] === '') return { value: [] }
  const { maxItems: most = Number.POSITIVE_INFINITY } = rules
  if (list.length > most) return { fault: { code: 'too_many', params: { most } } }
  const values: unknown[] = []
  const items: { item: number; fault: Fault }[] = []
  list.forEach((item, index) => {
    const converted = convert(item ?? undefined, rules.items ?? { type: 'string' }, encoding)
    if ('value' in converted) values.push(converted.value)
    else if (items.length < MOST_NAMED) items.push({ item: index + 1, fault: converted.fault })
  })
  return items.length === 0
    ? { value: values }
    : { fault: { code: 'items', params: { items } }, rest: values }
}

function toBoolean(given: unknown, encoding: Body['encoding']): Converted {
  if (given === true || given === 1) return { value: true }
  if (given === false || given === 0) return { value: false }
  const word = encoding === 'form' && typeof given === 'string' ? given.trim().toLowerCase() : null
  if (word !== null && TRUE_WORDS.has(word)) return { value: true }
  if (word !== null && FALSE_WORDS.has(word)) return { value: false }
  return { fault: { code: 'no_boolean', params: {} } }
}

function toInteger(given: unknown): Converted {
  const number = typeof given === 'string' && /^-?\d{1,16}$/.test(given.trim()) ? Number(given) : given
  return Number.isSafeInteger(number) ? { value: number } : { fault: { code: 'no_integer', params: {} } }
}

function toNumber(given: unknown): Converted {
  const number =
    typeof given === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(given.trim()) ? Number(given) : given
  return Number.isFinite(number) ? { value: number } : { fault: { code: 'no_number', params: {} } }
}

const CONVERTERS: Record<string, (given: unknown) => Converted> = { integer: toInteger, number: toNumber }

function toText(given: unknown, { enum: choices }: FieldSchema): Converted {
  if (typeof given === 'string') return { value: given }
  return { fault: choices === undefined ? { code: 'no_text', params: {} } : notOneOf(choices) }
}

function notOneOf(choices: (string | null)[]): Fault {
  return { code: 'not_one_of', params: { list: choices.filter((word) => word !== null) } }
}

function within(value: unknown, rules: FieldSchema): Converted {
  if (rules.enum !== undefined && !rules.enum.includes(value as string)) {
    if (value === '') return { fault: { code: 'blank', params: {} } }
    return { fault: notOneOf(rules.enum) }
  }
  if (typeof value !== 'number') return { value }
  const { minimum: least = Number.MIN_SAFE_INTEGER, maximum: most = Number.MAX_SAFE_INTEGER } = rules
  if (value >= least && value <= most) return { value }
  return rules.maximum === undefined
    ? { fault: { code: 'below_least', params: { least } } }
    : { fault: { code: 'out_of_range', params: { least, most } } }
}
