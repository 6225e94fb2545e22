import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { quoted, type Table } from './catalog.ts'

/** Identifies the rows of a table: their number, and the SHA-256 of their lines, in hex. */
export type Print = { rows: number; sha256: string }

/** Settings for a transaction that copies: no time limit, and the same text format on every server. */
export const COPYING =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local bytea_output = hex'

const NEWLINE = 10

/** The rows of a table in PostgreSQL's text format, one a line, ordered by its key. */
export function copyOut(client: pg.PoolClient, { name, columns, order }: Table): Readable {
  const rows = `select ${listed(columns)} from ${quoted(name)} order by ${order.join(', ')}`
  return client.query(to(`copy (${rows}) to stdout`))
}

/** Inserts rows in PostgreSQL's text format into these columns of a table. */
export async function copyIn(
  client: pg.PoolClient,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const taker = client.query(from(`copy ${quoted(name)} (${listed(columns)}) from stdin`))
  await pipeline(Readable.from(rows), taker)
}

/** The print of a table's content. */
export async function printOf(client: pg.PoolClient, table: Table): Promise<Print> {
  const measure = measureRows()
  for await (const chunk of copyOut(client, table)) measure.add(chunk)
  return measure.print()
}

/** Computes the print of rows that stream by. */
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
