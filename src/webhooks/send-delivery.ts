import type { Config } from '../config.ts'
import { type Act, change, type Db, SYSTEM } from '../db/db.ts'
import { LEASE_MS } from '../db/due-rows.ts'
import { eventFromJson, type NewEvent } from '../events/event.ts'
import { changed } from '../events/field-change.ts'
import { recordChange } from '../events/record.ts'
import { hostOf } from '../text/web-place.ts'
import { eventBody } from './bodies/body-formats.ts'
import { isForWebhooks } from './bodies/event-view.ts'
import { loadEventViews } from './bodies/load-event-view.ts'
import { type ClaimedDelivery, claimDelivery, claimThis, settleDelivery } from './deliveries-store.ts'
import { type Answer, judge, type Verdict } from './delivery.ts'
import { LIMIT_MS, sendPost } from './send-post.ts'
import { signedHeaders } from './signature.ts'
import type { DisabledReason, Webhook } from './webhook.ts'
import { adminsOf, lockWebhook, markDisabled, markFailing, markSucceeded } from './webhooks-store.ts'

/** `limit_ms`: the time limit of one request in all; by default 15 seconds. */
export type Messenger = { db: Db; config: Pick<Config, 'outbound_allow' | 'public_url'>; limit_ms?: number }

/** The result of a try. `none`: it no longer waits, or its webhook is gone. */
export type Tried =
  | { outcome: 'none' }
  | { outcome: Verdict['is']; id: number; webhook_id: number; answer: Answer }

/**
 * Claims one due delivery, skipping the webhooks in `except`; null: none. Claims run one after the other, so
 * each sees the one before.
 */
export function takeDelivery({ db }: Messenger, except: number[] = []): Promise<ClaimedDelivery | null> {
  return claimDelivery(db.pool, { lease_ms: LEASE_MS, except })
}

/** Sends this delivery now, if it is waiting: a test, whose requester waits for the result. */
export async function sendThisDelivery(messenger: Messenger, id: number): Promise<Tried> {
  const claimed = await claimThis(messenger.db.pool, id, LEASE_MS)
  return claimed === null ? { outcome: 'none' } : sendDelivery(messenger, claimed)
}

/** Sends a claimed delivery, and records the result. */
export async function sendDelivery(
  { db, config, limit_ms = LIMIT_MS }: Messenger,
  claimed: ClaimedDelivery,
): Promise<Tried> {
  const { message_id, url, secrets, now } = claimed
  const body = await bodyToSend(db, claimed, config.public_url)
  if (body === null) return { outcome: 'none' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Folkmoot',
    ...signedHeaders({ message_id, at: now, body }, secrets),
  }
  const answer = await sendPost({ url, headers, body }, { allowed: config.outbound_allow, limit_ms })
  return change(db, SYSTEM, (act) => settle(act, claimed, answer))
}

/**
 * The stored body, or one with what may be shown now, if the poll hides its results again. Null: its subject
 * is gone.
 */
async function bodyToSend(
  { pool }: Db,
  { body, format, outdated }: ClaimedDelivery,
  public_url: string,
): Promise<string | null> {
  if (outdated === null) return body
  const event = eventFromJson(outdated)
  const [view] = isForWebhooks(event) ? await loadEventViews(pool, [event], new Map()) : []
  return view === undefined ? null : eventBody(view, format, public_url)
}

/** Records the result. Locks the webhook first, as everywhere. */
async function settle({ tx }: Act, claimed: ClaimedDelivery, answer: Answer): Promise<Tried> {
  const { id, webhook_id, attempts, event_id, created_at } = claimed
  const webhook = await lockWebhook(tx, webhook_id)
  if (webhook === null) return { outcome: 'none' }
  const verdict = judge(answer, {
    attempts,
    is_test: event_id === null,
    succeeded_since: webhook.succeeded_at !== null && webhook.succeeded_at > created_at,
    chance: Math.random(),
  })
  const pause_ms = verdict.is === 'waiting' ? verdict.pause_ms : 0
  await settleDelivery(tx, id, { answer, status: verdict.is, pause_ms })
  if (verdict.is === 'sent') await markSucceeded(tx, webhook_id)
  else if (event_id !== null) await markFailing(tx, webhook_id)
  if (verdict.is === 'failed' && verdict.disables !== null) await disable(tx, webhook, verdict.disables)
  return { outcome: verdict.is, id, webhook_id, answer }
}

/** Stops all deliveries, and notifies the group's admins by mail. */
async function disable(tx: Act['tx'], webhook: Webhook, reason: DisabledReason): Promise<void> {
  if (webhook.disabled_at !== null) return
  const { id, group_id } = webhook
  await markDisabled(tx, id, reason)
  const event: NewEvent = {
    kind: 'webhook_disabled',
    group_id,
    discussion_id: null,
    poll_id: null,
    subject_id: id,
    actor_id: null,
    recipient_ids: await adminsOf(tx, group_id),
    recipient_message: null,
  }
  await recordChange(tx, event, changed('host', null, hostOf(webhook)))
}
