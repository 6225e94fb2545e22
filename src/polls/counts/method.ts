import type { Tally } from '../results/tally/tally.ts'

/** What a count needs to know of the poll's type. */
export type Counting = {
  /** Whom `voter_count` counts: everyone who answered the option, or who gave it more than 0. */
  counted: 'answers' | 'supports'
  /** In which order results stand. */
  order: 'posted' | 'score' | 'time'
}

/** What is counted: `slot` is the place in every ballot, `priority` the one in display. */
export type Countable = { slot: number; priority: number }

/** One option's result. Percentages are of 100, unrounded; `average` is null when nobody answered. */
export type CountRow<Option extends Countable> = {
  option: Option
  /** 1 for the highest score; options with the same score share a rank, and the next is skipped. */
  rank: number
  score: number
  /** Share of all scores given. */
  score_percent: number
  /** Share of the highest score: the length of the bar. */
  max_score_percent: number
  /** Share of the ballots cast. */
  voter_percent: number
  voter_count: number
  /** On how many ballots it is answered: none that was cast before it was added. */
  answer_count: number
  average: number | null
}

/** What came out, one row an option, in the order the type prescribes. */
export type CountMethod = <Option extends Countable>(
  options: Option[],
  tally: Tally,
  counting: Counting,
) => CountRow<Option>[]
