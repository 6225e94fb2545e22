import { checkLength, type TextFormat } from '../discussions/discussion.ts'
import type { Problem } from '../errors.ts'

/** What a group made of a poll's result. */
export type Outcome = {
  id: number
  poll_id: number
  poll_option_id: number | null
  group_id: number
  author_id: number
  statement: string
  statement_format: TextFormat
  /** A day, as ISO 8601: '2027-03-01'. */
  review_on: string | null
  created_at: Date
}

export const MAX_STATEMENT = 10_000

/** What is wrong with an outcome about to be published. */
export function checkOutcome(statement: string): Problem[] {
  if (statement.trim() === '') return [{ field: 'statement', code: 'blank', message: "can't be blank" }]
  return checkLength('statement', statement, MAX_STATEMENT)
}
