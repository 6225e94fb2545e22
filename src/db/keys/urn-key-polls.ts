import { is } from '../row-types.ts'
import { type Queryable, sql } from '../sql.ts'

/** The data a backup needs about polls with sealed ballots. */

export type BoxedPoll = { id: number; key: string; title: string; urn_key: string }

const known = sql<object, { known: boolean }>(
  'urn_keys.known',
  "select to_regclass('urn_keys') is not null as known",
  { known: is.flag },
)

const needed = sql<object, BoxedPoll>(
  'urn_keys.polls',
  `select id, key, title, urn_key from polls where urn_key is not null and sealed_at is null order by id`,
  { id: is.integer, key: is.text, title: is.text, urn_key: is.text },
)

const close = sql<{ ids: number[] }>(
  'urn_keys.close_polls',
  `with open_ones as materialized (
     select id, group_id from polls where id = any (:ids::bigint[]) and closed_at is null
   ), closed as (
     update polls set closed_at = coalesce(closed_at, least(closing_at, now())), reminder_due_at = null,
       key_missing_at = coalesce(key_missing_at, now())
     where id = any (:ids::bigint[])
   )
   update group_counts c set closed_polls = c.closed_polls + o.polls
   from (select group_id, count(*) as polls from open_ones group by group_id) o where c.group_id = o.group_id`,
)

/** Polls that still need their keys: open, or closed and not counted. None in a schema without boxes. */
export async function boxedPolls(on: Queryable): Promise<BoxedPoll[]> {
  return (await known.one(on, {})).known ? needed.all(on, {}) : []
}

/** Closes polls whose boxes nobody can open, and records that their keys are missing. */
export async function closeWithoutKey(on: Queryable, ids: number[]): Promise<void> {
  await close.run(on, { ids })
}
