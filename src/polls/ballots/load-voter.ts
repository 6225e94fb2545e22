import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Invalid, problem } from '../../errors.ts'
import type { User } from '../../users/user.ts'
import type { Voter } from './ballot-rows.ts'
import { findVoters } from './voters-store.ts'

export type { Voter } from './ballot-rows.ts'

/** Who is meant: by id or by address, one of them. */
export type NamedVoter = { user_id: number | null; email: string | null }

const findVoter = batched(findVoters, { most: 64, lanes: 2 })

/**
 * The one who holds a ballot of this poll. Invalid: nobody named, two ways of naming, or no ballot of this
 * poll.
 */
export async function loadVoter(
  db: Db | Queryable,
  poll_id: number,
  { user_id, email }: NamedVoter,
): Promise<{ voter: Voter; user: User }> {
  if (user_id === null && email === null) throw new Invalid([problem('user_id', 'voter_blank')])
  if (user_id !== null && email !== null) throw new Invalid([problem('email', 'voter_named_twice')])
  const found = await findVoter(db, { poll_id, user_id, email: email?.trim() ?? null })
  if (found === null) {
    throw new Invalid([problem(user_id === null ? 'email' : 'user_id', 'no_ballot_holder')])
  }
  return found
}
