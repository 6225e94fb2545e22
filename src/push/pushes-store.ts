import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { TELLING, TELLING_ROW, TELLING_TABLES, type TellingRow } from '../notifications/telling-rows.ts'

export type NewPush = {
  event_id: number
  user_id: number
  kind: MailKind
  only_undecided: boolean
  discreet: boolean
}

const subscribed = sql<{ user_ids: number[] }, { user_id: number }>(
  'pushes.subscribed',
  'select distinct user_id from push_subscriptions where user_id = any (:user_ids::bigint[])',
  { user_id: is.integer },
)

const insert = sql<{
  event_ids: number[]
  user_ids: number[]
  kinds: string[]
  undecided: boolean[]
  discreet: boolean[]
}>(
  'pushes.insert',
  `insert into pushes (event_id, subscription_id, kind, only_undecided, discreet)
   select n.event_id, s.id, n.kind, n.undecided, n.discreet
   from unnest(:event_ids::bigint[], :user_ids::bigint[], :kinds::text[], :undecided::boolean[], :discreet::boolean[])
     as n(event_id, user_id, kind, undecided, discreet)
   cross join lateral (select id from push_subscriptions where user_id = n.user_id order by id for key share) s
   on conflict (event_id, subscription_id) do nothing`,
)

/** A notice claimed for sending; `attempts` includes this one. */
export type ClaimedPush = { id: number; attempts: number }

// The lease: if a process dies while sending, another one takes the notice when the lease ends.
const claim = sql<{ lease_ms: number }, ClaimedPush>(
  'pushes.claim',
  `update pushes set due_at = now() + :lease_ms * interval '1 millisecond', attempts = attempts + 1
   where id = any (array(select id from pushes where due_at <= now() order by due_at limit 1 for update skip locked))
   returning id, attempts`,
  { id: is.integer, attempts: is.integer },
)

const later = sql<{ id: number; pause_ms: number }>(
  'pushes.later',
  `update pushes set due_at = now() + :pause_ms * interval '1 millisecond' where id = :id`,
)

// One that never reached the push service counts no try.
const putBack = sql<{ id: number }>(
  'pushes.put_back',
  `update pushes p set attempts = attempts - 1, due_at = greatest(now(), s.rests_until)
   from push_subscriptions s where p.id = :id and s.id = p.subscription_id`,
)

const remove = sql<{ id: number }>('pushes.delete', 'delete from pushes where id = :id')

/** A notice about to be sent, with its subscription and what it is about. */
export type PushRow = TellingRow & {
  id: number
  user_id: number
  subscription_id: number
  discreet: boolean
  endpoint: string
  browser_key: Buffer
  auth: Buffer
  service_key: string
  /** The session has not ended. */
  signed_in: boolean
  resting: boolean
  /** The person does not want this kind. */
  silenced: boolean
  locale: string | null
  browser_locale: string | null
  group_id: number
  group_handle: string
  group_name: string
  group_locale: string | null
  parent_name: string | null
  thread_title: string | null
  /** Also of a poll that was deleted. */
  poll_title: string | null
  /** The comment that it is about. */
  comment_id: number | null
}

const PUSH_ROW: Fields<PushRow> = {
  ...TELLING_ROW,
  id: is.integer,
  user_id: is.integer,
  subscription_id: is.integer,
  discreet: is.flag,
  endpoint: is.text,
  browser_key: is.bytes,
  auth: is.bytes,
  service_key: is.text,
  signed_in: is.flag,
  resting: is.flag,
  silenced: is.flag,
  locale: is.nullable(is.text),
  browser_locale: is.nullable(is.text),
  group_id: is.integer,
  group_handle: is.text,
  group_name: is.text,
  group_locale: is.nullable(is.text),
  parent_name: is.nullable(is.text),
  thread_title: is.nullable(is.text),
  poll_title: is.nullable(is.text),
  comment_id: is.nullable(is.integer),
}

const byId = sql<{ id: number }, PushRow>(
  'pushes.by_id',
  `select m.id, m.user_id, m.subscription_id, m.discreet, m.endpoint, m.browser_key, m.auth, m.service_key,
     m.signed_in, m.resting, u.locale, u.browser_locale, g.id as group_id, g.handle as group_handle, g.name as group_name,
     g.locale as group_locale,
     (select parent.name from groups parent where parent.id = g.parent_id) as parent_name,
     d.title as thread_title, (select t.title from polls t where t.id = m.poll_id) as poll_title,
     case when e.subject_type = 'Comment' then e.subject_id end as comment_id,
     exists (select 1 from push_silences x where x.user_id = m.user_id and x.kind = m.kind) as silenced,
     ${TELLING}
   from (select w.id, w.kind, w.only_undecided, w.discreet, w.event_id, s.id as subscription_id, s.user_id, s.endpoint,
       s.browser_key, s.auth, s.service_key, coalesce(s.rests_until > now(), false) as resting,
       exists (select 1 from sessions i where i.id = s.session_id and i.expires_at > now()) as signed_in,
       o.group_id, o.discussion_id, o.poll_id
     from pushes w join push_subscriptions s on s.id = w.subscription_id join events o on o.id = w.event_id
     where w.id = :id) m
   join users u on u.id = m.user_id
   ${TELLING_TABLES}`,
  PUSH_ROW,
)

/** Those of these people who get notices on any device. */
export async function subscribedOf(db: Queryable, user_ids: number[]): Promise<Set<number>> {
  return new Set((await subscribed.all(db, { user_ids })).map(({ user_id }) => user_id))
}

/**
 * Adds notices to the queue, one for each device; existing ones stay as they are. Returns how many are new.
 */
export function insertPushes(tx: Queryable, pushes: NewPush[]): Promise<number> {
  return insert.run(tx, {
    event_ids: pushes.map(({ event_id }) => event_id),
    user_ids: pushes.map(({ user_id }) => user_id),
    kinds: pushes.map(({ kind }) => kind),
    undecided: pushes.map(({ only_undecided }) => only_undecided),
    discreet: pushes.map(({ discreet }) => discreet),
  })
}

/** Claims a notice that is due, for `lease_ms`: no other process gets it until then. Null: none. */
export function claimPush(db: Queryable, lease_ms: number): Promise<ClaimedPush | null> {
  return claim.first(db, { lease_ms })
}

/** A claimed notice with its current facts. Null: it is gone. */
export function findPush(db: Queryable, id: number): Promise<PushRow | null> {
  return byId.first(db, { id })
}

/** Deletes a notice that was sent, or is not worth it any more. */
export async function removePush(db: Queryable, id: number): Promise<void> {
  await remove.run(db, { id })
}

/** Schedules another try. */
export async function retryPush(db: Queryable, id: number, pause_ms: number): Promise<void> {
  await later.run(db, { id, pause_ms })
}

/** Puts a notice back until its subscription no longer rests. */
export async function putBackPush(db: Queryable, id: number): Promise<void> {
  await putBack.run(db, { id })
}
