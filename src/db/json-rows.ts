import { type Fields, type JsonOf, type RowShape, type Shape, shapeOf } from './row-types.ts'

type Read = (value: unknown) => unknown

/**
 * Makes a reader of such records from JSON, where instants are text: it returns new ones, with instants as
 * Date. Fields without a description stay as they are.
 */
export function jsonReader<T extends object>(fields: Fields<T>): (json: JsonOf<T>) => T {
  return recordReader(shapeOf(fields)) as (json: JsonOf<T>) => T
}

/** The same for nullable values. */
export function nullableReader<T extends object>(
  read: (json: JsonOf<T>) => T,
): (json: JsonOf<T> | null) => T | null {
  return (json) => (json === null ? null : read(json))
}

function recordReader({ fields }: RowShape): Read {
  const reads = Object.entries(fields).flatMap(([name, shape]) => {
    const read = readerOf(shape)
    return read === null ? [] : [{ name, read }]
  })
  return (json) => {
    const record = { ...(json as Record<string, unknown>) }
    for (const { name, read } of reads) {
      const value = record[name]
      if (value !== null) record[name] = read(value)
    }
    return record
  }
}

/** The reader of such a value; null: its JSON needs no reading. */
function readerOf(shape: Shape): Read | null {
  switch (shape.is) {
    case 'instant':
      return (text) => new Date(text as string)
    case 'nullable':
    case 'json':
      return readerOf(shape.of)
    case 'list': {
      const read = readerOf(shape.of)
      return read === null ? null : (items) => (items as unknown[]).map(read)
    }
    case 'map': {
      const read = readerOf(shape.of)
      return read === null ? null : (map) => mapped(map as Record<string, unknown>, read)
    }
    case 'record': {
      const isPlain = Object.values(shape.fields).every((field) => readerOf(field) === null)
      return isPlain ? null : recordReader(shape)
    }
    default:
      return null
  }
}

function mapped(map: Record<string, unknown>, read: Read): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, read(value)]))
}
