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
 * THE registry of poll types, in the order in which they are offered. A type is a file here, its line in this
 * table, and what its pages show, which is found by its name: src/web/ballots/NAME.tsx.
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

/** The type offered where none is named. */
export const DEFAULT_POLL_TYPE: PollTypeName = 'proposal'

/** Stands in for a type that could not be read: it takes any options, or none. */
export const STAND_IN_POLL_TYPE: PollTypeName = 'count'

/** What a poll of this type is like. */
export function pollType(name: PollTypeName): PollType {
  return POLL_TYPES[name]
}

/** The sign of an option that every poll of this type means alike. Null: it has none. */
export function signOf(type: PollTypeName, option: string): Sign | null {
  const { signs } = pollType(type)
  return Object.hasOwn(signs, option) ? (signs[option] ?? null) : null
}
