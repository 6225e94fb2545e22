import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { type DisabledReason, WEBHOOK_ROW, type Webhook, type WebhookSettings } from './webhook.ts'

export type NewWebhook = WebhookSettings & { group_id: number; author_id: number | null }

/**
 * A webhook with the handle of its group, its number of waiting deliveries, and the last response of one that
 * is failing, or failed its last test: its status, or why there was none. `test_failed`: that was a test, and
 * nothing succeeded since.
 */
export type ListedWebhook = Webhook & { handle: string; waiting: number } & LastResponse

type LastResponse = { answer_status: number | null; error: string | null; test_failed: boolean }

const FIELDS = `w.id, w.group_id, w.author_id, w.url, w.kinds, w.format, w.succeeded_at, w.failing_since, w.disabled_at,
  w.disabled_reason, w.created_at, w.updated_at`

const insert = sql<NewWebhook, { id: number }>(
  'webhooks.insert',
  `insert into webhooks (group_id, author_id, url, kinds, format)
   values (:group_id, :author_id, :url, :kinds::text[], :format) returning id`,
  ID,
)

const insertSecret = sql<{ webhook_id: number; secret: string }>(
  'webhooks.insert_secret',
  'insert into webhook_secrets (webhook_id, secret) values (:webhook_id, :secret)',
)

const endSecrets = sql<{ webhook_id: number; expires_at: Date }>(
  'webhooks.end_secrets',
  `update webhook_secrets set expires_at = least(expires_at, :expires_at::timestamptz) where webhook_id = :webhook_id`,
)

const dropEnded = sql<{ webhook_id: number }>(
  'webhooks.drop_ended_secrets',
  'delete from webhook_secrets where webhook_id = :webhook_id and expires_at <= now()',
)

/** The reason of a failing webhook is looked for among its latest deliveries, and its last test. */
const LATEST = 20

const list = sql<{ group_id: number | null }, ListedWebhook>(
  'webhooks.list',
  `select ${FIELDS}, g.handle, (select count(*) from webhook_deliveries d
     where d.webhook_id = w.id and d.status = 'waiting') as waiting, f.answer_status, f.error,
     coalesce(f.is_failed_test, false) as test_failed
   from (
     select * from webhooks where group_id = :group_id::bigint
     union all select * from webhooks where :group_id::bigint is null
   ) w join lateral (select handle from groups where id = w.group_id limit 1) g on true
   left join lateral (
     select answer_status, error, is_failed_test from (
       (select *, false as is_failed_test from webhook_deliveries
         where webhook_id = w.id and event_id is not null order by event_id desc limit ${LATEST})
       union all
       (select *, status = 'failed' as is_failed_test from webhook_deliveries
         where webhook_id = w.id and event_id is null order by id desc limit 1)) d
     where tried_at >= w.failing_since or is_failed_test and tried_at > coalesce(w.succeeded_at, '-infinity')
     order by tried_at desc limit 1) f on true order by w.id`,
  {
    ...WEBHOOK_ROW,
    handle: is.text,
    waiting: is.integer,
    answer_status: is.nullable(is.integer),
    error: is.nullable(is.text),
    test_failed: is.flag,
  },
)

const listening = sql<{ group_ids: number[] }, Webhook>(
  'webhooks.listening',
  `select ${FIELDS} from webhooks w where w.group_id = any (:group_ids::bigint[]) and w.disabled_at is null
     and (select ${groupStateOf('g')} from groups g where g.id = w.group_id) = 'active' order by w.id`,
  WEBHOOK_ROW,
)

const lock = sql<{ id: number }, Webhook>(
  'webhooks.lock',
  `select ${FIELDS} from webhooks w where w.id = :id for update`,
  WEBHOOK_ROW,
)

const count = sql<{ group_id: number }, { webhooks: number }>(
  'webhooks.count',
  'select count(*) as webhooks from webhooks where group_id = :group_id',
  { webhooks: is.integer },
)

const update = sql<WebhookSettings & { id: number }>(
  'webhooks.update',
  `update webhooks set url = :url, kinds = :kinds::text[], format = :format, updated_at = now() where id = :id`,
)

const disable = sql<{ id: number; reason: DisabledReason }>(
  'webhooks.disable',
  'update webhooks set disabled_at = now(), disabled_reason = :reason where id = :id',
)

const enable = sql<{ id: number }>(
  'webhooks.enable',
  'update webhooks set disabled_at = null, disabled_reason = null, failing_since = null where id = :id',
)

const succeeded = sql<{ id: number }>(
  'webhooks.succeeded',
  'update webhooks set succeeded_at = now(), failing_since = null where id = :id',
)

const failing = sql<{ id: number }>(
  'webhooks.failing',
  'update webhooks set failing_since = now() where id = :id and failing_since is null',
)

const remove = sql<{ id: number }>('webhooks.remove', 'delete from webhooks where id = :id')

const admins = sql<{ group_id: number }, { user_id: number }>(
  'webhooks.admins',
  'select user_id from memberships where group_id = :group_id and admin and revoked_at is null order by 1',
  { user_id: is.integer },
)

export async function insertWebhook(tx: Queryable, webhook: NewWebhook): Promise<number> {
  return (await insert.one(tx, webhook)).id
}

export async function addSecret(tx: Queryable, webhook_id: number, secret: string): Promise<void> {
  await insertSecret.run(tx, { webhook_id, secret })
}

/** Makes its current secrets valid until `expires_at`, or their earlier end; deletes expired ones. */
export async function endSecretsAt(tx: Queryable, webhook_id: number, expires_at: Date): Promise<void> {
  await endSecrets.run(tx, { webhook_id, expires_at })
  await dropEnded.run(tx, { webhook_id })
}

/** The webhooks of one group, or of all. */
export function listWebhooks(db: Queryable, group_id: number | null): Promise<ListedWebhook[]> {
  return list.all(db, { group_id })
}

/** The enabled webhooks of these groups, as far as the groups are neither suspended nor deleted. */
export function listeningWebhooks(db: Queryable, group_ids: number[]): Promise<Webhook[]> {
  return listening.all(db, { group_ids })
}

/** This webhook, locked until the transaction ends: always before its deliveries. */
export function lockWebhook(tx: Queryable, id: number): Promise<Webhook | null> {
  return lock.first(tx, { id })
}

export async function countWebhooks(tx: Queryable, group_id: number): Promise<number> {
  return (await count.one(tx, { group_id })).webhooks
}

export async function updateWebhook(tx: Queryable, id: number, settings: WebhookSettings): Promise<void> {
  await update.run(tx, { id, ...settings })
}

export async function markDisabled(tx: Queryable, id: number, reason: DisabledReason): Promise<void> {
  await disable.run(tx, { id, reason })
}

export async function markEnabled(tx: Queryable, id: number): Promise<void> {
  await enable.run(tx, { id })
}

/** It accepted something just now. */
export async function markSucceeded(tx: Queryable, id: number): Promise<void> {
  await succeeded.run(tx, { id })
}

/** It failed just now. */
export async function markFailing(tx: Queryable, id: number): Promise<void> {
  await failing.run(tx, { id })
}

export async function deleteWebhook(tx: Queryable, id: number): Promise<void> {
  await remove.run(tx, { id })
}

/** The people to notify when a webhook of the group is disabled. */
export async function adminsOf(db: Queryable, group_id: number): Promise<number[]> {
  return (await admins.all(db, { group_id })).map((row) => row.user_id)
}
