import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** Mails that wait after failed attempts. `last_error`: the newest; null if there are none. */
export type Refusals = { mails: number; last_error: string | null }

/**
 * Mails of a group that wait while the mail server refuses them. `waiting`: up to a limit. `last_error`: the
 * newest; null if it does not refuse them.
 */
export type GroupRefusals = { waiting: number; last_error: string | null }

/**
 * Newest mails of a group that failed for good, none having been sent since by the whole service: how many,
 * to how many people, and the newest error. All zero and null: there are none.
 */
export type GroupFailures = { failed: number; people: number; last_error: string | null }

/** A mail is next due one pause after its last failure. */
const FAILED_AT = "due_at - (:pauses_ms::int[])[attempts] * interval '1 millisecond'"

const refusals = sql<{ pauses_ms: readonly number[] }, Refusals>(
  'refusals.since_sent',
  `select count(*)::int as mails, (array_agg(last_error order by failed_at desc))[1] as last_error
   from (
     select last_error, ${FAILED_AT} as failed_at
     from mails where status = 'waiting' and not discreet and last_error is not null
   ) m
   where failed_at > coalesce((select max(sent_at) from mails), '-infinity')`,
  { mails: is.integer, last_error: is.nullable(is.text) },
)

// Times of sending have no index: of the service and of the group, the newest mails are looked at.
const ofGroup = sql<{ group_id: number; most: number; pauses_ms: readonly number[] }, GroupRefusals>(
  'refusals.of_group',
  `select count(*)::int as waiting, (array_agg(last_error order by failed_at desc) filter (
     where last_error is not null and failed_at > coalesce((
       select max(sent_at) from (
         (select sent_at from mails order by id desc limit :most)
         union all (select sent_at from mails where group_id = :group_id order by group_id desc, id desc limit :most)) n
     ), '-infinity')))[1] as last_error
   from (
     select last_error, ${FAILED_AT} as failed_at
     from mails where group_id = :group_id and status = 'waiting' and not discreet limit :most
   ) m`,
  { waiting: is.integer, last_error: is.nullable(is.text) },
)

// A mail that failed ended at its due_at.
const failuresOfGroup = sql<{ group_id: number; most: number }, GroupFailures>(
  'refusals.failed_of_group',
  `with newest as materialized (
     select id, user_id, status, discreet, last_error, due_at, sent_at from mails where (group_id, id) >= (:group_id::bigint, 0) and group_id <= :group_id::bigint
     order by group_id desc, id desc limit :most
   )
   select count(*)::int as failed, count(distinct user_id)::int as people,
     (array_agg(last_error order by due_at desc, id desc))[1] as last_error
   from newest
   where status = 'failed' and not discreet and last_error is not null and due_at > coalesce((
     select max(sent_at) from (
       (select sent_at from mails order by id desc limit :most) union all (select sent_at from newest)) n
   ), '-infinity')`,
  { failed: is.integer, people: is.integer, last_error: is.nullable(is.text) },
)

/** Of the newest mails of the group and of the service, `most` are looked at. */
export function findGroupFailures(
  db: Queryable,
  ask: { group_id: number; most: number },
): Promise<GroupFailures> {
  return failuresOfGroup.one(db, ask)
}

/** The same of one group; of all its waiting mails and of the newest sent ones, `most` are looked at. */
export function findGroupRefusals(
  db: Queryable,
  ask: { group_id: number; most: number; pauses_ms: readonly number[] },
): Promise<GroupRefusals> {
  return ofGroup.one(db, ask)
}

/** Mails that failed, if none has been sent since. `pauses_ms`: between attempts. */
export function findRefusals(db: Queryable, ask: { pauses_ms: readonly number[] }): Promise<Refusals> {
  return refusals.one(db, ask)
}
