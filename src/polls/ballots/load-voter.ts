import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { Invalid, problem } from '../../errors.ts'
import type { User } from '../../users/user.ts'
import type { Voter } from './ballot-rows.ts'
import { findVoters } from './voters-store.ts'

export type { Voter } from './ballot-rows.ts'

/** A person by either id or address. */
export type NamedVoter = { user_id: number | null; email: string | null }

const findVoter = batched(findVoters, { most: 64, lanes: 2 })

/**
 * The person with a ballot in this poll. Invalid: neither id nor address, both, or no ballot in this poll.
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
