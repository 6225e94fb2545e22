import type { Queryable } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'
import type { OwnBallot } from './ballot-rows.ts'
import { findOwnBallot } from './ballots-store.ts'

export type { OwnBallot }

/** The ballot this person cast in a poll, for them alone. Null: none was cast, or the poll is anonymous. */
export async function loadOwnBallot(
  db: Queryable,
  poll: Pick<Poll, 'id' | 'anonymous'>,
  user_id: number,
): Promise<OwnBallot | null> {
  return poll.anonymous ? null : findOwnBallot(db, poll.id, user_id)
}
