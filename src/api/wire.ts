import { type Static, type TOptional, type TProperties, type TSchema, Type } from 'typebox'

/** The field types of the API. Every record always contains all its fields. */

type Options = Record<string, unknown>

export const Id = (description: string, options: Options = {}) => Type.Integer({ description, ...options })
export const Count = (description: string) => Type.Integer({ description, minimum: 0 })
export const Text = (description: string, options: Options = {}) => Type.String({ description, ...options })
export const Flag = (description: string, options: Options = {}) => Type.Boolean({ description, ...options })
export const Decimal = (description: string) => Type.Number({ description })
export const Time = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-11-21T07:50:16.123Z'] })

// The document (OpenAPI 3.1) and the serializer both handle a list of types fastest.
const maybe =
  <T>(type: string) =>
  (description: string, options: Options = {}) =>
    Type.Unsafe<T | null>({ type: [type, 'null'], description, ...options })

export const MaybeId = maybe<number>('integer')
export const NullableInteger = maybe<number>('integer')
export const MaybeText = maybe<string>('string')
export const MaybeDecimal = maybe<number>('number')
export const MaybeFlag = maybe<boolean>('boolean')
export const MaybeTime = (description: string) => MaybeText(description, { format: 'date-time' })

export const OneOf = <const T extends readonly string[]>(
  values: T,
  description: string,
  options: Options = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description, ...options })

export const MaybeOneOf = <const T extends readonly string[]>(
  values: T,
  description: string,
  options: Options = {},
) =>
  Type.Unsafe<T[number] | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    description,
    ...options,
  })

export const ListOf = <T extends TSchema>(items: T, description: string, options: Options = {}) =>
  Type.Array(items, { description, ...options })

/** In requests: null is the empty list. */
export const MaybeListOf = <T extends TSchema>(items: T, description: string, options: Options = {}) =>
  Type.Unsafe<Static<T>[] | null>({ type: ['array', 'null'], items, description, ...options })

/** A record: its title is its name in the document. */
export const Record = <T extends TProperties>(title: string, properties: T) =>
  Type.Object(properties, { title, additionalProperties: false })

/**
 * The editable fields of a record. Missing ones stay as they are: no field has a default, even if it has one
 * in a new record.
 */
export const Changes = <T extends TProperties>(title: string, properties: T) => {
  const fields = Object.entries(properties as TProperties).map(
    ([name, { default: _, ...field }]: [string, TSchema & { default?: unknown }]) => [
      name,
      Type.Optional(field),
    ],
  )
  return Record(title, Object.fromEntries(fields) as { [K in keyof T]: TOptional<T[K]> })
}

/** UTC, ISO 8601 with milliseconds. */
export const time = (at: Date): string => at.toISOString()
export const maybeTime = (at: Date | null): string | null => (at === null ? null : at.toISOString())
