import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Invalid, type Problem, problem, refuse } from '../../errors.ts'
import type { User } from '../../users/user.ts'
import type { Voter } from './ballot-rows.ts'
import { type NamedVoter, voterProblems } from './vote.ts'
import { findVoters } from './voters-store.ts'

export type { Voter } from './ballot-rows.ts'
export type { NamedVoter } from './vote.ts'

const findVoter = batched(findVoters, { most: 64, lanes: 2 })

/**
 * The person with a ballot in this poll. Invalid: neither id nor address, both, or no ballot in this poll;
 * then also the other problems of the request.
 */
export async function loadVoter(
  db: Db | Queryable,
  poll_id: number,
  who: NamedVoter & { problems?: Problem[] },
): Promise<{ voter: Voter; user: User }> {
  const { user_id, email, problems = [] } = who
  const unnamed = voterProblems(who)
  if (unnamed.length > 0) refuse([...unnamed, ...problems])
  const found = await findVoter(db, { poll_id, user_id, email: email?.trim() ?? null })
  if (found === null)
    throw new Invalid([problem(user_id === null ? 'email' : 'user_id', 'no_ballot_holder'), ...problems])
  return found
}
