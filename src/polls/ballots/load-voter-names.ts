import type { Queryable } from '../../db/sql.ts'
import { readUsersIn } from '../../groups/shown-user-reads.ts'
import type { LoadedPoll } from '../load-poll.ts'

/** The names of those whose ballots the gate lets this viewer see, by user id; null: has told none. */
export async function loadVoterNames(
  db: Queryable,
  { poll, voters }: Pick<LoadedPoll, 'poll' | 'voters'>,
): Promise<Map<number, string | null>> {
  if (voters.by_voter.length === 0) return new Map()
  const ids = voters.by_voter.map((ballot) => ballot.user_id)
  return new Map((await readUsersIn(db, poll.group_id, ids)).map((user) => [user.id, user.name]))
}
