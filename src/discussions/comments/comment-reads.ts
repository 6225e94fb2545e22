import { type Fields, is, type JsonOf, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import type { Mentioned } from '../../users/shown-names.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import type { CommentSpot } from '../thread-items.ts'
import { COMMENT_ROW, type Comment } from './comment.ts'

const spots = sql<{ discussion_id: number }, CommentSpot>(
  'comment_reads.spots',
  `select id, parent_id, author_id, sequence_id, deleted_at is not null as deleted,
     coalesce(octet_length(body), 0) as size
   from comments where discussion_id = :discussion_id order by sequence_id`,
  {
    ...pick(COMMENT_ROW, 'id', 'parent_id', 'author_id', 'sequence_id'),
    deleted: is.flag,
    size: is.integer,
  },
)

export type CommentRow = {
  comment: JsonOf<Comment>
  author: JsonOf<User>
  mentioned: Mentioned[]
}

export const MENTIONED_ROW: Fields<Mentioned> = pick(USER_ROW, 'id', 'name', 'username', 'email')

/** The people comment `c` mentions, from `readers`. */
export const mentionedIn = (c: string, readers: string) => `(
  select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'username', n.username, 'email', n.email) order by n.id), '[]')
  from ${readers} n where n.id = any (${c}.mentioned_ids))`

const FACTS_ROW: Fields<CommentRow> = {
  comment: is.jsonOf(COMMENT_ROW),
  author: is.jsonOf(USER_ROW),
  mentioned: is.jsonListOf(MENTIONED_ROW),
}

const READERS = usersIn('(select group_id from discussions where id = :discussion_id)')

const FACTS = `row_to_json(c) as comment, row_to_json(u) as author,
  ${mentionedIn('c', READERS)} as mentioned`

const these = sql<{ discussion_id: number; ids: number[] }, CommentRow>(
  'comment_reads.these',
  `select ${FACTS} from comments c join ${READERS} u on u.id = c.author_id
   where c.discussion_id + 0 = :discussion_id and c.id = any (:ids::bigint[])`,
  FACTS_ROW,
)

const byId = sql<{ discussion_id: number; id: number }, CommentRow>(
  'comment_reads.by_id',
  `select ${FACTS} from comments c join ${READERS} u on u.id = c.author_id
   where c.discussion_id + 0 = :discussion_id and c.id = :id`,
  FACTS_ROW,
)

/** `follow`: how many comments come after this one, counted only to see whether any does. */
export type PagedComment = CommentRow & { follow: number }

// Reads one row more than the page holds, to see whether another page follows.
const page = sql<CommentPage, PagedComment>(
  'comment_reads.page',
  `with found as (
     select id, octet_length(to_json(body)::text) as size from comments
     where discussion_id + 0 = :discussion_id and id > :after order by id limit :per::int + 1 offset :from
   ), measured as (
     select id, row_number() over way as place, sum(size) over way as bytes, count(*) over () as found
     from found window way as (order by id)
   )
   select ${FACTS}, (m.found - m.place)::int as follow
   from measured m join comments c on c.id = m.id join ${READERS} u on u.id = c.author_id
   where m.place <= :per::int and (m.place = 1 or m.bytes <= :bytes::int) order by m.place`,
  { ...FACTS_ROW, follow: is.integer },
)

const total = sql<{ discussion_id: number }, { comments: number }>(
  'comment_reads.count',
  'select count(*)::int as comments from comments where discussion_id = :discussion_id',
  { comments: is.integer },
)

/** `discussion_id`: null for a new thread, which only shows the group. */
type MentionableAsk = {
  discussion_id: number | null
  group_id: number
  user_id: number
  whole_group: number
  most: number
}

/** Somebody whom a comment may mention. */
export type MentionableRow = { id: number; name: string; username: string | null; email: string | null }

// Everyone in a small group; in a larger one, and for guests, those whom the thread shows to all its readers:
// its guests, and the people who started it or commented.
const mentionable = sql<MentionableAsk, MentionableRow>(
  'comment_reads.mentionable',
  `select u.id, u.name, u.username, u.email
   from (
     select user_id from memberships where group_id + 0 = :group_id and revoked_at is null
       and (select memberships from group_counts where group_id = :group_id) <= :whole_group::int
     union select user_id from thread_guests where discussion_id = :discussion_id
     union select c.author_id from (
       select author_id from comments where discussion_id = :discussion_id and deleted_at is null
       union select author_id from discussions where id = :discussion_id
     ) c where may_read_thread(:discussion_id, c.author_id)
   ) p join ${usersIn(':group_id')} u on u.id = p.user_id
   where u.name is not null and not u.bot and u.id <> :user_id::bigint
   order by exists (select 1 from comments c where c.discussion_id = :discussion_id and c.author_id = u.id) desc,
     lower(u.name), u.id
   limit :most::int`,
  { id: is.integer, name: is.text, username: is.nullable(is.text), email: is.nullable(is.text) },
)

const named = sql<{ discussion_id: number; usernames: string[] }, Mentioned>(
  'comment_reads.named',
  `select u.id, u.name, u.username, u.email from ${READERS} u
   where u.username = any (:usernames::text[]) and not u.bot and may_read_thread(:discussion_id, u.id) order by u.id`,
  MENTIONED_ROW,
)

/** The readers of a thread with these usernames (in lower case), with their names in its group. */
export function readNamed(db: Queryable, discussion_id: number, usernames: string[]): Promise<Mentioned[]> {
  return named.all(db, { discussion_id, usernames })
}

/** The place of each comment of a thread, in the order of writing. */
export function readCommentSpots(db: Queryable, discussion_id: number): Promise<CommentSpot[]> {
  return spots.all(db, { discussion_id })
}

/** These comments of the thread, in any order. */
export function readComments(db: Queryable, discussion_id: number, ids: number[]): Promise<CommentRow[]> {
  return these.all(db, { discussion_id, ids })
}

/**
 * Comments after the id `after`, without the first `from` of them: at most `per`, and `bytes` of text as
 * JSON.
 */
export type CommentPage = { discussion_id: number; after: number; per: number; from: number; bytes: number }

/**
 * A page of a thread's comments, including deleted ones, in the order of writing: at least one, if any exist.
 */
export function readCommentPage(db: Queryable, ask: CommentPage): Promise<PagedComment[]> {
  return page.all(db, ask)
}

/** How many there are, including deleted ones. */
export async function readCommentCount(db: Queryable, discussion_id: number): Promise<number> {
  return (await total.one(db, { discussion_id })).comments
}

/** One comment of the thread. */
export function readComment(db: Queryable, discussion_id: number, id: number): Promise<CommentRow | null> {
  return byId.first(db, { discussion_id, id })
}

/** Named people who may read the thread, except one; those who commented there come first. */
export function readMentionable(db: Queryable, ask: MentionableAsk): Promise<MentionableRow[]> {
  return mentionable.all(db, ask)
}
