import { jsonReader } from '../../db/json-rows.ts'
import { type Fields, is } from '../../db/row-types.ts'
import { type Problem, problem } from '../../errors.ts'
import { isBlank } from '../../text/blank.ts'
import { checkLength } from '../../text/length.ts'
import { MENTION } from '../../text/mention-names.ts'

/** A comment in a thread, or what remains of a deleted one. */
export type Comment = {
  id: number
  discussion_id: number
  /** The comment it replies to; null: the thread. */
  parent_id: number | null
  author_id: number
  /** Markdown; null when deleted. */
  body: string | null
  /** Its place among the comments and polls of the thread, from 1. */
  sequence_id: number
  /** The people it mentions, as found when it was written. */
  mentioned_ids: number[]
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  deleted_by: number | null
  /** The language it is written in, if known. */
  content_locale: string | null
}

/** A comment before an edit; `size`: bytes of its text. */
export type CommentVersion = { body: string; written_at: Date; size: number }

export const COMMENT_ROW: Fields<Comment> = {
  id: is.integer,
  discussion_id: is.integer,
  parent_id: is.nullable(is.integer),
  author_id: is.integer,
  body: is.nullable(is.text),
  sequence_id: is.integer,
  mentioned_ids: is.list(is.integer),
  created_at: is.instant,
  edited_at: is.nullable(is.instant),
  deleted_at: is.nullable(is.instant),
  deleted_by: is.nullable(is.integer),
  content_locale: is.nullable(is.text),
}

export const commentFromJson = jsonReader(COMMENT_ROW)

export const COMMENT_VERSION_ROW: Fields<CommentVersion> = {
  body: is.text,
  written_at: is.instant,
  size: is.integer,
}

export const MAX_COMMENT = 100_000
/** How many people one comment may mention: a message to more is an announcement, which has other means. */
export const MAX_MENTIONS = 50

/** Problems of a comment's text: it needs 1 to 100 000 characters that are not all blank. */
export function checkComment(body: string): Problem[] {
  if (isBlank(body)) return [problem('body', 'blank')]
  return checkLength('body', body, MAX_COMMENT)
}

/** The usernames that a text mentions with an @, in lower case, each once. */
export function usernamesIn(body: string): string[] {
  const names = [...body.matchAll(MENTION)].flatMap(([, name]) => name?.toLowerCase() ?? [])
  return [...new Set(names)].slice(0, MAX_MENTIONS)
}

/** The top comment of a reply: replies are nested one level deep. */
export function rootOf(comment: Pick<Comment, 'id' | 'parent_id'>): number {
  return comment.parent_id ?? comment.id
}
