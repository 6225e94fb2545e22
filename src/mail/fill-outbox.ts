import type { Queryable } from '../db/sql.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { groupState } from '../groups/group-state.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import type { Language } from '../locales/languages.ts'
import { loadPeople } from '../notifications/load-notice.ts'
import { loadOpenBallots } from '../notifications/load-open-ballots.ts'
import type { Notice } from '../notifications/notice.ts'
import type { PersonRow } from '../notifications/notice-reads.ts'
import { invitesToGroup, mailFor } from '../notifications/recipients.ts'
import { insertMails, type NewMail, writeBodies } from './outbox-store.ts'
import { type Reader, writeMail } from './texts/mails.ts'
import { type StoredBody, storedBody } from './texts/stored-body.ts'
import { replaceBodies } from './waiting-invitations-store.ts'

/** Mails per statement: a group of a hundred thousand takes many statements, each far below the timeout. */
const MOST_MAILS = 5_000

/** `failed`: events whose mails could not be written. */
export type Filled = { mails: number; failed: { event_id: number; error: unknown }[] }

type Pair = { event_id: number; user_id: number }

/** `written` caches bodies by the values they depend on; null: could not be written. */
type Batch = {
  tx: Queryable
  public_url: string
  notices: Map<number, Notice>
  written: Map<string, StoredBody | null>
  failed: Filled['failed']
  put: (tx: Queryable, bodies: StoredBody[], mails: NewMail[]) => Promise<number>
}

/**
 * Puts the mails of these notices into the outbox: one for each recipient, and only once. A suspended group
 * sends none, also not later: their links would be of no use now, and late mails would be old news.
 */
export function fillOutbox(tx: Queryable, notices: Notice[], public_url: string): Promise<Filled> {
  return writeAll(tx, notices, { public_url, put: insertMails })
}

/** Rewrites the waiting mails of these notices. Returns events whose mails cannot be written. */
export async function rewriteMails(
  tx: Queryable,
  notices: Notice[],
  public_url: string,
): Promise<Filled['failed']> {
  const put: Batch['put'] = async (_, bodies, mails) => {
    await writeBodies(tx, bodies)
    await replaceBodies(tx, mails)
    return 0
  }
  return (await writeAll(tx, notices, { public_url, put })).failed
}

async function writeAll(
  tx: Queryable,
  notices: Notice[],
  how: Pick<Batch, 'public_url' | 'put'>,
): Promise<Filled> {
  const told = notices.filter(({ subject }) => groupState(subject.in_group.group) === 'active')
  const byEvent = new Map(told.map((notice) => [notice.event.id, notice]))
  const batch: Batch = { tx, notices: byEvent, written: new Map(), failed: [], ...how }
  let mails = 0
  for (const pairs of chunksOf(told)) mails += await writeMails(batch, pairs)
  return { mails, failed: batch.failed }
}

/** All recipients in chunks: there could be millions of pairs. */
function* chunksOf(notices: Notice[]): Generator<Pair[]> {
  let pairs: Pair[] = []
  for (const { event, user_ids } of notices) {
    for (const user_id of user_ids) {
      pairs.push({ event_id: event.id, user_id })
      if (pairs.length < MOST_MAILS) continue
      yield pairs
      pairs = []
    }
  }
  if (pairs.length > 0) yield pairs
}

async function writeMails(batch: Batch, pairs: Pair[]): Promise<number> {
  const bodies = new Map<string, StoredBody>()
  const mails: NewMail[] = []
  const ballots = await loadOpenBallots(batch.tx, pairs.filter(invitedTo(batch)))
  for (const { event_id, user_id, ...person } of await loadPeople(batch.tx, pairs)) {
    const notice = batch.notices.get(event_id)
    if (notice === undefined) continue
    const told_time = notice.told_times.get(user_id) ?? null
    const loses_time = told_time !== null && notice.withdrawal !== null
    const kind = mailFor(notice.event, { user_id, loses_time, ...person })
    const reader = {
      language: languageFor(person, notice),
      time_zone: person.time_zone,
      told_time,
      voted: notice.votes.get(user_id) ?? null,
      public_url: batch.public_url,
      ballots: ballots.get(`${event_id} ${user_id}`),
    }
    const body = kind === null ? null : bodyFor(batch, notice, { kind, reader })
    if (kind === null || body === null) continue
    bodies.set(body.hash.toString('hex'), body)
    const { only_undecided, discreet } = notice
    mails.push({ event_id, user_id, kind, body_hash: body.hash, only_undecided, discreet })
  }
  return mails.length === 0 ? 0 : batch.put(batch.tx, [...bodies.values()], mails)
}

function languageFor(
  { locale, browser_locale }: Pick<PersonRow, 'locale' | 'browser_locale'>,
  { subject }: Notice,
): Language {
  return chooseLanguage({ own: locale, group: subject.in_group.group.locale, former: browser_locale })
}

/** Whether the recipient of this pair is invited to a group. */
function invitedTo({ notices }: Batch): (pair: Pair) => boolean {
  return ({ event_id }) => invitesToGroup(notices.get(event_id)?.event.kind ?? '')
}

/** Recipients share one body if they get the same content in the same language and time zone. */
function bodyFor(
  batch: Batch,
  notice: Notice,
  { kind, reader }: { kind: MailKind; reader: Reader },
): StoredBody | null {
  const { event } = notice
  // Inviting many people to one group records many events with the same content.
  const about =
    kind === 'group_invitation'
      ? `group ${event.group_id} ${event.actor_id} ${reader.ballots?.polls.map(({ id }) => id)}`
      : `event ${event.id}`
  const name = `${about} ${kind} ${reader.language} ${reader.time_zone} ${reader.voted} ${reader.told_time ?? ''}`
  const known = batch.written.get(name)
  if (known !== undefined) return known
  let body: StoredBody | null = null
  try {
    body = storedBody(writeMail(notice, kind, reader))
  } catch (error) {
    batch.failed.push({ event_id: event.id, error })
  }
  batch.written.set(name, body)
  return body
}
