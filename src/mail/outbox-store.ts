import { type Fields, is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Discarded } from '../events/event.ts'
import { MAIL_KINDS, type MailKind } from '../events/mail-rule.ts'
import { type MailPurpose, PURPOSES } from '../users/sign-in/purpose.ts'
import { MAIL_STATUS, type MailStatus } from './mail-status.ts'
import { RESULTS_HIDDEN } from './results-in-mails.ts'
import type { StoredBody } from './texts/stored-body.ts'

export type NewMail = {
  event_id: number
  user_id: number
  kind: MailKind
  body_hash: Buffer
  only_undecided: boolean
  discreet: boolean
}

/**
 * A mail as listed. One about an account has no event, belongs to no group, and has its purpose as its kind.
 */
export type ListedMail = {
  id: number
  event_id: number | null
  kind: MailKind | MailPurpose
  status: MailStatus
  subject: string
  user_id: number
  email: string
  group_handle: string | null
  attempts: number
  due_at: Date
  last_error: string | null
  sent_at: Date | null
  created_at: Date
}

const LISTED_ROW: Fields<ListedMail> = {
  id: is.integer,
  event_id: is.nullable(is.integer),
  kind: is.oneOf([...MAIL_KINDS, ...PURPOSES]),
  status: MAIL_STATUS,
  subject: is.text,
  user_id: is.integer,
  email: is.text,
  group_handle: is.nullable(is.text),
  attempts: is.integer,
  due_at: is.instant,
  last_error: is.nullable(is.text),
  sent_at: is.nullable(is.instant),
  created_at: is.instant,
}

/**
 * A mail with its bodies, which contain placeholders instead of links. Null: they may contain results that
 * are hidden now.
 */
export type ShownMail = ListedMail & { text_body: string | null; html_body: string | null }

const insertBodies = sql<{
  hashes: Buffer[]
  subjects: string[]
  texts: string[]
  htmls: string[]
  meetings: (string | null)[]
  cancels: (string | null)[]
}>(
  'outbox.insert_bodies',
  `insert into mail_bodies (hash, subject, text_body, html_body, meeting, cancels)
   select * from unnest(:hashes::bytea[], :subjects::text[], :texts::text[], :htmls::text[], :meetings::jsonb[],
     :cancels::jsonb[])
   on conflict (hash) do nothing`,
)

// People invited in a very large batch get no other mails until their own invitation is due, unless they come
// here first.
const insert = sql<{
  event_ids: number[]
  user_ids: number[]
  kinds: string[]
  hashes: Buffer[]
  undecided: boolean[]
  discreet: boolean[]
}>(
  'outbox.insert',
  `insert into mails (event_id, user_id, group_id, discussion_id, poll_id, kind, body_hash, only_undecided, discreet, due_at)
   select m.event_id, m.user_id, e.group_id, e.discussion_id, e.poll_id, m.kind, m.hash, m.undecided, m.discreet,
     case when u.email_verified then now() else greatest(now(), u.mails_from) end
   from unnest(:event_ids::bigint[], :user_ids::bigint[], :kinds::text[], :hashes::bytea[], :undecided::boolean[],
     :discreet::boolean[]) as m(event_id, user_id, kind, hash, undecided, discreet)
   join events e on e.id = m.event_id
   join users u on u.id = m.user_id
   order by m.event_id, m.user_id
   on conflict (event_id, user_id) do nothing`,
)

/** A mail claimed for sending; `attempts` includes this one. */
export type ClaimedMail = { id: number; attempts: number; kind: ListedMail['kind'] }

// The lease: if a process dies while sending, another one takes the mail when the lease ends.
const claim = sql<{ most: number; lease_ms: number }, ClaimedMail>(
  'outbox.claim',
  `update mails set due_at = now() + :lease_ms * interval '1 millisecond', attempts = attempts + 1
   where id = any (array(select id from mails where status = 'waiting' and due_at <= now()
                order by due_at limit :most for update skip locked))
   returning id, attempts, kind`,
  pick(LISTED_ROW, 'id', 'attempts', 'kind'),
)

const sent = sql<{ id: number }>(
  'outbox.sent',
  "update mails set status = 'sent', sent_at = now(), last_error = null where id = :id",
)

