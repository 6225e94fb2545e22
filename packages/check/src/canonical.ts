import { utf8 } from './bytes.ts'

/** Any JSON value. Undefined properties are omitted. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/**
 * Canonical JSON by RFC 8785: names sorted by UTF-16 code units, no spaces, numbers and texts as ECMAScript
 * writes them; texts in normal form C. Throws a RangeError for a number that JSON does not have.
 */
export function canonical(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (typeof value === 'number') return numberText(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[name.normalize('NFC'), member] as const],
  )
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

/** Its bytes, as they are hashed. */
export function canonicalBytes(value: Json): Uint8Array {
  return utf8(canonical(value))
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return JSON.stringify(value)
  throw new RangeError(`${value} is not a JSON number`)
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
