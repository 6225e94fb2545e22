import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import {
  TELLING,
  TELLING_ROW,
  TELLING_TABLES,
  type TellingRow,
  tellingOf,
} from '../../notifications/telling-rows.ts'
import type { Telling } from '../../notifications/timely.ts'

/** Mails that wait after failed attempts. `last_error`: the newest; null if there are none. */
export type Refusals = { mails: number; last_error: string | null }

/**
 * Mails of a group that wait while the mail server refuses them. `waiting`: up to a limit. `last_error`: the
 * newest; null if it does not refuse them.
 */
export type GroupRefusals = { waiting: number; last_error: string | null }

/**
 * A mail of a group that failed for good while the mail server refused those of several people. `since_sent`:
 * the whole service has sent none since.
 */
export type FailedMail = Telling & { id: number; since_sent: boolean; last_error: string }

type FailedRow = TellingRow & Omit<FailedMail, keyof Telling>

/**
 * `most`: how many of the group's and of the service's newest mails are looked at. `fewest`: people whose
 * mails fail, none being sent between, before that is the mail server's doing.
 */
export type FailuresAsk = { group_id: number; most: number; fewest: number; days: number }

/** `most`: how many of the newest mails are looked at. `pauses_ms`: between attempts. */
export type RefusalsAsk = { most: number; pauses_ms: readonly number[] }

/** A mail is next due one pause after its last failure. */
const FAILED_AT = "due_at - (:pauses_ms::int[])[attempts] * interval '1 millisecond'"

// Times of sending have no index: of the service and of a group, the newest mails are looked at.
const refusals = sql<RefusalsAsk, Refusals>(
  'refusals.since_sent',
  `select count(*)::int as mails, (array_agg(last_error order by failed_at desc))[1] as last_error
   from (
     select last_error, ${FAILED_AT} as failed_at
     from mails where status = 'waiting' and not discreet and last_error is not null
   ) m
   where failed_at > coalesce((
     select max(sent_at) from (select sent_at from mails order by id desc limit :most) n), '-infinity')`,
  { mails: is.integer, last_error: is.nullable(is.text) },
)

const ofGroup = sql<RefusalsAsk & { group_id: number }, GroupRefusals>(
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

// A mail that failed ended at its due_at. Mails that failed with none sent between them are one run. People
// who left, who have joined without their invitation, or got a later mail about the same, lack nothing.
// `is_rest`: other mails, written at the same time, were sent again. Windows, because joins of `newest` with
// itself have no statistics and may take minutes.
const FAILURES = `newest as materialized (
     select id, user_id, kind, poll_id, discussion_id, status, discreet, last_error, due_at, sent_at, created_at, resends from mails
     where (group_id, id) >= (:group_id::bigint, 0) and group_id <= :group_id::bigint
     order by group_id desc, id desc limit :most
   ),
   compared as materialized (
     select *, max(id) filter (where status = 'sent') over (partition by user_id, poll_id, discussion_id,
         case when poll_id is null and discussion_id is null then kind end) as last_sent,
       resends = 0 and bool_or(resends > 0) over (partition by created_at) as is_rest
     from newest where (select bool_or(status = 'failed') from newest)
   ),
   lacking as materialized (
     select id, user_id, last_error, due_at, is_rest from compared m
     where status = 'failed' and not discreet and last_error is not null and id > coalesce(last_sent, 0)
       and not exists (select from memberships x where x.group_id = :group_id and x.user_id = m.user_id
         and (x.revoked_at is not null or m.kind = 'group_invitation' and x.accepted_at is not null))
   ),
   tried as (
     select id, user_id, last_error, due_at as at, is_rest from lacking
     union all
     select null, null, null, sent_at, false from (
       (select sent_at from mails order by id desc limit :most) union all (select sent_at from newest)) n
     where sent_at is not null and exists (select from lacking)
   ),
   counted as materialized (
     select *, count(*) filter (where id is null) over (order by at, id nulls first) as run from tried
   ),
   runs as (
     select run, max(at) as ended, run = (select count(*) from counted where id is null) as goes_on
     from counted where id is not null group by run having count(distinct user_id) >= :fewest or bool_or(is_rest)
   )`

// The facts of one mail after the other: without statistics, PostgreSQL might read whole tables for them.
const failuresOfGroup = sql<FailuresAsk, FailedRow>(
  'refusals.failed_of_group',
  `with ${FAILURES}
   select c.id, r.goes_on as since_sent, c.last_error, facts.*
   from runs r join counted c on c.run = r.run
     cross join lateral (select ${TELLING} from mails m ${TELLING_TABLES} where m.id = c.id offset 0) facts
   where r.goes_on or r.ended > now() - :days * interval '1 day'
   order by c.run desc, c.at desc, c.id desc`,
  { ...TELLING_ROW, id: is.integer, since_sent: is.flag, last_error: is.text },
)

const failed = sql<Pick<FailuresAsk, 'group_id' | 'days'>, { any: boolean }>(
  'refusals.any_failed_in_group',
  `select exists (select from mails where group_id = :group_id and status = 'failed' and not discreet
     and due_at > now() - :days * interval '1 day') as any`,
  { any: is.flag },
)

const requeue = sql<{ ids: number[] }>(
  'refusals.send_again',
  `update mails set status = 'waiting', attempts = 0, due_at = now(), last_error = null, resends = resends + 1
   where id = any (:ids::bigint[]) and status = 'failed'`,
)

/**
 * The mails of a group that failed while the mail server refused them, if any failed in the last days; the
 * newest first.
 */
export async function findGroupFailures(db: Queryable, ask: FailuresAsk): Promise<FailedMail[]> {
  // Nearly always none did: then the newest mails need not be read.
  const { group_id, days } = ask
  if (!(await failed.one(db, { group_id, days })).any) return []
  return (await failuresOfGroup.all(db, ask)).map((row) => ({ ...row, ...tellingOf(row) }))
}

/** Puts these mails back into the queue. Returns how many. */
export function requeueFailures(tx: Queryable, ids: number[]): Promise<number> {
  return requeue.run(tx, { ids })
}

/** The mails of a group that the mail server refuses; `most` of its waiting mails are looked at too. */
export function findGroupRefusals(
  db: Queryable,
  ask: RefusalsAsk & { group_id: number },
): Promise<GroupRefusals> {
  return ofGroup.one(db, ask)
}

/** Mails that failed, if none has been sent since. */
export function findRefusals(db: Queryable, ask: RefusalsAsk): Promise<Refusals> {
  return refusals.one(db, ask)
}
