import { count } from './count.ts'
import { dot_vote } from './dot-vote.ts'
import { meeting } from './meeting.ts'
import { poll } from './poll.ts'
import type { PollType, Sign } from './poll-type.ts'
import { proposal } from './proposal.ts'
import { ranked_choice } from './ranked-choice.ts'
import { score } from './score.ts'

export type { ChoiceSettings, PollType } from './poll-type.ts'

/**
 * The registry of poll types, in the order of display. A type is a file here, a line in this table, and its
 * page parts, which are found by name: src/web/ballots/NAME.tsx.
 */
const POLL_TYPES = {
  proposal,
  poll,
  count,
  score,
  ranked_choice,
  meeting,
  dot_vote,
} satisfies { [name: string]: PollType }

export type PollTypeName = keyof typeof POLL_TYPES

export const POLL_TYPE_NAMES = Object.keys(POLL_TYPES) as PollTypeName[]

/** The default type. */
export const DEFAULT_POLL_TYPE: PollTypeName = 'proposal'

/** Replaces a type that could not be parsed: it accepts any options, or none. */
export const STAND_IN_POLL_TYPE: PollTypeName = 'count'

export function pollType(name: PollTypeName): PollType {
  return POLL_TYPES[name]
}

/** The sign of an option with the same meaning in every poll of this type. Null: it has none. */
export function signOf(type: PollTypeName, option: string): Sign | null {
  const { signs } = pollType(type)
  return Object.hasOwn(signs, option) ? (signs[option] ?? null) : null
}
