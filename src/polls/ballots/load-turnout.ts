import type { Queryable } from '../../db/sql.ts'
import { inAlphabet } from '../../locales/alphabet.ts'
import type { Poll } from '../poll.ts'
import { type BallotHolder, turnoutOf } from './audit-store.ts'

export type { BallotHolder }

/**
 * People with a ballot and whether they voted, for facilitators: as many as the poll's page counts. None for
 * an anonymous poll.
 */
export async function loadTurnout(
  db: Queryable,
  poll: Pick<Poll, 'id' | 'anonymous'>,
): Promise<BallotHolder[]> {
  return poll.anonymous ? [] : inAlphabet(await turnoutOf(db, poll.id), ({ name }) => name)
}
