/**
 * Descriptions of rows, as values: each statement describes its columns, and the type of its rows must equal
 * that description. Tests compare the same description with the schema, and with every returned row. It is
 * plain data: in production the program checks nothing and loads nothing for it.
 */

type Plain = 'integer' | 'number' | 'text' | 'flag' | 'instant' | 'day' | 'bytes'

/** The kind of a value: as the pool returns it, and as JSON, where an instant is text. */
export type Shape =
  | { is: Plain }
  | { is: 'one_of'; words: readonly string[] }
  | { is: 'nullable' | 'list' | 'map' | 'json'; of: Shape }
  | { is: 'record'; fields: Record<string, Shape> }

export type RowShape = Extract<Shape, { is: 'record' }>

/** Describes values of exactly type `V`: no wider and no narrower. */
export type Field<V> = { readonly shape: Shape; readonly of?: (value: V) => V }

/** A description of records of type `T`, field by field. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

/** A value as parsed from JSON. */
export type JsonOf<V> = V extends Date
  ? string
  : V extends readonly (infer Item)[]
    ? JsonOf<Item>[]
    : V extends object
      ? { [K in keyof V]: JsonOf<V[K]> }
      : V

const plain = <V>(kind: Plain): Field<V> => ({ shape: { is: kind } })

/** The shape of records with these fields. */
export function shapeOf<T>(fields: Fields<T>): RowShape {
  const shapes: Record<string, Shape> = {}
  for (const name in fields) shapes[name] = fields[name].shape
  return { is: 'record', fields: shapes }
}

export const is = {
  /** Any of PostgreSQL's integers; a bigint stays far below 2^53. */
  integer: plain<number>('integer'),
  number: plain<number>('number'),
  text: plain<string>('text'),
  flag: plain<boolean>('flag'),
  instant: plain<Date>('instant'),
  /** A day of the calendar, as text: 2027-03-01. */
  day: plain<string>('day'),
  bytes: plain<Buffer>('bytes'),
  oneOf: <W extends string>(words: readonly W[]): Field<W> => ({ shape: { is: 'one_of', words } }),
  /** One of the keys of this record. */
  keyOf: <W extends string>(table: Readonly<Record<W, unknown>>): Field<W> => ({
    shape: { is: 'one_of', words: Object.keys(table) },
  }),
  nullable: <V>({ shape }: Field<V>): Field<V | null> => ({ shape: { is: 'nullable', of: shape } }),
  list: <V>({ shape }: Field<V>): Field<V[]> => ({ shape: { is: 'list', of: shape } }),
  /** With any names. */
  map: <V>({ shape }: Field<V>): Field<Record<string, V>> => ({ shape: { is: 'map', of: shape } }),
  record: <T>(fields: Fields<T>): Field<T> => ({ shape: shapeOf(fields) }),
  /** A JSON column with this content: its instants are text until it is read. */
  json: <V>({ shape }: Field<V>): Field<JsonOf<V>> => ({ shape: { is: 'json', of: shape } }),
  /** The same for a record, and for a list of them. */
  jsonOf: <T>(fields: Fields<T>): Field<JsonOf<T>> => ({ shape: { is: 'json', of: shapeOf(fields) } }),
  jsonListOf: <T>(fields: Fields<T>): Field<JsonOf<T>[]> => ({
    shape: { is: 'json', of: { is: 'list', of: shapeOf(fields) } },
  }),
}

/** Some of the fields. */
export function pick<T, K extends keyof T>(fields: Fields<T>, ...names: K[]): Fields<Pick<T, K>> {
  const picked: { [name in K]?: Field<T[name]> } = {}
  for (const name of names) picked[name] = fields[name]
  return picked as Fields<Pick<T, K>>
}

/** The fields of a row with only an id. */
export const ID: Fields<{ id: number }> = { id: is.integer }
