import type { Queryable } from '../../db/sql.ts'
import { type User, userFromJson } from '../../users/user.ts'
import type { HeldBallot } from '../ballots/ballot-rows.ts'
import { holdingOutcome, type Outcome, outcomeFromJson } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { pollFromJson } from '../poll-rows.ts'
import { loadResults } from '../results/load-results.ts'
import type { Results, ResultsViewer } from '../results/results.ts'
import type { Tally } from '../results/tally/tally.ts'
import { readThreadPolls } from './thread-poll-reads.ts'

/** A poll in its thread. */
export type ThreadPoll = {
  poll: Poll
  author: User
  sequence_id: number
  voters_count: number
  decided_count: number
  /** The reader's ballot as stored; it may no longer be valid. */
  own: HeldBallot | null
  /** The outcome of its result. */
  outcome: Outcome | null
  options: PollOption[]
  /** Not yet filtered for its reader: `loadThreadResults` does that. */
  tally: Tally
}

/** The polls of a thread in order, as facts: the caller decides which of them a reader may see. */
export async function loadThreadPolls(
  db: Queryable,
  ask: { discussion_id: number; user_id: number },
): Promise<ThreadPoll[]> {
  return (await readThreadPolls(db, ask)).map(({ now, author, voters, voted, options, ...row }) => {
    const poll = pollFromJson(row.poll)
    const outcome = row.outcome === null ? null : outcomeFromJson(row.outcome)
    return {
      ...row,
      poll,
      author: userFromJson(author),
      outcome: holdingOutcome(outcome, poll, now),
      options: options ?? [],
      voters_count: voters,
      decided_count: voted,
    }
  })
}

/** The results this viewer may see: only totals, without further reads. */
export async function loadThreadResults(
  db: Queryable,
  { poll, options, tally }: Pick<ThreadPoll, 'poll' | 'options' | 'tally'>,
  { viewer, now }: { viewer: ResultsViewer; now: Date },
): Promise<Results> {
  return (await loadResults(db, { poll, options, tally }, { viewer, now, ballots: false })).results
}