/** What becomes of a mail that is not sent, or not once more: then it was delivered before. */
const UNSENT = "case when m.sent_at is null then 'dropped' else 'sent' end"

// When a mail ended is kept in due_at, which has no other use then: see refusals-store.ts.
const ended = sql<{ id: number; status: MailStatus; last_error: string | null }>(
  'outbox.ended',
  `update mails m set status = case when :status = 'dropped' then ${UNSENT} else :status end,
     last_error = :last_error, due_at = now() where id = :id`,
)

const later = sql<{ id: number; pause_ms: number; last_error: string }>(
  'outbox.later',
  `update mails set due_at = now() + :pause_ms * interval '1 millisecond', last_error = :last_error where id = :id`,
)

// A mail that is due within a lease may be on its way: another process may have claimed it. Not one that has
// failed once: whoever claims it counts a second attempt.
const hasten = sql<{ lease_ms: number }>(
  'outbox.hasten',
  `update mails set due_at = now(), attempts = greatest(attempts - 1, 1), last_error = null
   where status = 'waiting' and last_error is not null
     and (attempts = 1 or due_at > now() + :lease_ms * interval '1 millisecond')`,
)

const remove = sql<{ id: number }>('outbox.remove', 'delete from mails where id = :id')

// Two comments with the same text share a body: it is not rewritten, but deleted with the last mail that uses
// it.
const forget = sql<{ comment_ids: number[]; hash: Buffer }>(
  'outbox.forget_comments',
  `with told as (
     select m.id, m.body_hash from mails m join events e on e.id = m.event_id
     where e.subject_type = 'Comment' and e.subject_id = any (:comment_ids::bigint[]) and m.body_hash <> :hash
     for update of m
   ), blanked as (
     update mails m set body_hash = :hash, status = case when m.status = 'waiting' then ${UNSENT} else m.status end
     from told where m.id = told.id
   )
   delete from mail_bodies b where b.hash in (select body_hash from told)
     and not exists (select 1 from mails m where m.body_hash = b.hash and m.id not in (select id from told))`,
)

const drop = sql<Discarded>(
  'outbox.drop_discarded',
  `update mails m set status = ${UNSENT}, last_error = null where status = 'waiting' and kind <> 'meeting_cancelled'
     and (poll_id = any (:poll_ids::bigint[]) or discussion_id = any (:discussion_ids::bigint[]))`,
)

// Mails about an account may go to another address than the person's: to a new one, or to the former one.
const LISTED = `m.id, m.event_id, m.status,
  coalesce((select s.purpose from sign_ins s where s.id = m.sign_in_id), m.kind) as kind, b.subject, m.user_id,
  coalesce((select s.address from sign_ins s where s.id = m.sign_in_id and s.purpose <> 'sign_in'), u.email) as email,
  g.handle as group_handle, m.attempts, m.due_at, m.last_error, m.sent_at, m.created_at`

// A reminder that must leave no trace is listed only until the dispatcher has checked whether its recipient
// voted.
const FROM = `from mails m join mail_bodies b on b.hash = m.body_hash join users u on u.id = m.user_id
  left join groups g on g.id = m.group_id where not (m.discreet and m.attempts > 0)`

const page = sql<{ status: MailStatus | null; per: number; from: number }, ListedMail>(
  'outbox.page',
  `select ${LISTED}
   from (
     select * from mails where not (discreet and attempts > 0) and case when :status::text is null then true else status = :status::text end
     order by id desc limit :per offset :from
   ) m
   join lateral (select * from mail_bodies where hash = m.body_hash limit 1) b on true
   join lateral (select * from users where id = m.user_id limit 1) u on true
   left join lateral (select * from groups where id = m.group_id limit 1) g on true
   order by m.id desc`,
  LISTED_ROW,
)

const show = sql<{ id: number }, ShownMail>(
  'outbox.show',
  `select ${LISTED}, case when ${RESULTS_HIDDEN} then null else b.text_body end as text_body,
     case when ${RESULTS_HIDDEN} then null else b.html_body end as html_body ${FROM} and m.id = :id`,
  { ...LISTED_ROW, text_body: is.nullable(is.text), html_body: is.nullable(is.text) },
)

/** What became of the newest mails that were tried: whether any was sent, and whether any was refused. */
export type NewestTries = { sent: boolean; refused: boolean }

