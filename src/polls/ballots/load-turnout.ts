import type { Queryable } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'
import { type BallotHolder, turnoutOf } from './audit-store.ts'

export type { BallotHolder }

/**
 * Who holds a ballot and who has voted, for those who look after the poll. Of an anonymous poll nobody is
 * told.
 */
export async function loadTurnout(
  db: Queryable,
  poll: Pick<Poll, 'id' | 'anonymous'>,
): Promise<BallotHolder[]> {
  return poll.anonymous ? [] : turnoutOf(db, poll.id)
}
