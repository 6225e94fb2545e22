import type { Tally } from '../results/tally/tally.ts'

/** The facts about the poll's type that a count needs. */
export type Counting = {
  /** The people in `voter_count`: everyone who answered the option, or who gave it more than 0. */
  counted: 'answers' | 'supports'
  /** The order of the results. */
  order: 'posted' | 'score' | 'time'
}

/** An option to count: `slot` is its place in every ballot, `priority` its place in display. */
export type Countable = { slot: number; priority: number }

/** One option's result. Percentages are of 100, unrounded; `average` is null when nobody answered. */
export type CountRow<Option extends Countable> = {
  option: Option
  /** 1 for the highest score; options with the same score share a rank, and the next is skipped. */
  rank: number
  score: number
  /** Share of the sum of all scores. */
  score_percent: number
  /** Share of the highest score: the length of the bar. */
  max_score_percent: number
  /** Share of the ballots cast. */
  voter_percent: number
  voter_count: number
  /** The number of ballots that answer it: none of those cast before it was added. */
  answer_count: number
  average: number | null
}

/** The result, one row per option, in the order of the type. */
export type CountMethod = <Option extends Countable>(
  options: Option[],
  tally: Tally,
  counting: Counting,
) => CountRow<Option>[]
