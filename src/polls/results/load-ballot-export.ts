import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { namedBallotsOfClosed, sealedBallots } from '../ballots/ballots-store.ts'
import { votersNames } from '../ballots/voters-names.ts'
import { electedOptions, isCounted } from '../counts/elected.ts'
import { ballotSettings } from '../heads/poll-manifest.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { isFinal, type Poll } from '../poll.ts'
import { type BallotExport, placeOf } from './ballot-export.ts'
import { decisionOf } from './decision.ts'
import { totalRow } from './tally/result-rows.ts'

/**
 * Whether this viewer may download the ballots of this poll: its totals are final, and the gate shows them.
 */
export function isExportable({ poll, results, now }: Pick<LoadedPoll, 'poll' | 'results' | 'now'>): boolean {
  return isFinal(poll, now) && results.shown
}

/**
 * A closed poll with its ballots, ordered by a hash: sealed ones, or named ones with their voters' names.
 * NotFound while voting is open or the gate hides the final results.
 */
export async function loadBallotExport(db: Queryable, loaded: LoadedPoll): Promise<BallotExport> {
  const { poll, options, results } = loaded
  if (!isExportable(loaded) || !results.shown || poll.closed_at === null) throw new NotFound()
  const { key, title, poll_type, anonymous } = poll
  return {
    format: 'folkmoot-ballots',
    version: 1,
    poll: {
      key,
      title,
      poll_type,
      anonymous,
      closed_at: poll.closed_at.toISOString(),
      settings: ballotSettings(poll),
      options: options
        .map(({ slot, priority, name, meaning, cost }) => ({ slot, priority, name, meaning, cost }))
        .sort((a, b) => a.slot - b.slot),
    },
    ballots: results.named ? await namedOnes(db, poll) : await sealedOnes(db, poll),
    totals: { cast_count: results.as_of, rows: results.rows.map(totalRow) },
    decision: decisionOf(loaded),
    ...(isCounted(poll) ? { elected: electedOptions(loaded).map(({ slot }) => slot) } : {}),
  }
}

async function sealedOnes(db: Queryable, { id }: Poll): Promise<BallotExport['ballots']> {
  return (await sealedBallots(db, id)).map(({ hash, scores, nonce }) => ({
    hash: hash.toString('hex'),
    scores,
    nonce: nonce.toString('hex'),
  }))
}

async function namedOnes(db: Queryable, { id, key }: Poll): Promise<BallotExport['ballots']> {
  const ballots = await namedBallotsOfClosed(db, id)
  const names = votersNames(ballots)
  const placed = ballots.map((ballot) => ({
    ...ballot,
    place: placeOf(key, ballot.user_id, ballot.scores),
  }))
  placed.sort((a, b) => (a.place < b.place ? -1 : 1))
  return placed.map(({ user_id, scores, reason, reason_format, cast_by }) => ({
    voter: names.get(user_id) ?? '',
    scores,
    reason,
    reason_format,
    cast_by_key: cast_by,
  }))
}
