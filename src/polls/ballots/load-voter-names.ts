import type { Queryable } from '../../db/sql.ts'
import { findUsers } from '../../users/users-store.ts'
import type { LoadedPoll } from '../load-poll.ts'

/** The names of those whose ballots the gate lets this viewer see, by user id; null: has told none. */
export async function loadVoterNames(
  db: Queryable,
  { voters }: Pick<LoadedPoll, 'voters'>,
): Promise<Map<number, string | null>> {
  if (voters.by_voter.length === 0) return new Map()
  const ids = voters.by_voter.map((ballot) => ballot.user_id)
  return new Map((await findUsers(db, ids)).map((user) => [user.id, user.name]))
}
