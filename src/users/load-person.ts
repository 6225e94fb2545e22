import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { User } from './user.ts'
import { findUsers } from './users-store.ts'

/** A person with an address. NotFound: a bot, nobody, or someone who deleted their account. */
export async function loadPerson(db: Queryable, id: number): Promise<User & { email: string }> {
  const [user] = await findUsers(db, [id])
  if (user?.email == null) throw new NotFound()
  return { ...user, email: user.email }
}
