import type { Sequence } from '../db/catalog.ts'
import type { Print } from '../db/copy.ts'
import type { WrappedKey } from '../db/keys/urn-keys.ts'
import { Halt } from '../errors.ts'

/**
 * A backup is text, compressed by gzip: a header as a line of JSON; for each table a line of JSON, its rows
 * in PostgreSQL's text format, the line `\.` and their print; the sequences; the wrapped keys of open
 * anonymous polls; and a last line that marks it as complete. Tables come after those they reference, rows in
 * the order of their key: the order of writing is not recorded.
 */
export type Header = {
  folkmoot_backup: typeof FORMAT
  schema_version: number
  made_at: string
}

/** The line before the rows of a table. */
export type Heading = { table: string; columns: string[] }
export type Sequences = { sequences: Sequence[] }
/** Keys of open anonymous polls, encrypted with the service's secret, which is in no backup. */
export type Keys = { urn_keys: WrappedKey[] }
export type Ending = { end: true } & Contents

/** The size of a backup. */
export type Contents = { tables: number; rows: number }

export const FORMAT = 1
/**
 * The line after the last row of a table. No row is equal to it: PostgreSQL doubles each backslash in a
 * value.
 */
export const END_OF_ROWS = '\\.\n'

/** A record as a line of the file. */
export function lineOf(record: Header | Heading | Print | Sequences | Keys | Ending): string {
  return `${JSON.stringify(record)}\n`
}

/** Parses a line of the file as a record. Throws Halt when it is none. */
export function recordOf(line: string): Record<string, unknown> {
  try {
    const record: unknown = JSON.parse(line)
    if (typeof record === 'object' && record !== null) return record as Record<string, unknown>
  } catch {
    // See below.
  }
  throw damaged()
}

/**
 * Parses the first line of a backup. Throws Halt when it is none, or its format or schema is newer than this
 * program's (`newest`).
 */
export function readHeader(line: string, newest: number): Header {
  const header = isJson(line) ? (recordOf(line) as Partial<Header>) : {}
  const { folkmoot_backup, schema_version, made_at } = header
  if (typeof folkmoot_backup !== 'number') throw noBackup()
  if (typeof schema_version !== 'number' || typeof made_at !== 'string') throw damaged()
  if (folkmoot_backup > FORMAT || schema_version > newest) {
    throw new Halt(
      `The backup was created by a newer version of Folkmoot (schema ${schema_version}; this version knows ${newest}). Restore it with that version.`,
    )
  }
  return { folkmoot_backup: FORMAT, schema_version, made_at }
}

/** The Halt for a file of another kind. */
export function noBackup(): Halt {
  return new Halt('The file is not a backup created by "folkmoot backup".')
}

/** The Halt for a file that was changed. */
export function damaged(): Halt {
  return new Halt('The backup is damaged. Nothing was restored.')
}

/** The Halt for a truncated file. */
export function cutShort(): Halt {
  return new Halt('The backup is incomplete: it ends too early. Nothing was restored.')
}

function isJson(line: string): boolean {
  return line.startsWith('{')
}
