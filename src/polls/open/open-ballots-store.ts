import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { SCORES, type Scores } from '../ballots/ballot.ts'

/** A vote by an open link. */
export type OpenBallot = { id: number; name: string; email: string | null; scores: Scores; cast_at: Date }

const OPEN_BALLOT_ROW: Fields<OpenBallot> = {
  id: is.integer,
  name: is.text,
  email: is.nullable(is.text),
  scores: SCORES,
  cast_at: is.instant,
}

export const OPEN_OUTCOMES = ['recorded', 'no_link', 'closed', 'other_options', 'ended', 'used_up'] as const
export type OpenOutcome = (typeof OPEN_OUTCOMES)[number]

type Given = {
  link_hash: Buffer
  browser_hash: Buffer
  name: string
  email: string | null
  scores: Scores
  most: number
}

const cast = sql<Omit<Given, 'scores'> & { scores: string }, { outcome: OpenOutcome }>(
  'open_ballots.cast',
  `select cast_open_ballot(:link_hash, :browser_hash, :name, :email::text,
     array(select s::int from json_array_elements_text(:scores::json) with ordinality t(s, slot) order by slot), :most::int) as outcome`,
  { outcome: is.oneOf(OPEN_OUTCOMES) },
)

const own = sql<{ browser_hash: Buffer }, OpenBallot>(
  'open_ballots.own',
  'select id, name, email, scores, cast_at from open_ballots where browser_hash = :browser_hash',
  OPEN_BALLOT_ROW,
)

const ofPoll = sql<{ poll_id: number; most: number }, OpenBallot>(
  'open_ballots.of_poll',
  `select id, name, email, scores, cast_at from open_ballots where poll_id = :poll_id order by id desc limit :most`,
  OPEN_BALLOT_ROW,
)

export async function castOpen(tx: Queryable, given: Given): Promise<OpenOutcome> {
  return (await cast.one(tx, { ...given, scores: JSON.stringify(given.scores) })).outcome
}

/** The ballot of this browser. */
export function findOpenBallot(db: Queryable, browser_hash: Buffer): Promise<OpenBallot | null> {
  return own.first(db, { browser_hash })
}

/** The newest ballots by open links of a poll, at most `most`. */
export function listOpenBallots(db: Queryable, poll_id: number, most: number): Promise<OpenBallot[]> {
  return ofPoll.all(db, { poll_id, most })
}
