import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { endpointHash, MOST_SUBSCRIPTIONS, PUSH_KINDS, type Target } from './subscription.ts'

type Owner = { session_id: number; user_id: number }

// A browser has one subscription, regardless of who is signed in.
const clear = sql<{ session_id: number; endpoint_hash: Buffer }>(
  'push_subscriptions.clear',
  'delete from push_subscriptions where session_id = :session_id or endpoint_hash = :endpoint_hash',
)

const insert = sql<Owner & Target & { endpoint_hash: Buffer; service_key: string }>(
  'push_subscriptions.insert',
  `insert into push_subscriptions (session_id, user_id, endpoint, endpoint_hash, browser_key, auth, service_key)
   select id, user_id, :endpoint, :endpoint_hash, :browser_key, :auth, :service_key
   from sessions where id = :session_id and user_id = :user_id
   on conflict do nothing`,
)

const trim = sql<{ user_id: number; most: number }>(
  'push_subscriptions.trim',
  `delete from push_subscriptions where id in (
     select id from push_subscriptions where user_id = :user_id order by id desc offset :most)`,
)

const remove = sql<{ session_id: number }>(
  'push_subscriptions.remove',
  'delete from push_subscriptions where session_id = :session_id',
)

const gone = sql<{ id: number }>('push_subscriptions.gone', 'delete from push_subscriptions where id = :id')

const rest = sql<{ id: number; pause_ms: number }>(
  'push_subscriptions.rest',
  `update push_subscriptions set rests_until = now() + :pause_ms * interval '1 millisecond' where id = :id`,
)

/** A person's notification settings: on for the given session, on for any; the kinds they do not want. */
export type PushChoices = { here: boolean; anywhere: boolean; silenced: MailKind[] }

const choices = sql<Owner & { service_key: string }, PushChoices>(
  'push_subscriptions.choices',
  `select exists (select 1 from push_subscriptions
       where session_id = :session_id and user_id = :user_id and service_key = :service_key) as here,
     exists (select 1 from push_subscriptions where user_id = :user_id) as anywhere,
     array(select kind from push_silences where user_id = :user_id order by kind) as silenced`,
  { here: is.flag, anywhere: is.flag, silenced: is.list(is.oneOf(PUSH_KINDS)) },
)

const silence = sql<{ user_id: number; kinds: string[] }>(
  'push_silences.insert',
  `insert into push_silences (user_id, kind) select :user_id, unnest(:kinds::text[]) on conflict do nothing`,
)

const hear = sql<{ user_id: number; kinds: string[] }>(
  'push_silences.delete',
  'delete from push_silences where user_id = :user_id and kind = any (:kinds::text[])',
)

/**
 * Stores the subscription of a session in place of its last one, and of the oldest when there are too many.
 */
export async function putSubscription(
  tx: Queryable,
  owner: Owner,
  { service_key, ...target }: Target & { service_key: string },
): Promise<void> {
  const endpoint_hash = endpointHash(target.endpoint)
  await clear.run(tx, { session_id: owner.session_id, endpoint_hash })
  await insert.run(tx, { ...owner, ...target, endpoint_hash, service_key })
  await trim.run(tx, { user_id: owner.user_id, most: MOST_SUBSCRIPTIONS })
}

/** Deletes the subscription of a session, if there is one. */
export async function dropSubscription(tx: Queryable, session_id: number): Promise<void> {
  await remove.run(tx, { session_id })
}

/** Deletes a subscription that its push service no longer knows. */
export async function forgetSubscription(db: Queryable, id: number): Promise<void> {
  await gone.run(db, { id })
}

/** Sends nothing to this subscription for a while. */
export async function restSubscription(db: Queryable, id: number, pause_ms: number): Promise<void> {
  await rest.run(db, { id, pause_ms })
}

/** How notices of a person are set. `service_key`: subscriptions under another key are of no use. */
export function findChoices(db: Queryable, owner: Owner, service_key: string): Promise<PushChoices> {
  return choices.one(db, { ...owner, service_key })
}

/** Sets which kinds a person does not want. */
export async function setSilences(tx: Queryable, user_id: number, silenced: MailKind[]): Promise<void> {
  await hear.run(tx, { user_id, kinds: PUSH_KINDS.filter((kind) => !silenced.includes(kind)) })
  await silence.run(tx, { user_id, kinds: silenced })
}
