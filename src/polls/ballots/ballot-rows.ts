import { jsonReader } from '../../db/json-rows.ts'
import { type Field, type Fields, is } from '../../db/row-types.ts'
import { TEXT_FORMAT, type TextFormat } from '../../discussions/discussion.ts'
import { SCORES, type Scores } from './ballot.ts'

/** The role in which a person was given a ballot. */
export type IssuedAs = 'member' | 'thread_guest' | 'named'

const ISSUED_AS: Field<IssuedAs> = is.oneOf(['member', 'thread_guest', 'named'])

/**
 * Whether row `e` of `electorate`, of a named poll, is among the voters of "N of M voted": withdrawn ballots
 * count on if they were cast, also those of people who deleted their accounts.
 */
export const COUNTS_ON = '(e.withdrawn_at is null or e.voted)'

/** A person's ballot in a poll as stored: it may no longer be valid. */
export type HeldBallot = {
  issued_as: IssuedAs
  voted: boolean
  withdrawn: boolean
  /** The voter is a guest of the poll's thread. */
  thread_guest: boolean
}

export const HELD_BALLOT_ROW: Fields<HeldBallot> = {
  issued_as: ISSUED_AS,
  voted: is.flag,
  withdrawn: is.flag,
  thread_guest: is.flag,
}

/** A ballot of a named poll as its voter sees it. */
export type OwnBallot = {
  id: number
  scores: Scores
  reason: string | null
  reason_format: TextFormat
  cast_at: Date
  /** The key that cast it for its voter, and the key's name; null: its voter cast it. */
  api_key_id: number | null
  cast_by: string | null
}

export const OWN_BALLOT_ROW: Fields<OwnBallot> = {
  id: is.integer,
  scores: SCORES,
  reason: is.nullable(is.text),
  reason_format: TEXT_FORMAT,
  cast_at: is.instant,
  api_key_id: is.nullable(is.integer),
  cast_by: is.nullable(is.text),
}

/** The same on the voter's own pages; `replaces`: it changed a vote they had cast before. */
export type OwnVote = OwnBallot & { replaces: boolean }

export const OWN_VOTE_ROW: Fields<OwnVote> = { ...OWN_BALLOT_ROW, replaces: is.flag }

export const ballotFromJson = jsonReader(OWN_BALLOT_ROW)

/** A person with a ballot: how they got it, whether it is cast, and by which key if not by themselves. */
export type Voter = {
  user_id: number
  inviter_id: number
  issued_as: IssuedAs
  issued_at: Date
  voted: boolean
  api_key_id: number | null
}

export const VOTER_ROW: Fields<Voter> = {
  user_id: is.integer,
  inviter_id: is.integer,
  issued_as: ISSUED_AS,
  issued_at: is.instant,
  voted: is.flag,
  api_key_id: is.nullable(is.integer),
}

export const voterFromJson = jsonReader(VOTER_ROW)
