import { type Queryable, sql } from '../db/sql.ts'
import type { Discussion } from './discussion.ts'

export type NewDiscussion = Pick<
  Discussion,
  'key' | 'group_id' | 'author_id' | 'title' | 'description' | 'description_format' | 'private'
> & {
  /** Told by the whole group, or these people. */
  tell_group: boolean
  tell_ids: number[]
  /** People who may come to this thread from outside the group; members among them are left out. */
  guest_ids: number[]
  message: string | null
}

// The thread, its guests, its event with the people told, and the group's count: one statement.
const insert = sql<NewDiscussion, { id: number }>(
  'discussions.insert',
  `with made as (
     insert into discussions (key, group_id, author_id, title, description, description_format, private)
     values (:key, :group_id, :author_id, :title, :description, :description_format, :private) returning id
   ), members as materialized (
     select user_id from memberships where group_id = :group_id and revoked_at is null
   ), guests as (
     insert into thread_guests (discussion_id, user_id, inviter_id)
     select made.id, g.user_id, :author_id from made cross join unnest(:guest_ids::bigint[]) as g(user_id)
     where not exists (select 1 from members m where m.user_id = g.user_id)
   ), told as (
     insert into events (kind, group_id, discussion_id, subject_type, subject_id, actor_id, recipient_ids, recipient_message)
     select 'new_discussion', :group_id, made.id, 'Discussion', made.id, :author_id,
       array(select user_id from members where :tell_group
             union select unnest(:tell_ids::bigint[]) order by 1), :message
     from made
   ), counted as (
     update group_counts set discussions = discussions + 1 where group_id = :group_id
   )
   select id from made`,
)

const inGroup = sql<{ id: number; group_id: number }, { id: number }>(
  'discussions.in_group',
  'select id from discussions where id = :id and group_id = :group_id and discarded_at is null',
)

const guests = sql<{ discussion_id: number; user_ids: number[] }, { user_id: number }>(
  'discussions.guests_among',
  'select user_id from thread_guests where discussion_id = :discussion_id and user_id = any (:user_ids::bigint[])',
)

/** Returns the id of the new thread. */
export async function insertDiscussion(tx: Queryable, discussion: NewDiscussion): Promise<number> {
  return (await insert.one(tx, discussion)).id
}

/** Whether this thread exists in this group. */
export async function discussionInGroup(db: Queryable, id: number, group_id: number): Promise<boolean> {
  return (await inGroup.first(db, { id, group_id })) !== null
}

/** Those of `user_ids` who are guests of the thread. */
export async function guestsAmong(
  db: Queryable,
  discussion_id: number,
  user_ids: number[],
): Promise<number[]> {
  if (user_ids.length === 0) return []
  return (await guests.all(db, { discussion_id, user_ids })).map((row) => row.user_id)
}
