import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { contentLanguage } from '../groups/content-language.ts'
import type { Tag } from '../groups/tags/tag.ts'
import {
  DISCUSSION_ROW,
  DISCUSSION_VERSION_ROW,
  type Discussion,
  type DiscussionVersion,
} from './discussion.ts'

export type NewDiscussion = Pick<
  Discussion,
  'key' | 'group_id' | 'author_id' | 'title' | 'description' | 'description_format' | 'private'
> & {
  /** Notify the whole group, or only these people. */
  tell_group: boolean
  tell_ids: number[]
  /** People outside the group who may read this thread; the statement ignores members among them. */
  guest_ids: number[]
  message: string | null
}

// The thread, its guests, and its event with the recipients: one statement.
const insert = sql<NewDiscussion, { id: number }>(
  'discussions.insert',
  `with made as (
     insert into discussions (key, group_id, author_id, title, description, description_format, private, content_locale)
     values (:key, :group_id, :author_id, :title, :description, :description_format,
       :private or not (select g.public from groups g where g.id = :group_id),
       ${contentLanguage(':author_id', ':group_id')}) returning id
   ), members as materialized (
     select user_id from memberships where group_id + 0 = :group_id and revoked_at is null
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
   )
   select id from made`,
  ID,
)

const inGroup = sql<{ id: number; group_id: number }, { id: number }>(
  'discussions.in_group',
  'select id from discussions where id = :id and group_id + 0 = :group_id and discarded_at is null',
  ID,
)

const guests = sql<{ discussion_id: number; user_ids: number[] }, { user_id: number }>(
  'discussions.guests_among',
  'select user_id from thread_guests where discussion_id = :discussion_id and user_id = any (:user_ids::bigint[])',
  { user_id: is.integer },
)

const lock = sql<{ id: number }, Discussion>(
  'discussions.lock',
  'select * from discussions where id = :id and discarded_at is null for update',
  DISCUSSION_ROW,
  { wider: true },
)

const lockIn = sql<{ id: number; group_id: number }, Discussion>(
  'discussions.lock_in_group',
  'select * from discussions where id = :id and group_id + 0 = :group_id and discarded_at is null for update',
  DISCUSSION_ROW,
  { wider: true },
)

const byId = sql<{ id: number }, Discussion>(
  'discussions.by_id',
  'select * from discussions where id = :id and discarded_at is null',
  DISCUSSION_ROW,
  { wider: true },
)

type Rewritten = Pick<Discussion, 'id' | 'title' | 'description'> & { editor_id: number }

// The former text is kept.
const edit = sql<Rewritten>(
  'discussions.edit',
  `with kept as (
     insert into discussion_versions (discussion_id, version, title, description, description_format, replaced_by)
     select id, versions_count, title, description, description_format, :editor_id::bigint
     from discussions where id = :id
   )
   update discussions set title = :title, description = :description,
     versions_count = versions_count + 1, updated_at = now() where id = :id`,
)

const tag = sql<{ id: number; tags: string }>(
  'discussions.tag',
  'update discussions set tags = :tags::jsonb, updated_at = now() where id = :id',
)

const versions = sql<{ id: number; from: number; most: number }, DiscussionVersion>(
  'discussions.versions',
  `select title, description, description_format, replaced_at, replaced_by, coalesce(octet_length(description), 0) as size
   from discussion_versions where discussion_id = :id order by version desc limit :most offset :from`,
  DISCUSSION_VERSION_ROW,
)

const close = sql<{ id: number }>(
  'discussions.close',
  'update discussions set closed_at = now() where id = :id',
)

const reopen = sql<{ id: number }>(
  'discussions.reopen',
  'update discussions set closed_at = null where id = :id',
)

const addPoll = sql<{ id: number }, { sequence_id: number }>(
  'discussions.add_poll',
  `update discussions set items_count = items_count + 1, last_activity_at = now() where id = :id
   returning items_count as sequence_id`,
  { sequence_id: is.integer },
)

const discard = sql<{ id: number }>(
  'discussions.discard',
  "update discussions set discarded_at = now(), tags = '[]' where id = :id",
)

