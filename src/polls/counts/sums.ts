import type { Tally } from '../results/tally/tally.ts'
import type { Countable, Counting, CountRow } from './method.ts'

/** Adds up the voters' scores: the option with the highest sum comes first. */
export function sums<Option extends Countable>(
  options: Option[],
  tally: Tally,
  { counted, order }: Counting,
): CountRow<Option>[] {
  const scoreOf = ({ slot }: Option) => tally.sums[slot - 1] ?? 0
  const scores = options.map(scoreOf)
  const total = scores.reduce((sum, score) => sum + score, 0)
  const highest = Math.max(0, ...scores)
  const rows = options.map((option): CountRow<Option> => {
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
  const byPriority = (a: CountRow<Option>, b: CountRow<Option>) => a.option.priority - b.option.priority
  return rows.sort(order === 'score' ? (a, b) => a.rank - b.rank || byPriority(a, b) : byPriority)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part * 100) / whole
}
