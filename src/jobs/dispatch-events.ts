import { change, type Db, SYSTEM } from '../db/db.ts'
import { isDatabaseTrouble } from '../db/failures.ts'
import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { kindsWhere } from '../events/kinds.ts'
import { claimEvents, numberEvents, setEventsAside, tellNobody } from '../events/record.ts'
import { TOUCHED_CHANNEL, type Topic, topicsOf, writeTopics } from '../events/touched.ts'
import { dropDiscarded } from '../mail/drop-discarded.ts'
import { fillOutbox } from '../mail/fill-outbox.ts'
import { forgetComments } from '../mail/forget-comments.ts'
import { rewriteInvitations } from '../mail/rewrite-invitations.ts'
import { type Loaded, loadNotice } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { isMailed } from '../notifications/recipients.ts'
import { recordPushes } from '../push/record-pushes.ts'
import { recordDeliveries } from '../webhooks/record-deliveries.ts'
import { describeError } from './job-loop.ts'
import { eventsWait, tellProcesses } from './queue-store.ts'

/** Events claimed in one transaction. */
const MOST_EVENTS = 200
/** Claimed in one statement when they notify nobody. */
const MOST_UNHEARD = 1_000
/** Without recipients these send and change no mails, and remove nothing: only a webhook could get them. */
export const QUIET = kindsWhere(
  ({ removes, changes_invitations }) => !removes && changes_invitations !== true,
).filter((kind) => !isMailed({ kind, recipient_ids: [] }))

/** `failed`: events that failed and were set aside, so that they delay no others. */
export type Dispatched = {
  events: number
  mails: number
  pushes: number
  deliveries: number
  failed: { event_id: number; error: unknown }[]
}

type Round = Dispatched & { touched: Topic[] }

/**
 * Turns all waiting events into mails in the outbox, notices for browsers and webhook deliveries. Links in
 * them begin with `public_url`. An event and its messages share one transaction: it is sent once, and never
 * if its change was rolled back. Any number of processes may do this at once. An event that fails is set
 * aside; a database error is not the event's fault, and is thrown.
 */
export async function dispatchEvents(
  db: Db,
  public_url: string,
  stopped: () => boolean = () => false,
): Promise<Dispatched> {
  // The dispatcher's own commits need not wake it.
  const quiet: Db = { ...db, committed: () => undefined }
  const total: Dispatched = { events: 0, mails: 0, pushes: 0, deliveries: 0, failed: [] }
  let alone = 0
  while (!stopped()) {
    if (alone === 0) {
      const { events, left } = await tellUnheard(db)
      total.events += events
      if (!left) break
      if (events === MOST_UNHEARD) continue
    } else if (!(await eventsWait(db.pool))) break
    const round = await (alone > 0 ? dispatchAlone : dispatchTogether)(quiet, public_url)
    // Dispatches each alone to find the one that fails.
    alone = round === null ? MOST_EVENTS : Math.max(0, alone - 1)
    if (round === null) continue
    await tellOpenPages(db, round.touched)
    // Another process has claimed the rest.
    if (round.events === 0) break
    total.events += round.events
    total.mails += round.mails
    total.pushes += round.pushes
    total.deliveries += round.deliveries
    total.failed.push(...round.failed)
  }
  return total
}

/** Most events are votes, which only the feed and open pages show. `left`: more are waiting. */
async function tellUnheard(db: Db): Promise<{ events: number; left: boolean }> {
  const { events, left, touched } = await tellNobody(db.pool, QUIET, MOST_UNHEARD)
  await tellOpenPages(db, topicsOf(touched))
  return { events, left }
}

/** Null: nothing was done, because one of them fails. */
async function dispatchTogether(db: Db, public_url: string): Promise<Round | null> {
  try {
    return await change(db, SYSTEM, async ({ tx }) =>
      dispatchSome(tx, await claimEvents(tx, MOST_EVENTS), public_url),
    )
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    return null
  }
}

/** The oldest event alone; set aside if it fails. */
async function dispatchAlone(db: Db, public_url: string): Promise<Round> {
  let taken: Event[] = []
  try {
    return await change(db, SYSTEM, async ({ tx }) => {
      taken = await claimEvents(tx, 1)
      return dispatchSome(tx, taken, public_url)
    })
  } catch (error) {
    const [event] = taken
    if (event === undefined || isDatabaseTrouble(error)) throw error
    return change(db, SYSTEM, ({ tx }) => setAside(tx, event, error))
  }
}

/** Like any other it is in the feed, and open pages reload: it only notifies nobody. */
async function setAside(tx: Queryable, event: Event, error: unknown): Promise<Round> {
  const failed = [{ event_id: event.id, error }]
  const done = await setEventsAside(tx, reasonsOf(failed), { claimed: false })
  await numberEvents(tx, [event])
  const touched = topicsOf([event])
  return { events: 1, mails: 0, pushes: 0, deliveries: 0, failed: done === 0 ? [] : failed, touched }
}

/** One reason for each event. */
function reasonsOf(failed: Dispatched['failed']): { id: number; reason: string }[] {
  const first = new Map(failed.toReversed().map(({ event_id, error }) => [event_id, describeError(error)]))
  return [...first].map(([id, { code, message }]) => ({ id, reason: `${code}: ${message}` }))
}

/**
 * Makes open pages reload what these events changed. Outside of any transaction: notifications take a lock
 * that would make commits wait for each other. Pages also poll, which makes up for a lost one.
 */
async function tellOpenPages(db: Db, touched: Topic[]): Promise<void> {
  if (touched.length === 0) return
  await tellProcesses(db.pool, TOUCHED_CHANNEL, writeTopics(touched)).catch(() => undefined)
}

async function dispatchSome(tx: Queryable, events: Event[], public_url: string): Promise<Round> {
  // The connection would keep a plan made for a group of five, which takes minutes for fifty thousand.
  await tx.query('set local plan_cache_mode = force_custom_plan')
  await forgetComments(tx, events)
  await dropDiscarded(tx, events)
  const loaded: Loaded = new Map()
  const notices: Notice[] = []
  for (const event of events) {
    const notice = await loadNotice(tx, event, loaded)
    if (notice !== null) notices.push(notice)
  }
  const { mails, failed: unwritten } = await fillOutbox(tx, notices, public_url)
  const unchanged = await rewriteInvitations(tx, events, public_url)
  const pushes = await recordPushes(tx, notices)
  const recorded = await recordDeliveries(tx, events, { public_url, loaded })
  const failed = [...unwritten, ...unchanged, ...recorded.failed]
  if (failed.length > 0) await setEventsAside(tx, reasonsOf(failed), { claimed: true })
  await numberEvents(tx, events)
  const told = { mails, pushes, deliveries: recorded.deliveries }
  return { events: events.length, touched: topicsOf(events), ...told, failed }
}
