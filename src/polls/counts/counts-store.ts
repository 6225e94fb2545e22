import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** So many different ballots come in one row: a longer one would be read in one go, and requests wait. */
const PART = 500

const GROUPED = (from: string) =>
  `select string_agg(weight || ' ' || scores, E'\\n') as ballots
   from (select weight, scores, row_number() over () / ${PART} as part from (${from}) as grouped) as numbered
   group by part`

const named = sql<{ poll_id: number }, { ballots: string }>(
  'counts.named_ballots',
  GROUPED(
    'select scores::text as scores, count(*) as weight from ballots where poll_id = :poll_id group by 1',
  ),
  { ballots: is.text },
)

const sealed = sql<{ poll_id: number }, { ballots: string }>(
  'counts.sealed_ballots',
  GROUPED(
    'select choices::text as scores, count(*) as weight from sealed_ballots where poll_id = :poll_id group by 1',
  ),
  { ballots: is.text },
)

type Elected = { id: number; closed_at: Date; elected: number[]; by_lot: boolean; counted: string | null }

const store = sql<Elected>(
  'counts.store',
  `with elected as (
     update polls set elected_slots = :elected::smallint[], elected_at = :closed_at, elected_by_lot = :by_lot
     where id = :id
   ), gone as (
     delete from poll_counts where poll_id = :id and :counted::text is null
   )
   insert into poll_counts (poll_id, count, others)
   select :id::bigint, c.counted -> 'count', c.counted -> 'others'
   from (select :counted::jsonb as counted) c where c.counted is not null
   on conflict (poll_id) do update set count = excluded.count, others = excluded.others`,
)

const kept = sql<{ poll_id: number }, { counted: string }>(
  'counts.kept',
  `select json_build_object('count', c.count, 'others', c.others)::text as counted
   from poll_counts c join polls p on p.id = c.poll_id
   where c.poll_id = :poll_id and p.elected_at = p.closed_at`,
  { counted: is.text },
)

const uncounted = sql<{ most: number }, { id: number }>(
  'counts.uncounted',
  `select id from polls
   where closed_at is not null and elected_at is distinct from closed_at and (not anonymous or sealed_at is not null)
     and discarded_at is null
   order by closed_at desc limit :most`,
  ID,
)

const unmarked = sql<{ most: number }, { id: number }>(
  'counts.unmarked',
  `select id from polls where elected_by_lot is null and elected_at = closed_at and discarded_at is null
   order by closed_at desc limit :most`,
  ID,
)

/** The different ballots of a poll, see `BallotsToCount`: named ones, or sealed ones. */
export async function groupedBallots(
  db: Queryable,
  { id, anonymous }: { id: number; anonymous: boolean },
): Promise<string[]> {
  return (await (anonymous ? sealed : named).all(db, { poll_id: id })).map(({ ballots }) => ballots)
}

/** Stores the count of a closed poll, as JSON text; null: there is nothing to count. */
export async function storeCount(db: Queryable, counted: Elected): Promise<void> {
  await store.run(db, counted)
}

/** The stored count of a poll's last closing, as JSON text. Null: there is none. */
export async function keptCount(db: Queryable, poll_id: number): Promise<string | null> {
  return (await kept.first(db, { poll_id }))?.counted ?? null
}

/** Closed polls whose ballots can be counted and have not been, the latest first. */
export async function uncountedPolls(db: Queryable, most: number): Promise<number[]> {
  return (await uncounted.all(db, { most })).map(({ id }) => id)
}

/** Counted polls of which it is not known whether a lot decided, the latest first. */
export async function unmarkedPolls(db: Queryable, most: number): Promise<number[]> {
  return (await unmarked.all(db, { most })).map(({ id }) => id)
}
