import { type Queryable, sql } from '../db/sql.ts'
import type { LinkMaking, PersonalLink } from './personal-link.ts'

type Columns = {
  hashes: Buffer[]
  purposes: string[]
  user_ids: number[]
  group_ids: number[]
  discussion_ids: (number | null)[]
  poll_ids: (number | null)[]
  discreet: boolean[]
}

// An email may be sent at the moment when its invitation is withdrawn: the lock lets the link go with it.
const insert = sql<Columns & LinkMaking>(
  'links.insert',
  `insert into personal_links (hash, purpose, user_id, group_id, discussion_id, poll_id, discreet, origin, copied_by)
   select l.*, :origin::text, :copied_by::bigint
   from unnest(:hashes::bytea[], :purposes::text[], :user_ids::bigint[], :group_ids::bigint[],
     :discussion_ids::bigint[], :poll_ids::bigint[], :discreet::boolean[])
     as l(hash, purpose, user_id, group_id, discussion_id, poll_id, discreet)
   where l.purpose <> 'invitation' or exists (select from memberships m
     where m.group_id = l.group_id and m.user_id = l.user_id and m.revoked_at is null for share)`,
)

// An anonymous poll's reminder went to people who had not voted: its recipients would reveal who voted when.
const dropLinks = sql<{ poll_id: number }>(
  'links.drop_discreet',
  'delete from personal_links where poll_id = :poll_id and discreet',
)
const dropMails = sql<{ poll_id: number }>(
  'links.drop_discreet_mails',
  'delete from mails where poll_id = :poll_id and discreet',
)

const remainingMails = sql<object>(
  'links.drop_remaining_mails',
  `delete from mails where id = any (array(
     select m.id from mails m
     cross join lateral (select from polls where id = m.poll_id and sealed_at is not null limit 1) p where m.discreet))`,
)
const remainingLinks = sql<object>(
  'links.drop_remaining',
  `delete from personal_links where hash = any (array(
     select l.hash from personal_links l
     cross join lateral (select from polls where id = l.poll_id and sealed_at is not null limit 1) p where l.discreet))`,
)

// An invitation that is not accepted stays: it is the way into its group.
const end = sql<{ user_id: number }>(
  'links.end_of_user',
  `delete from personal_links l where l.user_id = :user_id and (
     l.purpose in ('ballot', 'thread') or l.purpose = 'invitation' and exists (
       select from memberships m where m.group_id = l.group_id and m.user_id = l.user_id and m.accepted_at is not null))`,
)

// Links of people who left a group or a thread of it that open nothing any more. Members keep theirs, and so
// do guests of other threads and people who were given the ballot by name.
const endLost = sql<{ group_id: number; user_ids: number[] }>(
  'links.end_lost',
  `delete from personal_links l where l.user_id = any (:user_ids::bigint[]) and l.group_id + 0 = :group_id
     and not exists (
       select from memberships m where m.group_id = l.group_id and m.user_id = l.user_id and m.revoked_at is null offset 0)
     and case l.purpose
       when 'invitation' then true
       when 'thread' then not may_read_thread(l.discussion_id, l.user_id)
       when 'ballot' then not exists (
         select from electorate e where e.poll_id = l.poll_id and e.user_id = l.user_id and e.withdrawn_at is null
           and (e.issued_as = 'named' or e.issued_as = 'thread_guest' and exists (
             select from polls p join thread_guests t on t.discussion_id = p.discussion_id
             where p.id = e.poll_id and t.user_id = e.user_id)) offset 0)
       else false end`,
)

/**
 * Ends the links of people who have just left a group or a thread of it: they open nothing, also when their
 * person returns. Every change that removes people calls this after removing them.
 */
export async function deleteLostLinks(
  tx: Queryable,
  of: { group_id: number; user_ids: number[] },
): Promise<void> {
  if (of.user_ids.length > 0) await endLost.run(tx, of)
}

/** Ends the links that let a person see and do something without signing in. */
export async function deleteLinksOf(tx: Queryable, user_id: number): Promise<void> {
  await end.run(tx, { user_id })
}

export async function insertLinks(
  db: Queryable,
  links: (PersonalLink & { hash: Buffer })[],
  made: LinkMaking,
): Promise<void> {
  await insert.run(db, {
    hashes: links.map((link) => link.hash),
    purposes: links.map((link) => link.purpose),
    user_ids: links.map((link) => link.user_id),
    group_ids: links.map((link) => link.group_id),
    discussion_ids: links.map((link) => link.discussion_id),
    poll_ids: links.map((link) => link.poll_id),
    discreet: links.map((link) => link.discreet),
    ...made,
  })
}

/** Destroys the rest of an anonymous poll's reminder, mails and links: part of its sealing. */
export async function dropDiscreet(tx: Queryable, poll_id: number): Promise<void> {
  await dropMails.run(tx, { poll_id })
  await dropLinks.run(tx, { poll_id })
}

/**
 * Destroys rows written during the sealing: the link of a mail that was being sent, and a reminder recorded
 * at that moment.
 */
export async function dropSealedRemains(db: Queryable): Promise<void> {
  await remainingMails.run(db, {})
  await remainingLinks.run(db, {})
}
