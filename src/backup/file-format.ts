import type { Sequence } from '../db/catalog.ts'
import type { Print } from '../db/copy.ts'
import type { WrappedKey } from '../db/keys/urn-keys.ts'
import { Halt } from '../errors.ts'

/**
 * A backup, compressed by gzip, is text: a line of JSON that says what it is; for each table a line of JSON,
 * its rows in PostgreSQL's text format, the line `\.` and their print; the sequences; the keys of open
 * anonymous polls, as they are wrapped; and a last line that tells it is whole. Tables stand after those they
 * refer to, rows in the order of their key: the order they were written in is nowhere.
 */
export type Header = {
  folkmoot_backup: typeof FORMAT
  schema_version: number
  made_at: string
}

/** Stands before the rows of a table. */
export type Heading = { table: string; columns: string[] }
export type Sequences = { sequences: Sequence[] }
/** Keys of open anonymous polls, under the service's secret, which is in no backup. */
export type Keys = { urn_keys: WrappedKey[] }
export type Ending = { end: true } & Contents

/** What a backup holds. */
export type Contents = { tables: number; rows: number }

export const FORMAT = 1
/**
 * The line after the last row of a table. No row is like it: PostgreSQL doubles each backslash in a value.
 */
export const END_OF_ROWS = '\\.\n'

/** A record as a line of the file. */
export function lineOf(record: Header | Heading | Print | Sequences | Keys | Ending): string {
  return `${JSON.stringify(record)}\n`
}

/** A line of the file as a record. Throws Halt when it is none. */
export function recordOf(line: string): Record<string, unknown> {
  try {
    const record: unknown = JSON.parse(line)
    if (typeof record === 'object' && record !== null) return record as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw damaged()
}

/**
 * The first line of a backup. Throws Halt when it is not one, or of a format or a schema newer than this
 * program's (`newest`).
 */
export function readHeader(line: string, newest: number): Header {
  const header = isJson(line) ? (recordOf(line) as Partial<Header>) : {}
  const { folkmoot_backup, schema_version, made_at } = header
  if (typeof folkmoot_backup !== 'number') throw noBackup()
  if (typeof schema_version !== 'number' || typeof made_at !== 'string') throw damaged()
  if (folkmoot_backup > FORMAT || schema_version > newest) {
    throw new Halt(
      `The backup was made by a newer Folkmoot (schema ${schema_version}; this one knows ${newest}): restore it with that version.`,
    )
  }
  return { folkmoot_backup: FORMAT, schema_version, made_at }
}

/** The Halt for a file that is something else. */
export function noBackup(): Halt {
  return new Halt('The file is no backup made by "folkmoot backup".')
}

/** The Halt for a file that is not as it was written. */
export function damaged(): Halt {
  return new Halt('The backup is damaged: it is not as it was written. Nothing was restored.')
}

/** The Halt for a file that ends before its end. */
export function cutShort(): Halt {
  return new Halt('The backup is not whole: it ends too early. Nothing was restored.')
}

function isJson(line: string): boolean {
  return line.startsWith('{')
}
