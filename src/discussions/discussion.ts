import { type Problem, problem } from '../errors.ts'

export type TextFormat = 'md' | 'html'

/** A thread. */
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
  /** How often its title and text were written. */
  versions_count: number
  seen_by_count: number
  created_at: Date
  updated_at: Date
  last_activity_at: Date
  last_comment_at: Date | null
  closed_at: Date | null
  discarded_at: Date | null
}

export const MAX_TITLE = 150
export const MAX_BODY = 100_000
export const MAX_MESSAGE = 10_000

/** A thread's title and text as they were before they were edited; `size`: bytes of the text. */
export type DiscussionVersion = Pick<Discussion, 'title' | 'description' | 'description_format'> & {
  replaced_at: Date
  size: number
}

/** What is wrong with a title: 1 to 150 characters that are not all blank. */
export function checkTitle(title: string): Problem[] {
  if (title.trim() === '') return [problem('title', 'blank')]
  return checkLength('title', title, MAX_TITLE)
}

/** A problem when the text is longer than `most` characters (as people count them, not UTF-16 units). */
export function checkLength(field: string, text: string | null, most: number): Problem[] {
  if (text === null || text.length <= most || [...text].length <= most) return []
  return [problem(field, 'too_long', { most: most })]
}
