import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** The audience of a poll before it is created. */
export type ReachAsk = {
  group_id: number
  discussion_id: number | null
  author_id: number
  /** Everyone in the group, and every guest of the thread, gets a ballot. */
  to_all: boolean
  names_group: boolean
  named_ids: number[]
  /** In lower case. */
  emails: string[]
  tell_holders: boolean
  tell_named: boolean
}

// Counts the same people who get ballots when the poll is created; mails are counted as they will be sent:
// none for the author, and none for people who muted the group.
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

/** How many people would get a ballot, and how many a mail. */
export function readReach(db: Queryable, ask: ReachAsk): Promise<{ voters: number; told: number }> {
  return reach.one(db, ask)
}
