import type { TotalRow } from '@folkmoot/check'
import type { PollOption } from '../../poll-option.ts'
import { type PollTypeName, pollType } from '../../types/index.ts'
import type { Tally } from './tally.ts'

/** One option's result. Percentages are of 100, unrounded; `average` is null when nobody answered. */
export type ResultRow = {
  option: PollOption
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

/** The sums of a poll's scores, one row per option, in the order of its type. */
export function resultRows(type: PollTypeName, options: PollOption[], tally: Tally): ResultRow[] {
  const { counted, order } = pollType(type)
  const scoreOf = ({ slot }: PollOption) => tally.sums[slot - 1] ?? 0
  const scores = options.map(scoreOf)
  const total = scores.reduce((sum, score) => sum + score, 0)
  const highest = Math.max(0, ...scores)
  const rows = options.map((option): ResultRow => {
    const score = scoreOf(option)
    const answers = tally.answers[option.slot - 1] ?? 0
    const voters = tally[counted][option.slot - 1] ?? 0
    return {
      option,
      rank: 1 + scores.filter((other) => other > score).length,
      score,
      score_percent: percent(score, total),
      max_score_percent: percent(score, highest),
      voter_percent: percent(voters, tally.cast_count),
      voter_count: voters,
      answer_count: answers,
      average: answers === 0 ? null : score / answers,
    }
  })
  return rows.sort(order === 'score' ? byRank : byPriority)
}

function byPriority(a: ResultRow, b: ResultRow): number {
  return a.option.priority - b.option.priority
}

/** Sorts rows from the best option to the worst. */
export function byRank(a: ResultRow, b: ResultRow): number {
  return a.rank - b.rank || byPriority(a, b)
}

/** Whether an option is the best one, or ties for it. */
export function isBest({ rank, score }: ResultRow): boolean {
  return rank === 1 && score > 0
}

/** A result row as files tell it. */
export function totalRow({ option, rank, score, voter_count, average }: ResultRow): TotalRow {
  return { slot: option.slot, rank, score, voter_count, average }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part * 100) / whole
}
