import type pg from 'pg'
import { type Fields, type RowShape, shapeOf } from './row-types.ts'

/**
 * Every statement of the program is named and listed here, so that PostgreSQL plans it once per connection
 * and one test can prepare them all against the migrated schema.
 */

type Value = unknown

/** Anything a statement can run on: the pool, or the one connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** A statement that returns no rows. */
export type Command<Params extends object> = {
  readonly name: string
  readonly text: string
  /** The number of affected rows. */
  run(on: Queryable, params: Params): Promise<number>
}

export type Statement<Params extends object, Row> = Command<Params> & {
  /** All rows. */
  all(on: Queryable, params: Params): Promise<Row[]>
  /** The first row, or null. */
  first(on: Queryable, params: Params): Promise<Row | null>
  /** The one row a statement always returns (an insert … returning, an aggregate). */
  one(on: Queryable, params: Params): Promise<Row>
}

/** `row`: the description of its rows; null: nobody reads them. `wider`: the table has more columns. */
export type Definition = {
  name: string
  text: string
  params: string[]
  row: RowShape | null
  wider: boolean
}

const registry = new Map<string, Definition>()

/** Name and text ($1 style) of every statement defined so far. */
export function statements(): ReadonlyMap<string, string> {
  return new Map([...registry.values()].map(({ name, text }) => [name, text]))
}

/** The same, with the descriptions of their rows. */
export function definitions(): Definition[] {
  return [...registry.values()]
}

/** Sees the parameters of every statement before it runs, and its rows before anyone reads them. */
export type Watcher = {
  asked(statement: Definition, params: object): void
  answered(statement: Definition, rows: unknown[]): void
}
let watcher: Watcher | null = null

/** For tests. */
export function watchStatements(watch: Watcher): void {
  watcher = watch
}

/** For statements that may take long in their transaction: only the server's limits apply, not ours. */
export const PATIENT = { query_timeout: 24 * 3_600_000 }

type Options = {
  /** It may take long. */
  patient?: boolean
  /** It returns all columns of a table; nobody reads those that are not described. */
  wider?: boolean
}

// biome-ignore-start lint/complexity/useMaxParams: read as a column: name, text, row
/**
 * Defines a named statement. The text has parameters as `:name`, passed as an object; `::type` casts and
 * times such as '10:00' stay. The rows are described column by column; without a description no rows are
 * read.
 */
export function sql<Params extends object>(name: string, source: string): Command<Params>
export function sql<Params extends object>(
  name: string,
  source: string,
  row: null,
  options: Options,
): Command<Params>
export function sql<Params extends object, Row>(
  name: string,
  source: string,
  row: Fields<Row>,
  options?: Options,
): Statement<Params, Row>
export function sql<Params extends object, Row>(
  name: string,
  source: string,
  row: Fields<Row> | null = null,
  { patient = false, wider = false }: Options = {},
): Statement<Params, Row> {
  // biome-ignore-end lint/complexity/useMaxParams: it concerns the signatures alone
  if (registry.has(name)) throw new Error(`two statements are called ${name}`)
  const { text, params: order } = numbered(source)
  const definition = { name, text, params: order, row: row === null ? null : shapeOf(row), wider }
  registry.set(name, definition)

  const query = (on: Queryable, params: Params): Promise<pg.QueryResult> => {
    watcher?.asked(definition, params)
    const values: Value[] = order.map((param) => (params as Record<string, Value>)[param])
    return on.query({ name, text, values, ...(patient ? PATIENT : {}) })
  }
  const rows = async (on: Queryable, params: Params): Promise<Row[]> => {
    const found = (await query(on, params)).rows
    watcher?.answered(definition, found)
    return found
  }
  return {
    name,
    text,
    all: rows,
    first: async (on, params) => (await rows(on, params))[0] ?? null,
    one: async (on, params) => {
      const [row] = await rows(on, params)
      if (row === undefined) throw new Error(`${name} returned no row`)
      return row
    },
    run: async (on, params) => (await query(on, params)).rowCount ?? 0,
  }
}

/** The text with $1 for its first parameter, and so on, and the parameters' names. */
function numbered(source: string): { text: string; params: string[] } {
  const params: string[] = []
  const text = source.replace(/(?<![:\w]):([a-z_]+)/g, (_, param: string) => {
    if (!params.includes(param)) params.push(param)
    return `$${params.indexOf(param) + 1}`
  })
  return { text, params }
}
