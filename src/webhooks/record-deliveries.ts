import type { Queryable } from '../db/sql.ts'
import { discardedIn, type Event, removedBy } from '../events/event.ts'
import type { Loaded } from '../notifications/load-notice.ts'
import { eventBody } from './bodies/body-formats.ts'
import { type EventView, isForWebhooks } from './bodies/event-view.ts'
import { loadEventViews } from './bodies/load-event-view.ts'
import {
  deleteDeliveriesOf,
  deleteWaitingOf,
  insertDeliveries,
  type NewDelivery,
} from './deliveries-store.ts'
import { type Format, type Webhook, wants } from './webhook.ts'
import { listeningWebhooks } from './webhooks-store.ts'

/** `failed`: events whose text could not be made. */
export type Filled = { deliveries: number; failed: { event_id: number; error: unknown }[] }

/** Bodies in one statement: each may contain a whole poll. */
const MOST_BODIES = 200

/** `loaded`: subjects the dispatcher has already read. */
type Tools = { public_url: string; loaded: Loaded }

/** Records the deliveries of these events: each event once for each webhook that wants its kind. */
export async function recordDeliveries(
  tx: Queryable,
  events: Event[],
  { public_url, loaded }: Tools,
): Promise<Filled> {
  await forgetComments(tx, events)
  await forgetDiscarded(tx, events)
  const offered = events.filter(isForWebhooks)
  const group_ids = [...new Set(offered.map(({ group_id }) => group_id))]
  const webhooks = group_ids.length === 0 ? [] : await listeningWebhooks(tx, group_ids)
  const wanted = offered.filter((event) => webhooks.some((webhook) => hears(webhook, event)))
  const filled: Filled = { deliveries: 0, failed: [] }
  if (wanted.length === 0) return filled
  const writing = { webhooks, public_url, failed: filled.failed }
  const all = (await loadEventViews(tx, wanted, loaded)).flatMap((one) => deliveriesOf(one, writing))
  for (let from = 0; from < all.length; from += MOST_BODIES)
    filled.deliveries += await insertDeliveries(tx, all.slice(from, from + MOST_BODIES))
  return filled
}

function hears(webhook: Webhook, { group_id, kind }: Event): boolean {
  return webhook.group_id === group_id && wants(webhook, kind)
}

type Writing = { webhooks: Webhook[]; public_url: string; failed: Filled['failed'] }

/** All webhooks with the same format share one body. */
function deliveriesOf(view: EventView, { webhooks, public_url, failed }: Writing): NewDelivery[] {
  const { id, kind } = view.event
  const written = new Map<Format, string>()
  const bodyIn = (format: Format) => {
    const body = written.get(format) ?? eventBody(view, format, public_url)
    written.set(format, body)
    return body
  }
  try {
    return webhooks
      .filter((webhook) => hears(webhook, view.event))
      .map((webhook) => ({ webhook_id: webhook.id, event_id: id, kind, body: bodyIn(webhook.format) }))
  } catch (error) {
    failed.push({ event_id: id, error })
    return []
  }
}

/** Deleting a comment also deletes its text from the log; waiting deliveries are not sent. */
async function forgetComments(tx: Queryable, events: Event[]): Promise<void> {
  const deleted = removedBy(events, 'Comment')
  if (deleted.length > 0) await deleteDeliveriesOf(tx, deleted)
}

/** Discarded polls and threads are no longer sent. */
async function forgetDiscarded(tx: Queryable, events: Event[]): Promise<void> {
  const gone = discardedIn(events)
  if (gone !== null) await deleteWaitingOf(tx, gone)
}
