import type { Queryable } from '../../db/sql.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import { shownNames } from '../../users/shown-names.ts'
import type { LoadedPoll } from '../load-poll.ts'

/** The names of voters whose ballots the gate shows to this viewer, by user id. */
export async function loadVoterNames(
  db: Queryable,
  { poll, voters }: Pick<LoadedPoll, 'poll' | 'voters'>,
): Promise<Map<number, string>> {
  if (voters.by_voter.length === 0) return new Map()
  const ids = voters.by_voter.map((ballot) => ballot.user_id)
  return shownNames(await readUsersIn(db, poll.group_id, ids))
}
