import type { Scores } from '../../polls/ballots/ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import type { Choosers } from '../../polls/results/load-choosers.ts'
import type { ScoreCount, Spread } from '../../polls/results/load-spread.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'

/** An option as it is drawn. */
export type Line = {
  row: ResultRow
  label: string
  /** What it got, in words. */
  words: string
  /** What stands on top is called, of that option. */
  badge: string | null
  /** What the reader gave it; null: nothing, or it is not told. */
  own: string | null
  /** Who chose it, where that is shown. */
  people: string[]
  /** How many ballots gave which score. */
  spread: ScoreCount[]
}

/**
 * What a result is drawn from: only what the gate showed. `voters`: whose ballots are counted; `most`: what
 * one option would get if all of them gave it the most they could; `brief`: in a thread.
 */
export type Picture = {
  poll: Poll
  lines: Line[]
  voters: number
  voters_count: number
  most: number
  /** What the right end of the axis stands for. */
  axis: string
  /** Of the reader. */
  zone: string
  brief: boolean
}

/** What a reader sees of single ballots beside the totals. */
export type Single = {
  own: Scores | null
  choosers: Choosers
  spread: Spread
}

export const NO_SINGLE: Single = { own: null, choosers: new Map(), spread: new Map() }
