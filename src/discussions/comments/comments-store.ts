import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { contentLanguage } from '../../groups/content-language.ts'
import { COMMENT_ROW, COMMENT_VERSION_ROW, type Comment, type CommentVersion } from './comment.ts'

type NewComment = Pick<
  Comment,
  'discussion_id' | 'parent_id' | 'author_id' | 'body' | 'sequence_id' | 'mentioned_ids'
>

/** An open thread with a place reserved for one more item. */
export type Place = { group_id: number; author_id: number; sequence_id: number }

// This locks the thread's row until the transaction ends: items are numbered without gaps or duplicates.
const takePlace = sql<{ id: number }, Place>(
  'comments.take_place',
  `update discussions set items_count = items_count + 1, comments_count = comments_count + 1,
     last_comment_at = now(), last_activity_at = now()
   where id = :id and closed_at is null and discarded_at is null
   returning group_id, author_id, items_count as sequence_id`,
  { group_id: is.integer, author_id: is.integer, sequence_id: is.integer },
)

const insert = sql<NewComment, { id: number }>(
  'comments.insert',
  `insert into comments (discussion_id, parent_id, author_id, body, sequence_id, mentioned_ids, content_locale)
   select :discussion_id, :parent_id::bigint, :author_id, :body, :sequence_id, :mentioned_ids::bigint[],
     ${contentLanguage(':author_id', 'd.group_id')}
   from discussions d where d.id = :discussion_id returning id`,
  ID,
)

const repeated = sql<Pick<NewComment, 'discussion_id' | 'parent_id' | 'author_id' | 'body'>, { id: number }>(
  'comments.repeated',
  `select c.id from (
     select * from comments where discussion_id + 0 = :discussion_id order by id desc limit 1
   ) c left join comments answered on answered.id = :parent_id::bigint
   where c.author_id = :author_id and c.body = :body and c.created_at > now() - interval '10 minutes'
     and c.parent_id is not distinct from coalesce(answered.parent_id, answered.id)`,
  ID,
)

const lock = sql<{ id: number; discussion_id: number }, Comment & { group_id: number }>(
  'comments.lock',
  `select c.*, d.group_id from comments c join discussions d on d.id = c.discussion_id
   where c.id = :id and c.discussion_id + 0 = :discussion_id and d.discarded_at is null for update of d, c`,
  { ...COMMENT_ROW, group_id: is.integer },
  { wider: true },
)

const edit = sql<{ id: number; body: string; mentioned_ids: number[] }>(
  'comments.edit',
  `with kept as (
     insert into comment_versions (comment_id, body, written_at)
     select id, body, coalesce(edited_at, created_at) from comments where id = :id and body <> :body
   )
   update comments set body = :body, mentioned_ids = :mentioned_ids::bigint[],
     edited_at = case when body = :body then edited_at else clock_timestamp() end
   where id = :id`,
)

const remove = sql<{ id: number; discussion_id: number; deleted_by: number }>(
  'comments.delete',
  `with gone as (
     delete from comment_versions where comment_id = :id
   ), thread as (
     update discussions set comments_count = comments_count - 1, last_comment_at = (
       select max(created_at) from comments
       where discussion_id = :discussion_id and deleted_at is null and id <> :id)
     where id = :discussion_id
   )
   update comments set body = null, mentioned_ids = '{}', deleted_at = now(), deleted_by = :deleted_by
   where id = :id`,
)

const versions = sql<{ comment_id: number; from: number; most: number }, CommentVersion>(
  'comments.versions',
  `select body, written_at, octet_length(body) as size from comment_versions
   where comment_id = :comment_id order by written_at desc limit :most offset :from`,
  COMMENT_VERSION_ROW,
)

const notified = sql<{ comment_id: number }, { id: number }>(
  'comments.notified',
  `select distinct told.id from events e cross join lateral unnest(e.recipient_ids) told (id)
   where e.subject_type = 'Comment' and e.subject_id = :comment_id order by told.id`,
  ID,
)

const named = sql<{ usernames: string[]; discussion_id: number }, { id: number }>(
  'comments.named_readers',
  `select id from users
   where username = any (:usernames::text[]) and not bot and may_read_thread(:discussion_id, id) order by id`,
  ID,
)

const readers = sql<{ user_ids: number[]; discussion_id: number }, { id: number }>(
  'comments.readers_among',
  `select id from users
   where id = any (:user_ids::bigint[]) and not bot and may_read_thread(:discussion_id, id) order by id`,
  ID,
)

/** Reserves the place of a new comment in an open thread. Null: there is no such thread, or it is closed. */
export function takePlaceInThread(tx: Queryable, discussion_id: number): Promise<Place | null> {
  return takePlace.first(tx, { id: discussion_id })
}

/** Returns the id of the new comment. */
export async function insertComment(tx: Queryable, comment: NewComment): Promise<number> {
  return (await insert.one(tx, comment)).id
}

/**
 * The id of the thread's newest comment if this text repeats it: by the same author, to the same comment,
 * within ten minutes. Null: it does not.
 */
export async function findRepeated(
  tx: Queryable,
  { discussion_id, parent_id, author_id, body }: Omit<NewComment, 'sequence_id'>,
): Promise<number | null> {
  const comment = { discussion_id, parent_id, author_id, body }
  return (await repeated.first(tx, comment))?.id ?? null
}

/** The comment of this thread, locked with its thread until the transaction ends. */
export function lockComment(
  tx: Queryable,
  id: number,
  discussion_id: number,
): Promise<(Comment & { group_id: number }) | null> {
  return lock.first(tx, { id, discussion_id })
}

/** Changes the text of a comment, and keeps the former one if it is another; and the people it mentions. */
export async function rewriteComment(
  tx: Queryable,
  comment: { id: number; body: string; mentioned_ids: number[] },
): Promise<void> {
  await edit.run(tx, comment)
}

/** Erases a comment's text and its earlier versions permanently; the row stays. */
export async function eraseComment(
  tx: Queryable,
  comment: { id: number; discussion_id: number; deleted_by: number },
): Promise<void> {
  await remove.run(tx, comment)
}

/** Former versions of a comment, newest first: `most` of them after the first `from`. */
export function commentVersions(
  db: Queryable,
  ask: { comment_id: number; from: number; most: number },
): Promise<CommentVersion[]> {
  return versions.all(db, ask)
}

/** The people whom this comment or an edit of it has notified. */
export async function notifiedOf(db: Queryable, comment_id: number): Promise<number[]> {
  return (await notified.all(db, { comment_id })).map((row) => row.id)
}

/** The readers of a thread with these usernames (in lower case). */
export async function readersNamed(
  db: Queryable,
  discussion_id: number,
  usernames: string[],
): Promise<number[]> {
  if (usernames.length === 0) return []
  return (await named.all(db, { usernames, discussion_id })).map((row) => row.id)
}

/** Those of these people who may read the thread. */
export async function readersAmong(
  db: Queryable,
  discussion_id: number,
  user_ids: number[],
): Promise<number[]> {
  if (user_ids.length === 0) return []
  return (await readers.all(db, { user_ids, discussion_id })).map((row) => row.id)
}
