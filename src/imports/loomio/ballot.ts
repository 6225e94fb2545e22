import type { Scores } from '../../polls/ballots/ballot.ts'
import { MAX_SCORE } from '../../polls/poll.ts'
import { pollType } from '../../polls/types/index.ts'
import type { PollShape } from './map-poll.ts'

/** A choice on a ballot in the file, by the slot of its option. */
export type Choice = { slot: number; score: number }

/** A ballot as stored here: the score of each option by slot. Null: it does not fit the poll. */
export function ballotScores(shape: PollShape, choices: Choice[], none: boolean): Scores | null {
  const scores: Scores = Array.from({ length: shape.options }, () => null)
  if (none) {
    if (shape.none !== null) scores[shape.none - 1] = 1
    return choices.length === 0 ? scores : null
  }
  if (choices.some(({ score }) => score < 0 || score > MAX_SCORE)) return null
  const { answered_by, numbers_differ, tells_zeros, counted } = pollType(shape.poll_type)
  const given = numbers_differ ? pointsOf(shape, choices) : choices
  if (given === null || !fits(shape, given)) return null
  for (const { slot, score } of given) {
    if (score > 0) scores[slot - 1] = answered_by === 'choosing' ? 1 : score
    else if (tells_zeros || counted === 'answers') scores[slot - 1] = 0
  }
  return shape.may_be_empty || scores.some((score) => score !== null) ? scores : null
}

function fits({ poll_type, numbers }: PollShape, choices: Choice[]): boolean {
  if (pollType(poll_type).single_choice) return choices.filter(({ score }) => score > 0).length === 1
  return numbers === null || choices.every(({ score }) => score >= numbers.least && score <= numbers.most)
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
