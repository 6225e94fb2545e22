import { type Fields, ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { MAIL_KINDS, type MailKind } from '../events/mail-rule.ts'
import { shownName } from '../groups/names/shown-users.ts'
import { MAIL_STATUS, type MailStatus } from './mail-status.ts'
import { RESULTS_HIDDEN } from './results-in-mails.ts'

/** A group's mail as listed for its admins. */
export type GroupMail = {
  id: number
  kind: MailKind
  status: MailStatus
  subject: string
  name: string | null
  email: string
  attempts: number
  due_at: Date
  last_error: string | null
  sent_at: Date | null
  created_at: Date
}

const MAIL_ROW: Fields<GroupMail> = {
  id: is.integer,
  kind: is.oneOf(MAIL_KINDS),
  status: MAIL_STATUS,
  subject: is.text,
  name: is.nullable(is.text),
  email: is.text,
  attempts: is.integer,
  due_at: is.instant,
  last_error: is.nullable(is.text),
  sent_at: is.nullable(is.instant),
  created_at: is.instant,
}

/** `text_body` null: it may contain results that are hidden now. */
export type ShownGroupMail = GroupMail & { text_body: string | null }

const FIELDS = `m.id, m.kind, m.status, b.subject, ${shownName('u', 'm.group_id')} as name, u.email, m.attempts, m.due_at, m.last_error, m.sent_at, m.created_at`

// The recipients of an anonymous poll's reminder have not voted: such mails are never shown.
const FROM = `from mails m join mail_bodies b on b.hash = m.body_hash join users u on u.id = m.user_id
  where m.group_id = :group_id and not m.discreet`

const page = sql<{ group_id: number; status: MailStatus | null; per: number; from: number }, GroupMail>(
  'group_outbox.page',
  `select ${FIELDS}
   from (
     select * from mails
     where (group_id, id) >= (:group_id::bigint, 0) and group_id <= :group_id::bigint
       and not discreet and case when :status::text is null then true else status = :status::text end
     order by group_id desc, id desc limit :per offset :from
   ) m
   join lateral (select * from mail_bodies where hash = m.body_hash limit 1) b on true
   join lateral (select * from users where id = m.user_id limit 1) u on true
   order by m.id desc`,
  MAIL_ROW,
)

const one = sql<{ group_id: number; id: number }, ShownGroupMail>(
  'group_outbox.one',
  `select ${FIELDS}, case when ${RESULTS_HIDDEN} then null else b.text_body end as text_body ${FROM} and m.id = :id`,
  { ...MAIL_ROW, text_body: is.nullable(is.text) },
)

const waiting = sql<{ group_id: number; most: number }, { mails: number }>(
  'group_outbox.waiting',
  `select count(*) as mails from (
     select 1 from mails where group_id = :group_id and status = 'waiting' and not discreet limit :most) w`,
  { mails: is.integer },
)

const waitingOfPolls = sql<{ poll_ids: number[]; most: number }, { mails: number }>(
  'group_outbox.waiting_of_polls',
  `select (select count(*) from (
     select 1 from mails where group_id = (select group_id from polls where id = a.poll_id)
       and status = 'waiting' and not discreet limit :most) w) as mails
   from unnest(:poll_ids::bigint[]) with ordinality a(poll_id, place) order by a.place`,
  { mails: is.integer },
)

const invitation = sql<{ group_id: number; user_id: number }, { id: number }>(
  'group_outbox.invitation',
  `select id from mails where group_id = :group_id and user_id = :user_id and kind = 'group_invitation' and not discreet
   order by id desc limit 1`,
  ID,
)

/** The newest invitation of somebody, which the mail server has refused, or could not be reached for. */
export type UndeliveredInvitation = { user_id: number; mail_id: number; failed: boolean; error: string }

const undelivered = sql<{ group_id: number; user_ids: number[] }, UndeliveredInvitation>(
  'group_outbox.undelivered',
  `select a.user_id, m.id as mail_id, m.status = 'failed' as failed, m.last_error as error
   from unnest(:user_ids::bigint[]) as a(user_id)
   join lateral (
     select * from mails where user_id = a.user_id and kind = 'group_invitation' and group_id = :group_id and not discreet
     order by id desc limit 1
   ) m on m.status in ('waiting', 'failed') and m.last_error is not null`,
  { user_id: is.integer, mail_id: is.integer, failed: is.flag, error: is.text },
)

// The count also tells that the rest of a run of failures is still to be sent again: see refusals-store.ts.
// When it was sent stays: a mail that is not sent once more was still delivered.
const again = sql<{ id: number }>(
  'group_outbox.again',
  `update mails set status = 'waiting', attempts = 0, due_at = now(), last_error = null,
     resends = resends + case when status = 'dropped' then 0 else 1 end
   where id = :id and status <> 'waiting' and not discreet`,
)

/** Lists a group's mails, newest first. */
export function pageGroupMails(
  db: Queryable,
  ask: { group_id: number; status: MailStatus | null; per: number; from: number },
): Promise<GroupMail[]> {
  return page.all(db, ask)
}

/** Counts a group's waiting mails, up to a limit. */
export async function countWaiting(db: Queryable, group_id: number, most: number): Promise<number> {
  return (await waiting.one(db, { group_id, most })).mails
}

/** For each of these polls, in the given order, counts the waiting mails of its group, up to a limit. */
export async function countWaitingOfPolls(
  db: Queryable,
  poll_ids: number[],
  most: number,
): Promise<number[]> {
  return (await waitingOfPolls.all(db, { poll_ids, most })).map((row) => row.mails)
}

/** One of a group's mails, with placeholders instead of links. */
export function findGroupMail(db: Queryable, group_id: number, id: number): Promise<ShownGroupMail | null> {
  return one.first(db, { group_id, id })
}

/** The newest invitation to the group sent to this person. */
export async function findInvitationMail(
  db: Queryable,
  group_id: number,
  user_id: number,
): Promise<number | null> {
  return (await invitation.first(db, { group_id, user_id }))?.id ?? null
}

/** Those of these people whose newest invitation to the group was tried, and not delivered. */
export function undeliveredInvitations(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<UndeliveredInvitation[]> {
  return undelivered.all(db, ask)
}

/** Puts a mail back into the queue. False: it is already waiting. */
export async function sendOnceMore(tx: Queryable, id: number): Promise<boolean> {
  return (await again.run(tx, { id })) > 0
}
