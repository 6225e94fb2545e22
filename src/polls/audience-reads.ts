import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** Whom a poll about to be made would reach. */
export type ReachAsk = {
  group_id: number
  discussion_id: number | null
  author_id: number
  /** Everybody in the group gets a ballot, and everybody invited to the thread. */
  to_all: boolean
  names_group: boolean
  named_ids: number[]
  /** In lower case. */
  emails: string[]
  tell_holders: boolean
  tell_named: boolean
}

// The same people as the making gives ballots to; who is told is counted as mails are written: not the
// author, and nobody who asked the group's mails to stop.
const reach = sql<ReachAsk, { voters: number; told: number }>(
  'polls.reach',
  `with known as (
     select a.email, u.id from unnest(:emails::text[]) as a(email) left join users u on lower(u.email) = a.email
   ), members as (
     select user_id from memberships where group_id + 0 = :group_id and revoked_at is null
   ), named as (
     select unnest(:named_ids::bigint[]) as user_id
     union select id from known where id is not null
     union select user_id from members where :names_group::boolean
   ), holders as (
     select user_id from named
     union select user_id from members where :to_all::boolean
     union select user_id from thread_guests where discussion_id = :discussion_id::bigint and :to_all::boolean
   ), told as (
     select user_id from holders where :tell_holders::boolean
     union select user_id from named where :tell_named::boolean
   ), fresh as (
     select count(*) as people from known where id is null
   )
   select (select count(*) from holders) + people as voters,
     (select count(*) from told t join users u on u.id = t.user_id
      where not u.bot and t.user_id <> :author_id::bigint and not exists (
        select 1 from mutes x where x.user_id = t.user_id and x.group_id = :group_id))
     + case when :tell_holders::boolean or :tell_named::boolean then people else 0 end as told
   from fresh`,
  { voters: is.integer, told: is.integer },
)

/** How many would hold a ballot, and how many would get a mail. */
export function readReach(db: Queryable, ask: ReachAsk): Promise<{ voters: number; told: number }> {
  return reach.one(db, ask)
}
