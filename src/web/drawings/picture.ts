import type { Scores } from '../../polls/ballots/ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import { type Chooser, type Choosers, NO_CHOOSERS } from '../../polls/results/load-choosers.ts'
import { NO_SPREAD, type ScoreCount, type Spread } from '../../polls/results/load-spread.ts'
import { ALL_ASKED, type Unasked } from '../../polls/results/load-unasked.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'

/** One option of a picture. */
export type Line = {
  row: ResultRow
  label: string
  /** Its result, in words. */
  words: string
  /** The median of its scores, where medians decide. */
  median: number | null
  /** The label of a leading option. */
  badge: string | null
  /** The reader's own answer; null: none, or hidden. */
  own: string | null
  /** Who chose it, if that is visible. */
  people: Chooser[]
  /** How many ballots gave each score. */
  spread: ScoreCount[]
  /** How many voted before it was added. */
  unasked: number
}

/**
 * What a result is drawn from: only what the results gate returned. `voters`: how many ballots are counted;
 * `people`: of how many people the bars show shares; `most`: what an option gets if each of them gives it the
 * maximum; `brief`: in a thread.
 */
export type Picture = {
  poll: Poll
  lines: Line[]
  voters: number
  people: number
  most: number
  /** The label for the right end of the axis. */
  axis: string
  /** The reader's zone. */
  zone: string
  brief: boolean
}

/** The single ballots that a reader sees in addition to the totals. */
export type Single = {
  own: Scores | null
  choosers: Choosers
  spread: Spread
  unasked: Unasked
}

export const NO_SINGLE: Single = { own: null, choosers: NO_CHOOSERS, spread: NO_SPREAD, unasked: ALL_ASKED }
