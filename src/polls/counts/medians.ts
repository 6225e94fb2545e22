import type { CountedBallots } from './counting.ts'

/** The median score of each option by its slot, where medians decide; else none. */
export function mediansOf(counted: CountedBallots | null): Map<number, number> {
  if (counted?.count.method !== 'median') return new Map()
  const votes = counted.count.rounds[0]?.votes ?? []
  return new Map(votes.flatMap((score, place) => (score === null ? [] : [[place + 1, Number(score)]])))
}
