import type { Queryable } from '../db/sql.ts'
import { discardedIn, type Event, removedBy } from '../events/event.ts'
import type { Loaded } from '../notifications/load-notice.ts'
import { eventBody } from './bodies/body-formats.ts'
import type { EventView, WebhookEvent } from './bodies/event-view.ts'
import { loadEventViews } from './bodies/load-event-view.ts'
import {
  deleteDeliveriesOf,
  deleteWaitingOf,
  insertDeliveries,
  type NewDelivery,
} from './deliveries-store.ts'
import { type Format, isWebhookKind, type Webhook, wants } from './webhook.ts'
import { listeningWebhooks } from './webhooks-store.ts'

/** `failed`: events that could not be put into words. */
export type Filled = { deliveries: number; failed: { event_id: number; error: unknown }[] }

/** Bodies written by one statement: each may hold a whole poll. */
const MOST_BODIES = 200

/** `loaded`: subjects the dispatcher has read already. */
type Tools = { public_url: string; loaded: Loaded }

/**
 * Writes down what webhooks are to be told of these events: each event once to each webhook that wants its
 * kind.
 */
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

const isForWebhooks = (event: Event): event is WebhookEvent => isWebhookKind(event.kind)

function hears(webhook: Webhook, { group_id, kind }: Event): boolean {
  return webhook.group_id === group_id && wants(webhook, kind)
}

type Writing = { webhooks: Webhook[]; public_url: string; failed: Filled['failed'] }

/** One body serves all webhooks of a format. */
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

/** What was said in a comment goes from the log when the comment is deleted; what waits is not sent. */
async function forgetComments(tx: Queryable, events: Event[]): Promise<void> {
  const deleted = removedBy(events, 'Comment')
  if (deleted.length > 0) await deleteDeliveriesOf(tx, deleted)
}

/** Of what was discarded nothing more is told. */
async function forgetDiscarded(tx: Queryable, events: Event[]): Promise<void> {
  const gone = discardedIn(events)
  if (gone !== null) await deleteWaitingOf(tx, gone)
}
