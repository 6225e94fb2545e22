import type { Queryable } from '../../db/sql.ts'
import { loadOwnBallots, type OwnVote } from '../../polls/ballots/load-ballot.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { loadCounts } from '../../polls/counts/load-count.ts'
import type { ThreadPoll } from '../../polls/lists/load-thread-polls.ts'
import { loadEarlyClosings, loadEditedVotes, loadReopened } from '../../polls/past/load-poll-past.ts'
import {
  type EarlyClosing,
  type EditedVotes,
  isEverChanged,
  type Reopening,
} from '../../polls/past/poll-past.ts'
import { type Choosers, loadChoosers, NO_CHOOSERS } from '../../polls/results/load-choosers.ts'
import { loadSpreads, NO_SPREAD, type Spread } from '../../polls/results/load-spread.ts'
import { ALL_ASKED, loadUnasked, type Unasked } from '../../polls/results/load-unasked.ts'
import type { Results } from '../../polls/results/results.ts'
import type { ToldBallot } from './visit.ts'

/** A poll in the thread; `ballot` null: the reader has none. */
export type PollItem = Omit<ThreadPoll, 'own' | 'tally'> & {
  is: 'poll'
  ballot: ToldBallot | null
  /** The reader's vote; null: none, or the poll is anonymous. */
  own: OwnVote | null
  /** Who chose what, if few people voted. */
  choosers: Choosers
  /** For types that draw it. */
  spread: Spread
  unasked: Unasked
  results: Results
  /** Null: as it was when voting opened. */
  edited: EditedVotes | null
  /** Null: it never was. */
  reopened: Reopening | null
  /** How it was closed again; null: it is not, or closed as planned, or never reopened. */
  closed_again: EarlyClosing | null
  /** How an election counts its ballots; null: its sums tell as much, or many voted. */
  counted: CountedBallots | null
}

type Singles = 'own' | 'choosers' | 'spread' | 'unasked' | 'counted' | 'edited' | 'reopened' | 'closed_again'

/** Of a poll that is not on the page that is shown. */
export const NO_SINGLES: Pick<PollItem, Singles> = {
  own: null,
  choosers: NO_CHOOSERS,
  spread: NO_SPREAD,
  unasked: ALL_ASKED,
  counted: null,
  edited: null,
  reopened: null,
  closed_again: null,
}

/** Pages of polls name more people, and draw and count any number of ballots. */
const MOST_CHOOSERS = 30
const MOST_DRAWN = 300

/** Adds to these polls the reader's vote, the single ballots that the picture shows, and the edits. */
export async function withSingles(db: Queryable, polls: PollItem[], user_id: number): Promise<PollItem[]> {
  const voted = polls.flatMap(({ poll, ballot }) => (ballot?.voted === true ? [poll] : []))
  const versions = polls.map(({ poll }) => poll)
  const [own, choosers, spreads, unasked, counts, edited, reopened, early] = await Promise.all([
    loadOwnBallots(db, voted, user_id),
    loadChoosers(db, polls, MOST_CHOOSERS),
    loadSpreads(db, polls, MOST_DRAWN),
    loadUnasked(db, polls),
    loadCounts(db, polls, MOST_DRAWN),
    loadEditedVotes(db, versions),
    loadReopened(db, versions),
    loadEarlyClosings(db, versions.filter(isEverChanged)),
  ])
  return polls.map((item) => ({
    ...item,
    own: own.get(item.poll.id) ?? null,
    choosers: choosers.get(item.poll.id) ?? NO_CHOOSERS,
    spread: spreads.get(item.poll.id) ?? NO_SPREAD,
    unasked: unasked.get(item.poll.id) ?? ALL_ASKED,
    counted: counts.get(item.poll.id) ?? null,
    edited: edited.get(item.poll.id) ?? null,
    reopened: reopened.get(item.poll.id) ?? null,
    closed_again: (reopened.has(item.poll.id) ? early.get(item.poll.id) : undefined) ?? null,
  }))
}
