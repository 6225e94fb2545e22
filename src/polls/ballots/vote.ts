import { type Problem, problem } from '../../errors.ts'
import type { Scores } from './ballot.ts'

/** A person by either id or address. */
export type NamedVoter = { user_id: number | null; email: string | null }

/** What is wrong with naming a voter like this, whoever that is. */
export function voterProblems({ user_id, email }: NamedVoter): Problem[] {
  if (user_id === null && email === null) return [problem('user_id', 'voter_blank')]
  return user_id !== null && email !== null ? [problem('email', 'voter_named_twice')] : []
}

/** A vote ready to be cast: its scores were checked against the poll's rules. */
export type Vote = {
  poll_id: number
  user_id: number
  scores: Scores
  reason: string | null
  reason_format: 'md' | 'html'
  /** The key that casts it; null: its voter. */
  api_key_id: number | null
} & CastConditions

/** Conditions checked once the poll and the ballot are locked; missing ones are skipped. */
export type CastConditions = {
  /** When the vote that the voter last saw as their own was cast; null: none. */
  since?: Date | null | undefined
  /** The poll as it was read. */
  as_read?: { version: number; option_ids: number[] } | undefined
  /** When the question was last edited: the same vote confirms one cast before that. */
  reworded_at?: Date | undefined
  /** The version of the vote's rules. */
  rules?: RulesVersion | undefined
}

/**
 * The versions of the poll, its options, and the rows of a key with the hash `secret`: the transactions that
 * last wrote them. Options are never removed.
 */
export type RulesVersion = { poll: string; options: number; secret?: string; key?: string }

/**
 * `busy`: another transaction has locked the poll, perhaps for long; `changed` and `stale`: the poll or the
 * vote has changed; `moved`: the rules that checked the vote are outdated.
 */
export const CAST_OUTCOMES = [
  'recorded',
  'unchanged',
  'closed',
  'no_ballot',
  'anonymous',
  'of_voter',
  'changed',
  'stale',
  'moved',
  'busy',
] as const
export type CastOutcome = (typeof CAST_OUTCOMES)[number]
export type CastRow = { outcome: CastOutcome; ballot_id: number | null; cast_at: Date | null }
