import { type Fields, ID, is, type JsonOf, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { type Discarded, EVENT_ROW, type Event } from '../events/event.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { hidesAgain } from '../polls/results/results.ts'
import {
  type Answer,
  DELIVERY_ROW,
  type Delivery,
  SHOWN_DELIVERY_ROW,
  type ShownDelivery,
} from './delivery.ts'
import { FORMATS, type Format } from './webhook.ts'

export type NewDelivery = { webhook_id: number; event_id: number; kind: string; body: string }

/** A delivery with the title of the poll or thread that its event is about. */
export type ListedDelivery = Delivery & { title: string | null }

/** A delivery claimed for sending; `attempts` includes this try. */
export type ClaimedDelivery = {
  id: number
  webhook_id: number
  event_id: number | null
  kind: string
  message_id: string
  body: string
  attempts: number
  created_at: Date
  url: string
  format: Format
  /** The currently valid ones, newest first. */
  secrets: string[]
  /** Its event, if the poll hides results that it had not hidden when the body was written. Null: no. */
  outdated: JsonOf<Event> | null
  now: Date
}

const CLAIMED_ROW: Fields<ClaimedDelivery> = {
  ...pick(DELIVERY_ROW, 'id', 'webhook_id', 'event_id', 'kind', 'message_id', 'attempts', 'created_at'),
  body: is.text,
  url: is.text,
  format: is.oneOf(FORMATS),
  secrets: is.list(is.text),
  outdated: is.nullable(is.jsonOf(EVENT_ROW)),
  now: is.instant,
}

/** The event of delivery `d`, if its poll hides results that the body may contain. */
const OUTDATED = `(select row_to_json(e) from events e join polls p on p.id = e.poll_id
    where e.id = d.event_id and ${hidesAgain('p', 'd.created_at')})`

// Locks the webhooks: waits for a concurrent removal, and then skips that webhook.
const insert = sql<{ webhook_ids: number[]; event_ids: number[]; kinds: string[]; bodies: string[] }>(
  'webhook_deliveries.insert',
  `insert into webhook_deliveries (webhook_id, event_id, kind, body)
   select w.id, d.event_id, d.kind, d.body
   from unnest(:webhook_ids::bigint[], :event_ids::bigint[], :kinds::text[], :bodies::text[])
     as d(webhook_id, event_id, kind, body)
   join webhooks w on w.id = d.webhook_id order by d.event_id, w.id for key share of w
   on conflict (webhook_id, event_id) do nothing`,
)

const insertTest = sql<{ webhook_id: number; body: string }, { id: number }>(
  'webhook_deliveries.insert_test',
  `insert into webhook_deliveries (webhook_id, kind, body)
   select :webhook_id, 'test', :body where not exists (
     select 1 from webhook_deliveries where webhook_id = :webhook_id and event_id is null and status = 'waiting'
       and created_at > now() - interval '1 minute')
   returning id`,
  ID,
)

const CLAIM = (which: string) => `
  update webhook_deliveries d set leased_until = now() + :lease_ms * interval '1 millisecond', attempts = d.attempts + 1
  from webhooks w
  where w.id = d.webhook_id and d.id = any (array(
    select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.status = 'waiting' and (d.leased_until is null or d.leased_until <= now()) and ${which}
    for update of d skip locked))
  returning d.id, d.webhook_id, d.event_id, d.kind, d.message_id, d.body, d.attempts, d.created_at, w.url, w.format,
    now() as now, ${OUTDATED} as outdated, array(select s.secret from webhook_secrets s where s.webhook_id = w.id
          and (s.expires_at is null or s.expires_at > now()) order by s.id desc) as secrets`

// Calls a failing endpoint once at a time: one that hangs would otherwise delay all the others. Deliveries of
// a suspended group wait until it is resumed.
const claimDue = sql<Claim, ClaimedDelivery>(
  'webhook_deliveries.claim',
  CLAIM(`d.due_at <= now() and d.event_id is not null and w.disabled_at is null
    and (select ${groupStateOf('g')} from groups g where g.id = w.group_id) = 'active'
    and d.webhook_id <> all (:except::bigint[])
    and (w.failing_since is null or not exists (
      select 1 from webhook_deliveries f where f.webhook_id = d.webhook_id and f.leased_until > now()))
    order by d.due_at limit 1`),
  CLAIMED_ROW,
)

const claimOne = sql<{ lease_ms: number; id: number }, ClaimedDelivery>(
  'webhook_deliveries.claim_one',
  CLAIM('d.id = :id'),
  CLAIMED_ROW,
)

type Came = {
  id: number
  answer_status: number | null
  answer_body: string | null
  error: string | null
  took_ms: number
}

const settle = sql<Came & { status: string; pause_ms: number }>(
  'webhook_deliveries.settle',
  `update webhook_deliveries set status = :status, due_at = now() + :pause_ms * interval '1 millisecond',
     leased_until = null, tried_at = now(), answer_status = :answer_status, answer_body = :answer_body, error = :error,
     took_ms = :took_ms
   where id = :id`,
)

const again = sql<{ webhook_id: number; id: number }>(
  'webhook_deliveries.again',
  `update webhook_deliveries set status = 'waiting', attempts = 0, due_at = now()
   where id = :id and webhook_id = :webhook_id and event_id is not null
     and (leased_until is null or leased_until <= now())`,
)

const wake = sql<{ webhook_id: number }>(
  'webhook_deliveries.wake',
  `update webhook_deliveries set attempts = 0, due_at = now() where webhook_id = :webhook_id and status = 'waiting'`,
)

const purge = sql<{ days: number; most: number }>(
  'webhook_deliveries.purge',
  `delete from webhook_deliveries where id = any (array(
     select id from webhook_deliveries where created_at < now() - :days * interval '1 day'
     order by created_at limit :most for update skip locked))`,
)

const forget = sql<{ comment_ids: number[] }>(
  'webhook_deliveries.forget_comments',
  `delete from webhook_deliveries where id = any (array(
     select d.id from events e join webhooks w on w.group_id = e.group_id
     cross join lateral (select id from webhook_deliveries where webhook_id = w.id and event_id = e.id limit 1) d
     where e.subject_type = 'Comment' and e.subject_id = any (:comment_ids::bigint[])))`,
)

const FIELDS = `id, webhook_id, event_id, kind, message_id, status, attempts, due_at, tried_at, answer_status, error,
  took_ms, created_at`

const page = sql<{ webhook_id: number; per: number; from: number }, ListedDelivery>(
  'webhook_deliveries.page',
  `select d.*, coalesce(p.title, t.title) as title from (
     select ${FIELDS} from webhook_deliveries
     where (webhook_id + 0, id) >= (:webhook_id::bigint, 0) and webhook_id + 0 <= :webhook_id::bigint
     order by webhook_id + 0 desc, id desc limit :per offset :from
   ) d left join events e on e.id = d.event_id left join polls p on p.id = e.poll_id
   left join discussions t on t.id = e.discussion_id order by d.id desc`,
  { ...DELIVERY_ROW, title: is.nullable(is.text) },
)

const one = sql<{ webhook_id: number; id: number }, ShownDelivery>(
  'webhook_deliveries.one',
  `select ${FIELDS}, case when outdated then null else body end as body,
     case when outdated then null else answer_body end as answer_body
   from (select d.*, ${OUTDATED} is not null as outdated from webhook_deliveries d
     where webhook_id + 0 = :webhook_id and id = :id) d`,
  SHOWN_DELIVERY_ROW,
)

const forgetWaiting = sql<Discarded>(
  'webhook_deliveries.forget_waiting',
  `delete from webhook_deliveries d using events e
   where d.status = 'waiting' and e.id = d.event_id
     and (e.poll_id = any (:poll_ids::bigint[]) or e.discussion_id = any (:discussion_ids::bigint[]))`,
)

/** Adds deliveries to the queue; existing ones stay as they are. Returns how many are new. */
export function insertDeliveries(tx: Queryable, deliveries: NewDelivery[]): Promise<number> {
  return insert.run(tx, {
    webhook_ids: deliveries.map((delivery) => delivery.webhook_id),
    event_ids: deliveries.map((delivery) => delivery.event_id),
    kinds: deliveries.map((delivery) => delivery.kind),
    bodies: deliveries.map((delivery) => delivery.body),
  })
}

/** Records a test, which its requester sends. Null: the last one is still being sent. */
export async function insertTestDelivery(
  tx: Queryable,
  webhook_id: number,
  body: string,
): Promise<number | null> {
  return (await insertTest.first(tx, { webhook_id, body }))?.id ?? null
}

/** `except`: skip these webhooks. */
type Claim = { lease_ms: number; except: number[] }

/** Claims one due delivery for `lease_ms`: nobody else gets it until then. */
export function claimDelivery(db: Queryable, claim: Claim): Promise<ClaimedDelivery | null> {
  return claimDue.first(db, claim)
}

/** Claims this delivery if it is waiting. */
export function claimThis(db: Queryable, id: number, lease_ms: number): Promise<ClaimedDelivery | null> {
  return claimOne.first(db, { id, lease_ms })
}

/** Records the result of a try. */
export async function settleDelivery(
  tx: Queryable,
  id: number,
  {
    answer: { status: answer_status, body: answer_body, error, took_ms },
    ...became
  }: { answer: Answer; status: Delivery['status']; pause_ms: number },
): Promise<void> {
  await settle.run(tx, { id, answer_status, answer_body, error, took_ms, ...became })
}

/**
 * Puts one of the webhook's deliveries back into the queue. False: no such delivery, a test, or it is being
 * sent.
 */
export async function sendOnceMore(tx: Queryable, webhook_id: number, id: number): Promise<boolean> {
  return (await again.run(tx, { webhook_id, id })) > 0
}

/** Makes this webhook's waiting deliveries due now, with all their tries. */
export async function wakeDeliveries(tx: Queryable, webhook_id: number): Promise<void> {
  await wake.run(tx, { webhook_id })
}

/** Deletes deliveries older than `days`, at most `most`. Returns how many. */
export function deleteOldDeliveries(db: Queryable, days: number, most: number): Promise<number> {
  return purge.run(db, { days, most })
}

/** Deletes deliveries with the texts of these comments. */
export async function deleteDeliveriesOf(tx: Queryable, comment_ids: number[]): Promise<void> {
  await forget.run(tx, { comment_ids })
}

/** A webhook's deliveries, newest first. */
export function pageDeliveries(
  db: Queryable,
  ask: { webhook_id: number; per: number; from: number },
): Promise<ListedDelivery[]> {
  return page.all(db, ask)
}

/** One of a webhook's deliveries, with request and response. */
export function findDelivery(db: Queryable, webhook_id: number, id: number): Promise<ShownDelivery | null> {
  return one.first(db, { webhook_id, id })
}

/** Deletes waiting deliveries about these polls and threads. */
export async function deleteWaitingOf(tx: Queryable, gone: Discarded): Promise<void> {
  await forgetWaiting.run(tx, gone)
}
