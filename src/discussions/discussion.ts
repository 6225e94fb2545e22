import { jsonReader } from '../db/json-rows.ts'
import { type Field, type Fields, is, pick } from '../db/row-types.ts'
import { type Problem, problem } from '../errors.ts'
import type { Group } from '../groups/group.ts'
import { TAG_ROW, type Tag } from '../groups/tags/tag.ts'
import { isBlank } from '../text/blank.ts'
import { checkLength } from '../text/length.ts'

export type TextFormat = 'md' | 'html'

export type Discussion = {
  id: number
  key: string
  group_id: number
  author_id: number
  title: string
  description: string | null
  description_format: TextFormat
  private: boolean
  items_count: number
  comments_count: number
  /** The number of versions of its title and text. */
  versions_count: number
  seen_by_count: number
  created_at: Date
  updated_at: Date
  last_activity_at: Date
  last_comment_at: Date | null
  closed_at: Date | null
  discarded_at: Date | null
  /** The language it is written in, if known. */
  content_locale: string | null
  /** When it was moved in from another service; null: it was started here. */
  imported_at: Date | null
  /** In the order in which they are shown. */
  tags: Tag[]
}

export const TEXT_FORMAT: Field<TextFormat> = is.oneOf(['md', 'html'])

export const DISCUSSION_ROW: Fields<Discussion> = {
  id: is.integer,
  key: is.text,
  group_id: is.integer,
  author_id: is.integer,
  title: is.text,
  description: is.nullable(is.text),
  description_format: TEXT_FORMAT,
  private: is.flag,
  items_count: is.integer,
  comments_count: is.integer,
  versions_count: is.integer,
  seen_by_count: is.integer,
  created_at: is.instant,
  updated_at: is.instant,
  last_activity_at: is.instant,
  last_comment_at: is.nullable(is.instant),
  closed_at: is.nullable(is.instant),
  discarded_at: is.nullable(is.instant),
  content_locale: is.nullable(is.text),
  imported_at: is.nullable(is.instant),
  tags: is.jsonListOf(TAG_ROW),
}

export const discussionFromJson = jsonReader(DISCUSSION_ROW)

export const MAX_TITLE = 150
export const MAX_BODY = 100_000
export const MAX_MESSAGE = 10_000

/** A thread's title and text before an edit; `size`: bytes of the text. */
export type DiscussionVersion = Pick<Discussion, 'title' | 'description' | 'description_format'> & {
  replaced_at: Date
  replaced_by: number
  size: number
}

export const DISCUSSION_VERSION_ROW: Fields<DiscussionVersion> = {
  ...pick(DISCUSSION_ROW, 'title', 'description', 'description_format'),
  replaced_at: is.instant,
  replaced_by: is.integer,
  size: is.integer,
}

/** Whether anyone may read a thread of this group. */
export function isPublicThread(thread: Pick<Discussion, 'private'>, group: Pick<Group, 'public'>): boolean {
  return group.public && !thread.private
}

/** Problems of a title: it needs 1 to 150 characters, and one of them is seen. */
export function checkTitle(title: string): Problem[] {
  if (isBlank(title)) return [problem('title', 'blank')]
  return checkLength('title', title, MAX_TITLE)
}