const markSeen = sql<{ id: number; user_id: number; last_seen: number }>(
  'discussions.mark_seen',
  `with seen as (
     insert into discussion_readers as r (discussion_id, user_id, last_seen)
     select id, :user_id::bigint, least(items_count, :last_seen::int) from discussions where id = :id
     on conflict (discussion_id, user_id) do update set last_seen = excluded.last_seen, seen_at = now()
       where r.last_seen < excluded.last_seen
     returning xmax = 0 as first
   )
   update discussions set seen_by_count = seen_by_count + 1
   where id = :id and exists (select 1 from seen where first)`,
)

const addGuests = sql<{ id: number; user_ids: number[]; inviter_id: number }, { user_id: number }>(
  'discussions.add_guests',
  `insert into thread_guests (discussion_id, user_id, inviter_id)
   select :id::bigint, user_id, :inviter_id::bigint from unnest(:user_ids::bigint[]) as g(user_id) order by user_id
   on conflict do nothing returning user_id`,
  { user_id: is.integer },
)

const removeGuest = sql<{ id: number; user_id: number }>(
  'discussions.remove_guest',
  'delete from thread_guests where discussion_id = :id and user_id = :user_id',
)

const endGuests = sql<{ membership_ids: number[] }>(
  'discussions.end_guests',
  `with ended as materialized (
     select g.discussion_id, m.user_id from memberships m
     cross join lateral (select discussion_id from thread_guests where user_id = m.user_id offset 0) g
     cross join lateral (select group_id from discussions where id = g.discussion_id limit 1) d
     where m.id = any (:membership_ids::bigint[]) and m.accepted_at is not null and d.group_id = m.group_id
   )
   delete from thread_guests t using ended e
   where t.discussion_id = e.discussion_id and t.user_id = e.user_id`,
)

/** The thread, locked until the transaction ends. */
export function lockDiscussion(tx: Queryable, id: number): Promise<Discussion | null> {
  return lock.first(tx, { id })
}

/** The thread of this group, locked until the transaction ends. Null: the group has none. */
export function lockDiscussionInGroup(
  tx: Queryable,
  thread: { id: number; group_id: number },
): Promise<Discussion | null> {
  return lockIn.first(tx, thread)
}

export function findDiscussion(db: Queryable, id: number): Promise<Discussion | null> {
  return byId.first(db, { id })
}

/** Changes the title and text of a thread. */
export async function rewriteDiscussion(tx: Queryable, rewritten: Rewritten): Promise<void> {
  await edit.run(tx, rewritten)
}

/** Saves the tags of a thread. */
export async function writeThreadTags(tx: Queryable, id: number, tags: Tag[]): Promise<void> {
  // The driver would convert a list to a PostgreSQL array.
  await tag.run(tx, { id, tags: JSON.stringify(tags) })
}

/** Former versions of a thread, newest first: `most` of them after the first `from`. */
export function discussionVersions(
  db: Queryable,
  ask: { id: number; from: number; most: number },
): Promise<DiscussionVersion[]> {
  return versions.all(db, ask)
}

/** Records that an open thread closed. */
export async function markDiscussionClosed(tx: Queryable, id: number): Promise<void> {
  await close.run(tx, { id })
}

export async function markDiscussionReopened(tx: Queryable, id: number): Promise<void> {
  await reopen.run(tx, { id })
}

/** Counts a new poll among the items of its thread. Returns its place among them. */
export async function addPollToThread(tx: Queryable, id: number): Promise<number> {
  return (await addPoll.one(tx, { id })).sequence_id
}

/** Discards a thread; its row stays, without its tags. */
export async function markDiscussionDiscarded(tx: Queryable, id: number): Promise<void> {
  await discard.run(tx, { id })
}

/** Records that this person has read the thread up to this item number; never backwards. */
export async function markItemsSeen(
  tx: Queryable,
  seen: { id: number; user_id: number; last_seen: number },
): Promise<void> {
  await markSeen.run(tx, seen)
}

/** Makes these people guests of the thread. Returns the new ones. */
export async function addThreadGuests(
  tx: Queryable,
  guests: { id: number; user_ids: number[]; inviter_id: number },
): Promise<number[]> {
  return (await addGuests.all(tx, guests)).map((row) => row.user_id)
}

/** False when this person was not a guest of the thread. */
export async function removeThreadGuest(
  tx: Queryable,
  guest: { id: number; user_id: number },
): Promise<boolean> {
  return (await removeGuest.run(tx, guest)) > 0
}

/** Ends what these members were before they joined: guests of threads of their group. */
export async function endThreadGuests(tx: Queryable, membership_ids: number[]): Promise<void> {
  await endGuests.run(tx, { membership_ids })
}

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
