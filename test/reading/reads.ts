import type pg from 'pg'

/** What one statement read while it ran, as counted by PostgreSQL, including triggers and functions. */
export type Read = {
  /** Rows of tables, used or not. */
  rows: number
  /** Rows that it returned or wrote, and all items of lists within them. */
  answer: number
}

// For a table: rows scanned, or fetched by a bitmap. For an index: rows fetched by it. Index entries are not
// counted: entries of rolled-back rows remain, and each test leaves some.
const ROWS = `pg_stat_get_xact_tuples_fetched(oid)
  + case when relkind = 'r' then pg_stat_get_xact_tuples_returned(oid) else 0 end`
const FROM = "from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace"
const SUM = `select sum(${ROWS})::int as rows ${FROM}`
const EACH = `select oid::regclass::text as name, (${ROWS})::int as rows ${FROM}`

const MOST_NAMED = 4

type Counted<Row extends pg.QueryResultRow> = { before: Row[]; answer: pg.QueryResult; after: Row[] }

/** Runs a statement by name, as the driver does, in a transaction that is rolled back. */
export async function reading(client: pg.ClientBase, statement: pg.QueryConfig): Promise<Read> {
  const { before, answer, after } = await counted<{ rows: number }>(client, statement, SUM)
  return {
    rows: after[0]!.rows - before[0]!.rows,
    answer: Math.max(sizeOf(answer.rows), answer.rowCount ?? 0),
  }
}

/** The tables or indexes that the statement reads most, with the number of rows. */
export async function readingOf(client: pg.ClientBase, statement: pg.QueryConfig): Promise<string> {
  const { before, after } = await counted<{ name: string; rows: number }>(client, statement, EACH)
  const start = new Map(before.map(({ name, rows }) => [name, rows]))
  return after
    .map(({ name, rows }) => ({ name, rows: rows - (start.get(name) ?? 0) }))
    .sort((one, other) => other.rows - one.rows)
    .slice(0, MOST_NAMED)
    .map(({ name, rows }) => `${name} ${rows}`)
    .join(', ')
}

async function counted<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: pg.QueryConfig,
  counts: string,
): Promise<Counted<Row>> {
  const [, before] = (await client.query(`begin; ${counts}`)) as unknown as pg.QueryResult<Row>[]
  try {
    const answer = await client.query(statement)
    return { before: before!.rows, answer, after: (await client.query<Row>(counts)).rows }
  } finally {
    await client.query('rollback')
  }
}

function sizeOf(value: unknown): number {
  if (Buffer.isBuffer(value) || value instanceof Date || typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce((sum: number, within) => sum + sizeOf(within), own)
}
