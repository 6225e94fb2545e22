import { batched } from '../db/batch.ts'
import type { Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { Page } from '../groups/load-people.ts'
import { mayStillSee, type Untimely, whyUntimely } from '../notifications/timely.ts'
import {
  countWaiting,
  countWaitingOfPolls,
  findGroupMail,
  type GroupMail,
  pageGroupMails,
  type ShownGroupMail,
  type UndeliveredInvitation,
  undeliveredInvitations,
} from './group-outbox-store.ts'
import { loadOutgoing } from './load-outgoing.ts'
import type { MailStatus } from './mail-status.ts'
import { linkOf } from './outgoing.ts'
import { fillLinks, unsentLinks } from './texts/placeholders.ts'

export type { GroupMail, UndeliveredInvitation } from './group-outbox-store.ts'
export type { MailStatus } from './mail-status.ts'

/** A page of a group's mails, newest first, for its admins. */
export async function loadGroupOutbox(
  db: Queryable,
  { per, ...ask }: { group_id: number; status: MailStatus | null; per: number; from: number },
): Promise<Page<GroupMail>> {
  const rows = await pageGroupMails(db, { ...ask, per: per + 1 })
  return { items: rows.slice(0, per), more: rows.length > per }
}

/** By person: invitations to the group that were tried, and not delivered. */
export async function loadUndelivered(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<ReadonlyMap<number, UndeliveredInvitation>> {
  const rows = ask.user_ids.length === 0 ? [] : await undeliveredInvitations(db, ask)
  return new Map(rows.map((row) => [row.user_id, row]))
}

const MOST_COUNTED = 1_000

/** How many of a group's mails are waiting to be sent; a thousand means a thousand or more. */
export function countWaitingMails(db: Queryable, group_id: number): Promise<number> {
  return countWaiting(db, group_id, MOST_COUNTED)
}

const countOfPoll = batched<number, number>(countOfPolls, { most: 32, lanes: 1 })

/** Counts the waiting mails of the group that this poll is in. */
export function countWaitingMailsOfPoll(db: Db, poll_id: number): Promise<number> {
  return countOfPoll(db, poll_id)
}

/** Admins who open the same poll at the same time share its count. */
async function countOfPolls(db: Queryable, poll_ids: number[]): Promise<number[]> {
  const distinct = [...new Set(poll_ids)]
  const counts = await countWaitingOfPolls(db, distinct, MOST_COUNTED)
  return poll_ids.map((poll_id) => counts[distinct.indexOf(poll_id)] as number)
}

/**
 * A mail, and what admins can do with it. `untimely`: why it would not be sent again; null: it would.
 * `has_link`: a link for its recipient leads somewhere.
 */
export type OpenedMail = ShownGroupMail & { untimely: Untimely | null; has_link: boolean }

/** One mail as text. NotFound: the group has no such mail that admins may see. */
export async function loadGroupMail(db: Queryable, group_id: number, id: number): Promise<OpenedMail> {
  const mail = await findGroupMail(db, group_id, id)
  const outgoing = mail === null ? null : await loadOutgoing(db, id)
  if (mail === null || outgoing === null) throw new NotFound()
  const has_link = linkOf(outgoing) !== null && mayStillSee(outgoing)
  return { ...mail, untimely: whyUntimely(outgoing), has_link }
}

/** The text of a stored mail, with words in place of its links. Null: it is hidden. */
export function shownText({ text_body }: Pick<ShownGroupMail, 'text_body'>): string | null {
  return text_body === null ? null : fillLinks(text_body, unsentLinks())
}
