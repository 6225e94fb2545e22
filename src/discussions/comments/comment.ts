import { jsonReader } from '../../db/json-rows.ts'
import { type Fields, is } from '../../db/row-types.ts'
import { type Problem, problem } from '../../errors.ts'
import { checkLength } from '../../text/length.ts'
import { MENTION } from '../../text/mention-names.ts'

/** What somebody said in a thread, or the mark that it was deleted. */
export type Comment = {
  id: number
  discussion_id: number
  /** The comment it answers; null: it answers the thread. */
  parent_id: number | null
  author_id: number
  /** Markdown; null when it was deleted. */
  body: string | null
  /** Its place among the comments and polls of the thread, from 1. */
  sequence_id: number
  /** The people it names, as they were found when it was written. */
  mentioned_ids: number[]
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  deleted_by: number | null
  /** The language it is written in, as far as that is known. */
  content_locale: string | null
}

/** A comment as it was before it was edited; `size`: bytes of its text. */
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
/** How many people one comment may name: more is an announcement, for which there are others means. */
export const MAX_MENTIONS = 50

/** What is wrong with a comment's text: 1 to 100 000 characters that are not all blank. */
export function checkComment(body: string): Problem[] {
  if (body.trim() === '') return [problem('body', 'blank')]
  return checkLength('body', body, MAX_COMMENT)
}

/** The usernames a text names with an @, in lower case, each once. */
export function usernamesIn(body: string): string[] {
  const names = [...body.matchAll(MENTION)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].slice(0, MAX_MENTIONS)
}

/** The comment under which an answer to `comment` stands: they are nested one level. */
export function rootOf(comment: Pick<Comment, 'id' | 'parent_id'>): number {
  return comment.parent_id ?? comment.id
}
