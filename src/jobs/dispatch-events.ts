import { type Act, change, type Db, SYSTEM } from '../db/db.ts'
import { claimEvents, numberEvents } from '../events/record.ts'
import { TOUCHED_CHANNEL, type Topic, topicsOf, writeTopics } from '../events/touched.ts'
import { dropDiscarded } from '../mail/drop-discarded.ts'
import { fillOutbox } from '../mail/fill-outbox.ts'
import { forgetComments } from '../mail/forget-comments.ts'
import { type Loaded, loadNotice } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { recordDeliveries } from '../webhooks/record-deliveries.ts'
import { eventsWait, tellProcesses } from './queue-store.ts'

/** Events taken in one transaction. */
const MOST_EVENTS = 200

/** `failed`: events that could not be put into words; they count as told, so that they hold up nothing else. */
export type Dispatched = {
  events: number
  mails: number
  deliveries: number
  failed: { event_id: number; error: unknown }[]
}

/**
 * Turns all waiting events into mails in the outbox and deliveries to webhooks, whose links begin with `public_url`. An
 * event and what comes of it are one transaction: it is told once, and
 * never when what happened was rolled back. Any number of processes may do this at once.
 */
export async function dispatchEvents(
  db: Db,
  public_url: string,
  stopped: () => boolean = () => false,
): Promise<Dispatched> {
  // Its own commits are no news to the dispatcher.
  const quiet: Db = { ...db, committed: () => undefined }
  const total: Dispatched = { events: 0, mails: 0, deliveries: 0, failed: [] }
  while (!stopped() && (await eventsWait(db.pool))) {
    const { touched, ...done } = await change(quiet, SYSTEM, (act) => dispatchSome(act, public_url))
    await tellOpenPages(db, touched)
    // What waits is in another process's hands.
    if (done.events === 0) break
    total.events += done.events
    total.mails += done.mails
    total.deliveries += done.deliveries
    total.failed.push(...done.failed)
  }
  return total
}

/**
 * Open pages look again at what these events have touched. Outside of any transaction: notifications take a lock that
 * would let commits wait for each other. One that is lost is made up for by the pages' own looks.
 */
async function tellOpenPages(db: Db, touched: Topic[]): Promise<void> {
  if (touched.length === 0) return
  await tellProcesses(db.pool, TOUCHED_CHANNEL, writeTopics(touched)).catch(() => undefined)
}

async function dispatchSome({ tx }: Act, public_url: string): Promise<Dispatched & { touched: Topic[] }> {
  // A plan made for a group of five, kept by the connection, takes minutes for one of fifty thousand.
  await tx.query('set local plan_cache_mode = force_custom_plan')
  const events = await claimEvents(tx, MOST_EVENTS)
  await forgetComments(tx, events)
  await dropDiscarded(tx, events)
  const loaded: Loaded = new Map()
  const notices: Notice[] = []
  for (const event of events) {
    const notice = await loadNotice(tx, event, loaded)
    if (notice !== null) notices.push(notice)
  }
  const { mails, failed } = await fillOutbox(tx, notices)
  const told = await recordDeliveries(tx, events, { public_url, loaded })
  await numberEvents(tx, events)
  return {
    events: events.length,
    touched: topicsOf(events),
    mails,
    deliveries: told.deliveries,
    failed: [...failed, ...told.failed],
  }
}
