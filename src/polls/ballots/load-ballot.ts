import type { Queryable } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'
import type { OwnBallot, OwnVote } from './ballot-rows.ts'
import { findOwnBallot, findOwnBallots } from './ballots-store.ts'

export type { OwnBallot, OwnVote }

/** The ballot this person cast in a poll, for them alone. Null: none, or the poll is anonymous. */
export async function loadOwnBallot(
  db: Queryable,
  poll: Pick<Poll, 'id' | 'anonymous'>,
  user_id: number,
): Promise<OwnVote | null> {
  return poll.anonymous ? null : findOwnBallot(db, poll.id, user_id)
}

/** The same for several polls, by their ids. */
export async function loadOwnBallots(
  db: Queryable,
  polls: Pick<Poll, 'id' | 'anonymous'>[],
  user_id: number,
): Promise<Map<number, OwnVote>> {
  const ids = polls.filter(({ anonymous }) => !anonymous).map(({ id }) => id)
  const found = ids.length === 0 ? [] : await findOwnBallots(db, ids, user_id)
  return new Map(found.map((ballot) => [ballot.poll_id, ballot]))
}
