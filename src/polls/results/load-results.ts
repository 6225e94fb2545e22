import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Scores } from '../ballots/ballot.ts'
import { namedBallots } from '../ballots/ballots-store.ts'
import { type Results, type ResultsViewer, resultsFor, type TalliedPoll } from './results.ts'

/** Above this number of ballots a response has no single ballots. */
const MAX_NAMED_BALLOTS = 5_000

/** Each voter's scores, by user; `omitted`: there are too many to show. */
export type VoterScores = { by_voter: { user_id: number; scores: Scores }[]; omitted: boolean }

export type LoadedResults = { results: Results; voters: VoterScores }

const readBallots = batched(namedBallots, { most: 32, lanes: 2 })

const NO_VOTERS: VoterScores = { by_voter: [], omitted: false }

/**
 * The results this viewer may see; reads single ballots only after the gate allowed it, and if the caller
 * wants them.
 */
export async function loadResults(
  db: Db | Queryable,
  tallied: TalliedPoll,
  { viewer, now, ballots: wanted }: { viewer: ResultsViewer; now: Date; ballots: boolean },
): Promise<LoadedResults> {
  const results = resultsFor(tallied, viewer, now)
  return { results, voters: await loadVoters(db, { poll: tallied.poll, results }, wanted) }
}

/** Each voter's scores, if the gate shows them in these results and the caller wants them. */
async function loadVoters(
  db: Db | Queryable,
  { poll, results }: { poll: { id: number }; results: Results },
  wanted: boolean,
): Promise<VoterScores> {
  if (!showsVoters(results)) return NO_VOTERS
  if (!wanted || results.as_of > MAX_NAMED_BALLOTS) return { by_voter: [], omitted: true }
  return { by_voter: byVoter(await readBallots(db, poll.id)), omitted: false }
}

/** The same for several polls in one statement, in their order. */
export async function loadVotersOf(
  db: Queryable,
  polls: readonly { poll: { id: number }; results: Results }[],
): Promise<VoterScores['by_voter'][]> {
  const ids = polls.flatMap(({ poll, results }) => (showsVoters(results) ? [poll.id] : []))
  const ballots = ids.length === 0 ? [] : await namedBallots(db, ids)
  const voters = new Map(ids.map((id, place) => [id, byVoter(ballots[place] ?? {})]))
  return polls.map(({ poll }) => voters.get(poll.id) ?? [])
}

function showsVoters(results: Results): results is Extract<Results, { shown: true }> {
  return results.shown && results.named && results.as_of > 0
}

function byVoter(ballots: Record<string, Scores>): VoterScores['by_voter'] {
  return Object.entries(ballots).map(([user_id, scores]) => ({ user_id: Number(user_id), scores }))
}
