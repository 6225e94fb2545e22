import type { Queryable } from '../src/db/sql.ts'

/** What a schema offers programs to read and call, and what it requires of their writes. */
export type Shape = { offers: string[]; demands: Demand[] }

/** `columns`: those it checks; null: any write. */
type Demand = { table: string; columns: string[] | null; what: string }

export async function shapeOf(on: Queryable): Promise<Shape> {
  const offers = await on.query<{ what: string }>(OFFERS)
  const demands = await on.query<Demand>(DEMANDS)
  return { offers: offers.rows.map(({ what }) => what), demands: demands.rows }
}

/** How `now` offers less or requires more than `before`, for programs written for `before`. */
export function narrowings(before: Shape, now: Shape): string[] {
  const had = new Set(before.demands.map(({ what }) => what))
  const held = (start: string) => before.offers.some((what) => what.startsWith(start))
  const concerns = ({ table, columns }: Demand) =>
    columns === null ? held(`column ${table}.`) : columns.some((column) => held(`column ${table}.${column} `))
  return [
    ...before.offers.filter((what) => !now.offers.includes(what)).map((what) => `gone: ${what}`),
    ...now.demands
      .filter((demand) => !had.has(demand.what) && concerns(demand) && !isLongerList(demand, had))
      .map(({ what }) => `demanded: ${what}`),
  ]
}

const LIST = /^(constraint on \w+: CHECK \(\(\w+ = ANY \(ARRAY\[)(.*)\]\)\)\)$/

/** A list of allowed values that got longer. */
function isLongerList({ what }: Demand, had: Set<string>): boolean {
  const [, start, values] = LIST.exec(what) ?? []
  if (start === undefined || values === undefined) return false
  const now = new Set(values.split(', '))
  const before = [...had].find((one) => one.startsWith(start))
  return before !== undefined && (LIST.exec(before)?.[2] ?? '').split(', ').every((value) => now.has(value))
}

const HERE = `= current_schema()::regnamespace`

const OFFERS = `
  select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) as what
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind = 'r' and relnamespace ${HERE} and attnum > 0 and not attisdropped
  union all
  select 'function ' || oid::regprocedure || ' returns ' || pg_get_function_result(oid) from pg_proc
  where pronamespace ${HERE} and prokind = 'f' and prorettype <> 'trigger'::regtype
  order by 1`

// A required column concerns every insert. Its constraint already covers its index.
const DEMANDS = `
  select relname as table, null::text[] as columns, 'a value in ' || relname || '.' || attname as what
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind = 'r' and relnamespace ${HERE} and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
  union all
  select relname, array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)),
    'constraint on ' || relname || ': ' || pg_get_constraintdef(o.oid)
  from pg_constraint o join pg_class c on c.oid = conrelid
  where connamespace ${HERE} and contype in ('c', 'f', 'u', 'p', 'x')
  union all
  select relname, array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any (indkey)),
    pg_get_indexdef(indexrelid)
  from pg_index i join pg_class c on c.oid = i.indrelid
  where relnamespace ${HERE} and indisunique and not exists (select 1 from pg_constraint where conindid = indexrelid)
  union all
  select relname, null, 'trigger ' || tgname || ' on ' || relname
  from pg_trigger join pg_class c on c.oid = tgrelid where relnamespace ${HERE} and not tgisinternal
  order by what`
