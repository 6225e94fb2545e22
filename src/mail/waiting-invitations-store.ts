import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { EVENT_ROW, type Event } from '../events/event.ts'
import type { NewMail } from './outbox-store.ts'

/** An event with invitations to vote or reminders that wait to be sent, and their recipients. */
export type WaitingInvitations = { event: JsonOf<Event>; user_ids: number[] }

const WAITING_ROW: Fields<WaitingInvitations> = {
  event: is.jsonOf(EVENT_ROW),
  user_ids: is.list(is.integer),
}

// The index of mails that wait has them by group, except discreet ones: these it has by poll.
const waiting = sql<{ group_ids: number[]; poll_ids: number[] }, WaitingInvitations>(
  'waiting_invitations.of_polls',
  `select row_to_json(e) as event, m.user_ids
   from (
     select event_id, array_agg(user_id order by user_id) as user_ids
     from (
       select event_id, user_id from mails
       where status = 'waiting' and not discreet and group_id = any (:group_ids::bigint[])
         and kind in ('vote_invitation', 'closing_soon', 'outcome_withdrawn') and poll_id = any (:poll_ids::bigint[])
       union all
       select event_id, user_id from mails
       where status = 'waiting' and discreet and kind = 'closing_soon' and poll_id = any (:poll_ids::bigint[])
     ) w group by event_id
   ) m join events e on e.id = m.event_id order by e.id`,
  WAITING_ROW,
)

// A body is deleted with the last mail that uses it.
const replace = sql<{ event_ids: number[]; user_ids: number[]; kinds: string[]; hashes: Buffer[] }>(
  'waiting_invitations.replace',
  `with outdated as (
     select m.id, m.body_hash, n.hash
     from unnest(:event_ids::bigint[], :user_ids::bigint[], :kinds::text[], :hashes::bytea[]) as n(event_id, user_id, kind, hash)
     join mails m on m.event_id = n.event_id and m.user_id = n.user_id
     where m.status = 'waiting' and m.kind = n.kind and m.body_hash <> n.hash
     order by m.id for update of m
   ), replaced as (
     update mails m set body_hash = o.hash from outdated o where m.id = o.id
   )
   delete from mail_bodies b where b.hash in (select body_hash from outdated)
     and not exists (select 1 from mails m where m.body_hash = b.hash and m.id not in (select id from outdated))`,
)

/** The waiting invitations to these polls, and reminders of them, of these groups, by their event. */
export function waitingInvitations(
  tx: Queryable,
  of: { group_ids: number[]; poll_ids: number[] },
): Promise<WaitingInvitations[]> {
  return waiting.all(tx, of)
}

/** Replaces the bodies of mails that still wait. The new bodies are already stored. */
export async function replaceBodies(tx: Queryable, mails: NewMail[]): Promise<void> {
  await replace.run(tx, {
    event_ids: mails.map((mail) => mail.event_id),
    user_ids: mails.map((mail) => mail.user_id),
    kinds: mails.map((mail) => mail.kind),
    hashes: mails.map((mail) => mail.body_hash),
  })
}
