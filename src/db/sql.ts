import type pg from 'pg'

/**
 * Every statement the program runs is named and listed here, so that PostgreSQL plans it once per
 * connection and one test can prepare them all against the migrated schema.
 */

type Value = unknown

/** Anything a statement can run on: the pool, or the one connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

export type Statement<Params extends object, Row> = {
  readonly name: string
  readonly text: string
  /** All rows. */
  all(on: Queryable, params: Params): Promise<Row[]>
  /** The first row, or null. */
  first(on: Queryable, params: Params): Promise<Row | null>
  /** The one row a statement always returns (an insert … returning, an aggregate). */
  one(on: Queryable, params: Params): Promise<Row>
  /** How many rows were touched. */
  run(on: Queryable, params: Params): Promise<number>
}

const registry = new Map<string, string>()

/** Name and text ($1 style) of every statement defined so far. */
export function statements(): ReadonlyMap<string, string> {
  return registry
}

/** For statements that may take long, where their transaction lets them: the server's own limits hold, and not ours. */
export const PATIENT = { query_timeout: 24 * 3_600_000 }

/**
 * Defines a named statement. Parameters are written `:name` in the text and passed as an object;
 * `::type` casts and times such as '10:00' are left alone. `patient`: it may take long.
 */
export function sql<Params extends object, Row = never>(
  name: string,
  source: string,
  { patient = false } = {},
): Statement<Params, Row> {
  if (registry.has(name)) throw new Error(`two statements are called ${name}`)
  const order: string[] = []
  const text = source.replace(/(?<![:\w]):([a-z_]+)/g, (_, param: string) => {
    if (!order.includes(param)) order.push(param)
    return `$${order.indexOf(param) + 1}`
  })
  registry.set(name, text)

  const query = (on: Queryable, params: Params) => {
    const values: Value[] = order.map((param) => (params as Record<string, Value>)[param])
    return on.query({ name, text, values, ...(patient ? PATIENT : {}) }) as Promise<pg.QueryResult>
  }
  return {
    name,
    text,
    all: async (on, params) => (await query(on, params)).rows as Row[],
    first: async (on, params) => ((await query(on, params)).rows[0] as Row | undefined) ?? null,
    one: async (on, params) => {
      const row = (await query(on, params)).rows[0] as Row | undefined
      if (row === undefined) throw new Error(`${name} returned no row`)
      return row
    },
    run: async (on, params) => (await query(on, params)).rowCount ?? 0,
  }
}
