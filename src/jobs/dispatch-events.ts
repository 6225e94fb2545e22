import { createHash } from 'node:crypto'
import { type Act, change, type Db, SYSTEM } from '../db/db.ts'
import { claimEvents } from '../events/record.ts'
import type { MailBody } from '../mail/content.ts'
import { writeMail } from '../mail/mails.ts'
import { insertMails, type NewMail, type StoredBody } from '../mail/outbox-store.ts'
import { type Loaded, loadNotice, loadPeople } from '../notifications/load-notice.ts'
import type { Notice } from '../notifications/notice.ts'
import { type MailKind, mailFor } from '../notifications/recipients.ts'
import { eventsWait } from './queue-store.ts'

/** Events taken in one transaction. */
const MOST_EVENTS = 200
/** Mails written by one statement: a group of a hundred thousand takes many, each far inside its time. */
const MOST_MAILS = 5_000

/** `failed`: events that could not be put into words; they count as told, so that they hold up nothing else. */
export type Dispatched = { events: number; mails: number; failed: { event_id: number; error: unknown }[] }

/**
 * Turns all waiting events into mails in the outbox. An event and its mails are one transaction: it is told once, and
 * never when what happened was rolled back. Any number of processes may do this at once.
 */
export async function dispatchEvents(db: Db, stopped: () => boolean = () => false): Promise<Dispatched> {
  // Its own commits are no news to the dispatcher.
  const quiet: Db = { ...db, committed: () => undefined }
  const total: Dispatched = { events: 0, mails: 0, failed: [] }
  while (!stopped() && (await eventsWait(db.pool))) {
    const done = await change(quiet, SYSTEM, dispatchSome)
    // What waits is in another process's hands.
    if (done.events === 0) break
    total.events += done.events
    total.mails += done.mails
    total.failed.push(...done.failed)
  }
  return total
}

type Pair = { event_id: number; user_id: number }

/** What one transaction works on. `written` holds bodies by what they depend on; null: could not be written. */
type Batch = {
  tx: Act['tx']
  notices: Map<number, Notice>
  written: Map<string, StoredBody | null>
  failed: Dispatched['failed']
}

async function dispatchSome({ tx }: Act): Promise<Dispatched> {
  const events = await claimEvents(tx, MOST_EVENTS)
  const loaded: Loaded = new Map()
  const batch: Batch = { tx, notices: new Map(), written: new Map(), failed: [] }
  for (const event of events) {
    const notice = await loadNotice(tx, event, loaded)
    if (notice !== null) batch.notices.set(event.id, notice)
  }
  const pairs = [...batch.notices.values()].flatMap(pairsOf)
  let mails = 0
  for (let from = 0; from < pairs.length; from += MOST_MAILS) {
    mails += await writeMails(batch, pairs.slice(from, from + MOST_MAILS))
  }
  return { events: events.length, mails, failed: batch.failed }
}

function pairsOf({ event, user_ids }: Notice): Pair[] {
  return user_ids.map((user_id) => ({ event_id: event.id, user_id }))
}

async function writeMails(batch: Batch, pairs: Pair[]): Promise<number> {
  const bodies = new Map<string, StoredBody>()
  const mails: NewMail[] = []
  for (const { event_id, user_id, ...person } of await loadPeople(batch.tx, pairs)) {
    const notice = batch.notices.get(event_id)
    const kind = notice === undefined ? null : mailFor(notice.event, { user_id, ...person })
    const body = notice === undefined || kind === null ? null : bodyFor(batch, notice, kind, person.time_zone)
    if (notice === undefined || kind === null || body === null) continue
    bodies.set(body.hash.toString('hex'), body)
    const { only_undecided, discreet } = notice
    mails.push({ event_id, user_id, kind, body_hash: body.hash, only_undecided, discreet })
  }
  return mails.length === 0 ? 0 : insertMails(batch.tx, [...bodies.values()], mails)
}

/** One body serves everybody who is told the same in the same time zone. */
function bodyFor(batch: Batch, notice: Notice, kind: MailKind, time_zone: string): StoredBody | null {
  const { event } = notice
  // Invitations of many people to one group are many events that say the same.
  const about =
    kind === 'group_invitation' ? `group ${event.group_id} ${event.actor_id}` : `event ${event.id}`
  const name = `${about} ${kind} ${time_zone}`
  const known = batch.written.get(name)
  if (known !== undefined) return known
  let body: StoredBody | null = null
  try {
    body = withHash(writeMail(notice, kind, time_zone))
  } catch (error) {
    batch.failed.push({ event_id: event.id, error })
  }
  batch.written.set(name, body)
  return body
}

function withHash(body: MailBody): StoredBody {
  const parts = JSON.stringify([body.subject, body.text_body, body.html_body])
  return { ...body, hash: createHash('sha256').update(parts).digest() }
}