const newestTries = sql<{ among: number }, NewestTries>(
  'outbox.newest_tries',
  `select coalesce(bool_or(status = 'sent'), false) as sent,
     coalesce(bool_or(last_error is not null and not discreet), false) as refused
   from (select status, last_error, discreet from mails where status <> 'waiting' or last_error is not null
     order by id desc limit :among) m`,
  { sent: is.flag, refused: is.flag },
)

/** Puts mails and their bodies into the outbox. Existing mails stay as they are. Returns how many are new. */
export async function insertMails(tx: Queryable, bodies: StoredBody[], mails: NewMail[]): Promise<number> {
  await writeBodies(tx, bodies)
  return insert.run(tx, {
    event_ids: mails.map((mail) => mail.event_id),
    user_ids: mails.map((mail) => mail.user_id),
    kinds: mails.map((mail) => mail.kind),
    hashes: mails.map((mail) => mail.body_hash),
    undecided: mails.map((mail) => mail.only_undecided),
    discreet: mails.map((mail) => mail.discreet),
  })
}

/** Stores mail bodies; mails with the same content share one. */
export async function writeBodies(tx: Queryable, bodies: StoredBody[]): Promise<void> {
  // Sorted by hash, so that two dispatchers lock the same bodies in the same order.
  const sorted = [...bodies].sort((a, b) => a.hash.compare(b.hash))
  await insertBodies.run(tx, {
    hashes: sorted.map((body) => body.hash),
    subjects: sorted.map((body) => body.subject),
    texts: sorted.map((body) => body.text_body),
    htmls: sorted.map((body) => body.html_body),
    meetings: sorted.map(({ meeting }) => (meeting === undefined ? null : JSON.stringify(meeting))),
    cancels: sorted.map(({ cancels }) => (cancels === undefined ? null : JSON.stringify(cancels))),
  })
}

/** Replaces the bodies of all mails about these comments with `body`; waiting mails are not sent. */
export async function blankMailsOf(tx: Queryable, comment_ids: number[], body: StoredBody): Promise<void> {
  await writeBodies(tx, [body])
  await forget.run(tx, { comment_ids, hash: body.hash })
}

/** Waiting mails about these polls and threads are not sent. */
export async function dropMailsOf(tx: Queryable, gone: Discarded): Promise<void> {
  await drop.run(tx, gone)
}

/** Claims mails that are due, for `lease_ms`: no other process gets them until then. */
export function claimMails(db: Queryable, most: number, lease_ms: number): Promise<ClaimedMail[]> {
  return claim.all(db, { most, lease_ms })
}

export async function markSent(db: Queryable, id: number): Promise<void> {
  await sent.run(db, { id })
}

/** The mail will not be sent: outdated (`dropped`, or still sent), or refused permanently (`failed`). */
export async function endMail(
  db: Queryable,
  end: { id: number; status: 'dropped' | 'failed'; last_error: string | null },
): Promise<void> {
  await ended.run(db, end)
}

/** Schedules a retry after a pause. */
export async function retryMail(
  db: Queryable,
  retry: { id: number; pause_ms: number; last_error: string },
): Promise<void> {
  await later.run(db, retry)
}

/**
 * Makes all mails due that wait after failed attempts, and forgets their errors. They lose none of their
 * attempts by it, however often it happens.
 */
export async function hastenMails(db: Queryable, lease_ms: number): Promise<void> {
  await hasten.run(db, { lease_ms })
}

/** Deletes a mail that must leave no trace. */
export async function removeMail(db: Queryable, id: number): Promise<void> {
  await remove.run(db, { id })
}

/** The outbox, newest first: `per` mails after the first `from`; `status` null: in any state. */
export function listMails(
  db: Queryable,
  { status, per, from }: { status: MailStatus | null; per: number; from: number },
): Promise<ListedMail[]> {
  return page.all(db, { status, per, from })
}

/** What became of the newest mails that were tried, so many of them: a crowd that waits says nothing yet. */
export function findNewestTries(db: Queryable, among: number): Promise<NewestTries> {
  return newestTries.one(db, { among })
}

/** A mail as stored: `fillLinks` replaces its placeholders. */
export function findMail(db: Queryable, id: number): Promise<ShownMail | null> {
  return show.first(db, { id })
}
