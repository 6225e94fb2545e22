import { jsonReader } from '../../db/json-rows.ts'
import { type Fields, is } from '../../db/row-types.ts'
import { TEXT_FORMAT, type TextFormat } from '../../discussions/discussion.ts'
import { type Problem, problem } from '../../errors.ts'
import { isBlank } from '../../text/blank.ts'
import { checkLength } from '../../text/length.ts'
import { withLineFeeds } from '../../text/line-breaks.ts'
import { instantIn } from '../../text/local-time.ts'
import { type Poll, pollState } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { type PollTypeName, pollType } from '../types/index.ts'

/** A group's conclusion from a poll's result. */
export type Outcome = {
  id: number
  poll_id: number
  /** The chosen option; null when there is none. */
  poll_option_id: number | null
  group_id: number
  author_id: number
  statement: string
  statement_format: TextFormat
  /** A day, as ISO 8601: '2027-03-01'. */
  review_on: string | null
  created_at: Date
  /** When the first text that it replaces was published; null: it is no edit. */
  published_at: Date | null
  /** When it was withdrawn, by reopening its poll or on its own. */
  withdrawn_at: Date | null
}

export const OUTCOME_ROW: Fields<Outcome> = {
  id: is.integer,
  poll_id: is.integer,
  poll_option_id: is.nullable(is.integer),
  group_id: is.integer,
  author_id: is.integer,
  statement: is.text,
  statement_format: TEXT_FORMAT,
  review_on: is.nullable(is.day),
  created_at: is.instant,
  published_at: is.nullable(is.instant),
  withdrawn_at: is.nullable(is.instant),
}

export const outcomeFromJson = jsonReader(OUTCOME_ROW)

/** The valid outcome: there is none while voting goes on, or since it was reopened or withdrawn. */
export function holdingOutcome<O extends Pick<Outcome, 'created_at' | 'withdrawn_at'>>(
  outcome: O | null,
  poll: Pick<Poll, 'opened_at' | 'closing_at' | 'closed_at'>,
  now: Date,
): O | null {
  const state = pollState(poll, now)
  if (outcome === null || outcome.withdrawn_at !== null) return null
  return state.is === 'closed' && outcome.created_at >= state.at ? outcome : null
}

/** The option an outcome chooses. Null: none. */
export function settledOn<O extends Pick<PollOption, 'id'>>(outcome: Outcome, options: O[]): O | null {
  return options.find(({ id }) => id === outcome.poll_option_id) ?? null
}

/** The content of an outcome. */
export type OutcomeText = Pick<Outcome, 'statement' | 'poll_option_id' | 'review_on'>

export const MAX_STATEMENT = 10_000
/** When authors are reminded of a review, in their own time zone. */
const REVIEW_HOUR = '08:00'

/** Facts about an outcome's poll, and about its publisher. */
export type OutcomeFacts = {
  options: Pick<PollOption, 'id'>[]
  /** The outcome it replaces: its day may stay, even if past. */
  earlier: OutcomeText | null
  time_zone: string
  now: Date
}

/** Problems of an outcome before it is published. */
export function checkOutcome(text: OutcomeText, { options, earlier, ...clock }: OutcomeFacts): Problem[] {
  const { statement, poll_option_id, review_on } = text
  const known = poll_option_id === null || options.some(({ id }) => id === poll_option_id)
  return [
    ...(isBlank(statement)
      ? [problem('statement', 'blank')]
      : checkLength('statement', statement, MAX_STATEMENT)),
    ...(known ? [] : [problem('poll_option_id', 'no_option_of_poll')]),
    ...(review_on === null || review_on === earlier?.review_on ? [] : checkReview(review_on, clock)),
  ]
}

function checkReview(review_on: string, { time_zone, now }: Pick<OutcomeFacts, 'time_zone' | 'now'>) {
  const field = 'review_on'
  const at = reviewDue(review_on, time_zone)
  if (at === null) return [problem(field, 'no_day')]
  return at > now ? [] : [problem(field, 'past')]
}

/**
 * When the author gets the reminder to review it: that morning in their time zone. Null: there is no such
 * day.
 */
export function reviewDue(review_on: string, time_zone: string): Date | null {
  const morning = `${review_on}T${REVIEW_HOUR}`
  return instantIn(time_zone, morning) ?? instantIn('UTC', morning)
}

/** Whether both have the same content, however their lines end. */
export function saysTheSame(one: OutcomeText, other: OutcomeText): boolean {
  return (
    withLineFeeds(one.statement) === withLineFeeds(other.statement) &&
    one.poll_option_id === other.poll_option_id &&
    one.review_on === other.review_on
  )
}

/** Types whose options can be chosen as an outcome, unlike positions on a proposal or answers to a call. */
export function settlesOnOption(type: PollTypeName): boolean {
  return pollType(type).settles_on_option
}

/** When an outcome was published: an edited one keeps the time of its first text. */
export function publishedAt({
  published_at,
  created_at,
}: Pick<Outcome, 'published_at' | 'created_at'>): Date {
  return published_at ?? created_at
}
