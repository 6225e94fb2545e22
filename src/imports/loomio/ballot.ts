import type { Scores } from '../../polls/ballots/ballot.ts'
import { MAX_SCORE } from '../../polls/poll.ts'
import { pollType } from '../../polls/types/index.ts'
import type { PollShape } from './map-poll.ts'

/** A choice on a ballot in the file, by the slot of its option. */
export type Choice = { slot: number; score: number }

const YES = 2

/** A ballot as stored here: the score of each option by slot. Null: it does not fit the poll. */
export function ballotScores(shape: PollShape, choices: Choice[], none: boolean): Scores | null {
  const scores: Scores = Array.from({ length: shape.options }, () => null)
  if (none) {
    if (shape.none !== null) scores[shape.none - 1] = 1
    return choices.length === 0 ? scores : null
  }
  if (choices.some(({ score }) => score < 0 || score > MAX_SCORE)) return null
  const given = shape.poll_type === 'ranked_choice' ? pointsOf(shape, choices) : choices
  if (given === null || !fits(shape, given)) return null
  const is_chosen = pollType(shape.poll_type).answered_by === 'choosing'
  for (const { slot, score } of given) {
    if (is_chosen || shape.poll_type === 'dot_vote') {
      if (score > 0) scores[slot - 1] = is_chosen ? 1 : score
    } else scores[slot - 1] = score
  }
  return shape.poll_type === 'dot_vote' || scores.some((score) => score !== null) ? scores : null
}

function fits({ poll_type, min_score, max_score }: PollShape, choices: Choice[]): boolean {
  if (pollType(poll_type).single_choice) return choices.filter(({ score }) => score > 0).length === 1
  if (poll_type === 'meeting') return choices.every(({ score }) => score <= YES)
  if (poll_type === 'score') return choices.every(({ score }) => score >= min_score && score <= max_score)
  return true
}

/** Ranks as points: the first of N gets N. The numbers on the ballot only tell the order. */
function pointsOf({ ranks, points }: PollShape, choices: Choice[]): Choice[] | null {
  const ranked = choices
    .filter(({ score }) => score > 0)
    .toSorted(
      (one, other) => (ranks ? one.score - other.score : other.score - one.score) || one.slot - other.slot,
    )
  if (ranked.length > points || new Set(ranked.map(({ score }) => score)).size < ranked.length) return null
  return ranked.map(({ slot }, place) => ({ slot, score: points - place }))
}
