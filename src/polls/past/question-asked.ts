import { createHash } from 'node:crypto'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'

const MARK_LENGTH = 16
const MARK = new RegExp(`^[\\w-]{${MARK_LENGTH}}$`)

/** The name under which forms and links carry the mark. */
export const QUESTION_FIELD = 'question'

/**
 * A mark of what a ballot asks: another one once title, details or descriptions of options are edited. Not of
 * the options themselves, which voters may add.
 */
export function questionAsked({ title, details }: Poll, options: PollOption[]): string {
  const meanings = options.flatMap(({ slot, meaning }) => (meaning === null ? [] : [[slot, meaning]]))
  return createHash('sha256')
    .update(JSON.stringify([title, details, meanings.sort()]))
    .digest('base64url')
    .slice(0, MARK_LENGTH)
}

/** The mark in a link; null: it has none. */
export function markInLink(text: unknown): string | null {
  return typeof text === 'string' && MARK.test(text) ? text : null
}
