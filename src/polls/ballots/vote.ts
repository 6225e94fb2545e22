import type { Scores } from './ballot.ts'

/** A vote ready to be written: its scores were checked against the poll's rules. */
export type Vote = {
  poll_id: number
  user_id: number
  scores: Scores
  reason: string | null
  reason_format: 'md' | 'html'
  /** The key it is cast by; null: its voter. */
  api_key_id: number | null
} & CastConditions

/** What must still hold once the poll and the ballot are locked; what is left out is not asked. */
export type CastConditions = {
  /** The vote of their own that the voter has been told of: when it was cast; null: none. */
  since?: Date | null | undefined
  /** The poll as it was read. */
  as_read?: { version: number; option_ids: number[] } | undefined
  /** By what the vote was checked. */
  rules?: RulesVersion | undefined
}

/**
 * Which poll, and options, and rows of a key whose hash is `secret`: by the changes that wrote them last.
 * Options are only ever added.
 */
export type RulesVersion = { poll: string; options: number; secret?: string; key?: string }

/**
 * `busy`: somebody holds the poll, who may take long; `changed` and `stale`: the poll or the vote is no
 * longer as asked; `moved`: the vote was checked by what holds no more.
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
