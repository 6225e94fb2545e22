import { isDeepStrictEqual } from 'node:util'
import { type Problem, problem } from '../errors.ts'
import type { Body, Fields } from './forms.ts'

/** The parts of a field's schema that reading a request needs. */
export type FieldSchema = {
  type: string | string[]
  items?: FieldSchema
  enum?: (string | null)[]
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
  properties?: Record<string, FieldSchema>
}

/** The fields of a body that a schema has, by their names, and some of the names that it does not have. */
export type Given = { given: Fields; problems: Problem[]; ignored: string[] }

type Properties = Record<string, FieldSchema>

/** Every request has it, and other code reads it. */
const KEY_FIELD = 'api_key'
/** A form writes a list of records as `field[0][part]`. */
const PART = /^(\w+)\[(\d{1,3})\]\[(\w+)\]$/
const MOST_RECORDS = 1_000

const SHOWN_NAME = /^[A-Za-z0-9_.[\]-]{1,64}$/
const SHOWN_NAMES = 20

/**
 * Reads a body in one pass: a client's body may be large, a schema is small. It does not read unknown names,
 * nor records past the end of a list.
 */
export function givenIn(properties: Properties, { encoding, fields }: Body): Given {
  const found: Given = { given: Object.create(null), problems: [], ignored: [] }
  const records: Records = new Map()
  for (const name of Object.keys(fields)) {
    const field = encoding === 'json' ? fieldNamed(properties, name) : name
    if (Object.hasOwn(properties, field)) take(found, field, fields[name])
    else if (encoding === 'form' && takePart(properties, records, { name, value: fields[name] })) continue
    else if (name !== KEY_FIELD) noteIgnored(found.ignored, name)
  }
  for (const [field, parts] of records) found.given[field] ??= inOrder(parts)
  return found
}

/** JSON may use the name `name[]`, like forms. */
function fieldNamed(properties: Properties, name: string): string {
  const field = name.endsWith('[]') ? name.slice(0, -2) : name
  return field !== name && Object.hasOwn(properties, field) && isList(properties[field]) ? field : name
}

function take({ given, problems }: Given, field: string, value: unknown): void {
  if (field in given && !isDeepStrictEqual([given[field]].flat(), [value].flat())) {
    problems.push(problem(field, 'spelled_twice', { name: field }))
  }
  given[field] ??= value
}

type Records = Map<string, Map<number, Fields>>

/** Whether it is part of a record within the list's limit. */
function takePart(
  properties: Properties,
  all: Records,
  { name, value }: { name: string; value: unknown },
): boolean {
  const [, field = '', place, part = ''] = name.endsWith(']') ? (PART.exec(name) ?? []) : []
  const rules = Object.hasOwn(properties, field) ? properties[field] : undefined
  const parts = rules?.items?.properties
  if (parts === undefined) return false
  const records = all.get(field) ?? new Map<number, Fields>()
  all.set(field, records)
  const record = records.get(Number(place)) ?? Object.create(null)
  // One more than allowed shows that there are too many: of records, and of the parts of one.
  if (records.size > (rules?.maxItems ?? MOST_RECORDS) && !records.has(Number(place))) return false
  records.set(Number(place), record)
  const isKnown = Object.hasOwn(parts, part)
  if (isKnown || Object.keys(record).length <= Object.keys(parts).length) record[part] = value
  return isKnown
}

function inOrder(records: Map<number, Fields>): Fields[] {
  return [...records].sort(([one], [other]) => one - other).map(([, record]) => record)
}

function isList(rules: FieldSchema | undefined): boolean {
  return rules !== undefined && typeOf(rules) === 'array'
}

/** The type of a field in a request. */
export function typeOf({ type }: FieldSchema): string {
  return Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'string') : type
}

function noteIgnored(ignored: string[], name: string): void {
  if (ignored.length < SHOWN_NAMES && SHOWN_NAME.test(name)) ignored.push(name)
}

/**
 * The value of `Folkmoot-Ignored-Fields`, which shows a client its typing errors; null when there are none.
 */
export function ignoredHeader(names: string[]): string | null {
  const shown: string[] = []
  for (const name of names) noteIgnored(shown, name)
  return shown.length === 0 ? null : shown.join(', ')
}
