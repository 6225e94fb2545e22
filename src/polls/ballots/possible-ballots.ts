import { choiceLimits } from '../poll.ts'
import type { PollTypeName } from '../types/index.ts'
import { pollType } from '../types/index.ts'
import type { ChoiceSettings } from '../types/poll-type.ts'

/** How many possible ballots a voter make one that stands out likely. */
const FAR_EXCEEDING = 10

type Rules = ChoiceSettings & { poll_type: PollTypeName }

/**
 * Whether the ballots of a poll can be filled in in far more ways than there are voters: then an unusual one
 * can be recognized by its answers.
 */
export function outnumbers(poll: Rules, options: number, voters: number): boolean {
  return possibleBallots(poll, options) > FAR_EXCEEDING * voters
}

/** In how many ways a ballot can be filled in, roughly; large numbers are Infinity. */
function possibleBallots(poll: Rules, options: number): number {
  const { answered_by, numbers_differ, number, budget } = pollType(poll.poll_type)
  const { least, most } = choiceLimits(poll, options)
  const range = number(poll, options)
  const dots = budget(poll)
  if (dots !== null) return chosen(dots + options, options)
  const each = answered_by === 'choosing' ? 1 : range.most - range.least + 1
  let all = 0
  for (let count = least; count <= most; count++)
    all += numbers_differ ? arranged(options, count) : chosen(options, count) * each ** count
  return all
}

/** Ordered selections of `count` among `all`. */
function arranged(all: number, count: number): number {
  let ways = 1
  for (let taken = 0; taken < count; taken++) ways *= all - taken
  return ways
}

/** Unordered selections of `count` among `all`. */
function chosen(all: number, count: number): number {
  let ways = 1
  for (let taken = 0; taken < count; taken++) ways = (ways * (all - taken)) / (taken + 1)
  return ways
}
