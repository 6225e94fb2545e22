/** A row as it comes out of JSON: its instants are still text. */
export type Json = Record<string, unknown>

/** The same record with its instants (every field called `…_at` or `…_since`) as Date: JSON knows no instants. */
export function dated<T>(record: Json): T {
  for (const field in record) {
    const value = record[field]
    if (typeof value === 'string' && (field.endsWith('_at') || field.endsWith('_since')))
      record[field] = new Date(value)
  }
  return record as T
}
