import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { type Mentioned, shownNames } from '../../users/shown-names.ts'
import { type User, userFromJson } from '../../users/user.ts'
import { LISTED_BYTES } from '../pages.ts'
import { findCommentOf } from '../refs-store.ts'
import type { CommentSpot } from '../thread-items.ts'
import { type Comment, type CommentVersion, commentFromJson, usernamesIn } from './comment.ts'
import {
  type CommentPage,
  type CommentRow,
  readComment,
  readCommentCount,
  readCommentPage,
  readCommentSpots,
  readComments,
  readMentionable,
  readNamed,
} from './comment-reads.ts'
import { commentVersions } from './comments-store.ts'
import { type History, historyPage, MOST_READ } from './history.ts'

/** A comment with its author and the people it mentions. */
export type LoadedComment = {
  comment: Comment
  author: User
  mentioned: Mentioned[]
}

/** Larger groups get no list of all members to choose from. */
const WHOLE_GROUP = 500
/** The most people that a list offers. */
export const MOST_MENTIONABLE = 60

/** The place of each comment of a thread. */
export function loadCommentSpots(db: Queryable, discussion_id: number): Promise<CommentSpot[]> {
  return readCommentSpots(db, discussion_id)
}

/** These comments of the thread, by their ids. */
export async function loadComments(
  db: Queryable,
  discussion_id: number,
  ids: number[],
): Promise<Map<number, LoadedComment>> {
  const rows = ids.length === 0 ? [] : await readComments(db, discussion_id, ids)
  return new Map(rows.map(shape).map((loaded) => [loaded.comment.id, loaded]))
}

/** `next`: the id after which the list continues; null: it ends. */
export type CommentsPage = { comments: LoadedComment[]; total: number; next: number | null }

/** A page of a thread's comments, in the order of writing: fewer than requested if their texts are long. */
export async function loadCommentPage(db: Queryable, ask: Omit<CommentPage, 'bytes'>): Promise<CommentsPage> {
  const rows = await readCommentPage(db, { ...ask, bytes: LISTED_BYTES })
  const comments = rows.map(shape)
  const last = rows.at(-1)
  return {
    comments,
    total: await readCommentCount(db, ask.discussion_id),
    next: last === undefined || last.follow === 0 ? null : (comments.at(-1)?.comment.id ?? null),
  }
}

/** The comment with this id in a thread of this group. NotFound: the group has no such comment. */
export async function loadCommentOf(db: Queryable, group_id: number, id: number): Promise<LoadedComment> {
  const found = await findCommentOf(db, group_id, id)
  const row = found === null ? null : await readComment(db, found.discussion_id, id)
  if (row === null) throw new NotFound()
  return shape(row)
}

/** One comment. NotFound: not in this thread. */
export async function loadComment(db: Queryable, discussion_id: number, id: number): Promise<LoadedComment> {
  const row = await readComment(db, discussion_id, id)
  if (row === null) throw new NotFound()
  return shape(row)
}

/** A page of a comment's former versions, after the newest `from`. */
export async function loadCommentHistory(
  db: Queryable,
  comment_id: number,
  from: number,
): Promise<History<CommentVersion>> {
  return historyPage(await commentVersions(db, { comment_id, from, most: MOST_READ }), from)
}

/** A person to mention; `shown`: the name in a list, where people of the same name are told apart. */
export type NamedPerson = { id: number; name: string; username: string | null; shown: string }

/** `discussion_id`: null for a thread that is not started yet. */
type Mentioning = { discussion_id: number | null; group_id: number; user_id: number; member: boolean }

/**
 * The people whom this person may choose to mention in a comment, or to notify of a new thread: also those
 * who are invited and have not joined, who can read it too. Guests do not see the whole group.
 */
export async function loadMentionable(db: Queryable, { member, ...ask }: Mentioning): Promise<NamedPerson[]> {
  const whole_group = member ? WHOLE_GROUP : 0
  const people = await readMentionable(db, { ...ask, whole_group, most: MOST_MENTIONABLE })
  const shown = shownNames(people)
  return people.map(({ id, name, username }) => ({ id, name, username, shown: shown.get(id) ?? name }))
}

/** The readers of a thread whom these texts mention with an @. */
export async function loadNamed(db: Queryable, discussion_id: number, texts: string[]): Promise<Mentioned[]> {
  const usernames = [...new Set(texts.flatMap(usernamesIn))]
  return usernames.length === 0 ? [] : readNamed(db, discussion_id, usernames)
}

function shape({ comment, author, mentioned }: CommentRow): LoadedComment {
  return {
    comment: commentFromJson(comment),
    author: userFromJson(author),
    mentioned,
  }
}
