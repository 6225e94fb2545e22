import { type Fields, is } from './row-types.ts'
import { type Queryable, sql } from './sql.ts'

/** One of our tables. `needs`: the tables it references. */
export type Table = {
  name: string
  /** Approximate size on disk. */
  bytes: number
  columns: string[]
  /** The columns that order its rows: those of the primary key, text by its bytes. */
  order: string[]
  needs: string[]
}

const TABLE_ROW: Fields<Table> = {
  name: is.text,
  bytes: is.integer,
  columns: is.list(is.text),
  order: is.list(is.text),
  needs: is.list(is.text),
}

/** `last_value`: the last number it returned. */
export type Sequence = { name: string; last_value: number }

const SEQUENCE_ROW: Fields<Sequence> = { name: is.text, last_value: is.integer }

const tables = sql<object, Table>(
  'catalog.tables',
  `select c.relname::text as name, pg_table_size(c.oid) as bytes,
     array(select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns,
     array(select quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end
       from pg_index i cross join unnest(i.indkey) with ordinality as key (attnum, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
       where i.indrelid = c.oid and i.indisprimary order by key.place) as "order",
     array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid order by 1) as needs
   from pg_class c
   where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
     and c.relname not in ('schema_migrations', 'schema_functions', 'urn_keys', 'service_secret')
   order by 1`,
  TABLE_ROW,
)

const sequences = sql<object, Sequence>(
  'catalog.sequences',
  `select sequencename::text as name, last_value from pg_sequences
   where schemaname = current_schema() and last_value is not null order by 1`,
  SEQUENCE_ROW,
)

const setAll = sql<{ names: string[]; values: number[] }>(
  'catalog.set_sequences',
  `select setval(format('%I', name)::regclass, value)
   from unnest(:names::text[], :values::bigint[]) as given (name, value)`,
)

const services = sql<{ role: string }, { count: number }>(
  'catalog.sessions',
  `select count(*)::int as count from pg_stat_activity
   where datname = current_database() and application_name = :role`,
  { count: is.integer },
)

/**
 * All tables except those of the schema's versions, and of keys and the secret, which are backed up
 * separately. Each table comes after the tables it references.
 */
export async function tablesOf(on: Queryable): Promise<Table[]> {
  const waiting = await tables.all(on, {})
  const placed: Table[] = []
  const isPlaced = (name: string) => placed.some((table) => table.name === name)
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every(isPlaced))
    if (next < 0) throw new Error('tables refer to each other in a circle')
    placed.push(...waiting.splice(next, 1))
  }
  return placed
}

/** The sequences that have been used. */
export function sequencesOf(on: Queryable): Promise<Sequence[]> {
  return sequences.all(on, {})
}

/** Makes each sequence continue after its last value. */
export async function setSequences(on: Queryable, all: Sequence[]): Promise<void> {
  await setAll.run(on, {
    names: all.map(({ name }) => name),
    values: all.map(({ last_value }) => last_value),
  })
}

/** How many connections processes with this name have to the database. */
export async function countSessions(on: Queryable, role: string): Promise<number> {
  return (await services.one(on, { role })).count
}

/** The first of these tables that has a row; null: all are empty. */
export async function firstFilled(on: Queryable, names: string[]): Promise<string | null> {
  if (names.length === 0) return null
  const each = names.map((name) => `select '${name}' as name where exists (select from ${quoted(name)})`)
  const { rows } = await on.query<{ name: string }>(`${each.join(' union all ')} limit 1`)
  return rows[0]?.name ?? null
}

/** Locks the tables until the transaction ends: their rows and columns, or their columns only. */
export async function lockTables(on: Queryable, all: Table[], what: 'rows' | 'columns'): Promise<void> {
  const names = all.map(({ name }) => quoted(name)).join(', ')
  await on.query(`lock table ${names} in ${what === 'rows' ? 'share' : 'access share'} mode`)
}

/** Quotes a name from the catalog for use in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
