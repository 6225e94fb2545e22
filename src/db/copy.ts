import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { quoted, type Table } from './catalog.ts'

/** What identifies the rows of a table: how many, and the SHA-256 of their lines, in hex. */
export type Print = { rows: number; sha256: string }

/**
 * Settings for a transaction that copies: it takes as long as it takes, and values are written one way
 * everywhere.
 */
export const COPYING =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local bytea_output = hex'

const NEWLINE = 10

/** The rows of a table in PostgreSQL's text format, a line each, in the order of its key. */
export function copyOut(client: pg.PoolClient, { name, columns, order }: Table): Readable {
  const rows = `select ${listed(columns)} from ${quoted(name)} order by ${order.join(', ')}`
  return client.query(to(`copy (${rows}) to stdout`))
}

/** Takes rows in PostgreSQL's text format into these columns of a table. */
export async function copyIn(
  client: pg.PoolClient,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const taker = client.query(from(`copy ${quoted(name)} (${listed(columns)}) from stdin`))
  await pipeline(Readable.from(rows), taker)
}

/** The print of what a table holds. */
export async function printOf(client: pg.PoolClient, table: Table): Promise<Print> {
  const measure = measureRows()
  for await (const chunk of copyOut(client, table)) measure.add(chunk)
  return measure.print()
}

/** Takes the print of rows that pass by. */
export function measureRows(): { add(chunk: Buffer): void; print(): Print } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (chunk) => {
      hash.update(chunk)
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1
    },
    print: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

function listed(columns: string[]): string {
  return columns.map(quoted).join(', ')
}
