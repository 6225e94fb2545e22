import { change, type Db, isDatabaseTrouble, SYSTEM } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { kindsWhere } from '../events/kinds.ts'
import { claimEvents, numberEvents, setEventsAside, tellNobody } from '../events/record.ts'
import { TOUCHED_CHANNEL, type Topic, topicsOf, writeTopics } from '../events/touched.ts'
import { dropDiscarded } from '../mail/drop-discarded.ts'
import { fillOutbox } from '../mail/fill-outbox.ts'
import { forgetComments } from '../mail/forget-comments.ts'
import { type Loaded, loadNotice } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { isMailed } from '../notifications/recipients.ts'
import { recordDeliveries } from '../webhooks/record-deliveries.ts'
import { describeError } from './job-loop.ts'
import { eventsWait, tellProcesses } from './queue-store.ts'

/** Events taken in one transaction. */
const MOST_EVENTS = 200
/** Taken in one statement where nobody is told of them. */
const MOST_UNHEARD = 1_000
/**
 * Of these there are no mails where the event names nobody, and nothing is taken back: only a webhook could
 * hear of them.
 */
export const QUIET = kindsWhere(({ removes }) => !removes).filter(
  (kind) => !isMailed({ kind, recipient_ids: [] }),
)

/** `failed`: events that could not be told, and were set aside, so that they hold up nothing else. */
export type Dispatched = {
  events: number
  mails: number
  deliveries: number
  failed: { event_id: number; error: unknown }[]
}

type Round = Dispatched & { touched: Topic[] }

/**
 * Turns all waiting events into mails in the outbox and deliveries to webhooks, whose links begin with
 * `public_url`. An event and what comes of it are one transaction: it is told once, and never when what
 * happened was rolled back. Any number of processes may do this at once. One that the program cannot tell is
 * set aside; trouble with the database is no fault of any event, and is thrown.
 */
export async function dispatchEvents(
  db: Db,
  public_url: string,
  stopped: () => boolean = () => false,
): Promise<Dispatched> {
  // Its own commits are no news to the dispatcher.
  const quiet: Db = { ...db, committed: () => undefined }
  const total: Dispatched = { events: 0, mails: 0, deliveries: 0, failed: [] }
  let alone = 0
  while (!stopped()) {
    if (alone === 0) {
      const { events, left } = await tellUnheard(db)
      total.events += events
      if (!left) break
      if (events === MOST_UNHEARD) continue
    } else if (!(await eventsWait(db.pool))) break
    const round = await (alone > 0 ? dispatchAlone : dispatchTogether)(quiet, public_url)
    // Which of them cannot be told shows when each is taken by itself.
    alone = round === null ? MOST_EVENTS : Math.max(0, alone - 1)
    if (round === null) continue
    await tellOpenPages(db, round.touched)
    // What waits is in another process's hands.
    if (round.events === 0) break
    total.events += round.events
    total.mails += round.mails
    total.deliveries += round.deliveries
    total.failed.push(...round.failed)
  }
  return total
}

/** Most events are votes, and a vote is told to nobody but the feed and open pages. `left`: others wait. */
async function tellUnheard(db: Db): Promise<{ events: number; left: boolean }> {
  const { events, left, touched } = await tellNobody(db.pool, QUIET, MOST_UNHEARD)
  await tellOpenPages(db, topicsOf(touched))
  return { events, left }
}

/** Null: nothing was done, for one of them cannot be told. */
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

/** The oldest event by itself; set aside when it cannot be told. */
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

/** It is in the feed, and open pages look again, as of any other: only nobody is told of it. */
async function setAside(tx: Queryable, event: Event, error: unknown): Promise<Round> {
  const failed = [{ event_id: event.id, error }]
  const done = await setEventsAside(tx, reasonsOf(failed), { claimed: false })
  await numberEvents(tx, [event])
  const touched = topicsOf([event])
  return { events: 1, mails: 0, deliveries: 0, failed: done === 0 ? [] : failed, touched }
}

/** One reason for each event. */
function reasonsOf(failed: Dispatched['failed']): { id: number; reason: string }[] {
  const first = new Map(failed.toReversed().map(({ event_id, error }) => [event_id, describeError(error)]))
  return [...first].map(([id, { code, message }]) => ({ id, reason: `${code}: ${message}` }))
}

/**
 * Open pages look again at what these events have touched. Outside of any transaction: notifications take a
 * lock that would let commits wait for each other. One that is lost is made up for by the pages' own looks.
 */
async function tellOpenPages(db: Db, touched: Topic[]): Promise<void> {
  if (touched.length === 0) return
  await tellProcesses(db.pool, TOUCHED_CHANNEL, writeTopics(touched)).catch(() => undefined)
}

async function dispatchSome(tx: Queryable, events: Event[], public_url: string): Promise<Round> {
  // A plan made for a group of five, kept by the connection, takes minutes for one of fifty thousand.
  await tx.query('set local plan_cache_mode = force_custom_plan')
  await forgetComments(tx, events)
  await dropDiscarded(tx, events)
  const loaded: Loaded = new Map()
  const notices: Notice[] = []
  for (const event of events) {
    const notice = await loadNotice(tx, event, loaded)
    if (notice !== null) notices.push(notice)
  }
  const { mails, failed: unwritten } = await fillOutbox(tx, notices)
  const recorded = await recordDeliveries(tx, events, { public_url, loaded })
  const failed = [...unwritten, ...recorded.failed]
  if (failed.length > 0) await setEventsAside(tx, reasonsOf(failed), { claimed: true })
  await numberEvents(tx, events)
  return { events: events.length, touched: topicsOf(events), mails, deliveries: recorded.deliveries, failed }
}
