import type { Queryable } from '../src/db/sql.ts'
import type { PersonalLink } from '../src/users/personal-link.ts'
import { hashToken } from '../src/users/secret.ts'

/** The personal link with this token, as stored. */
export async function findLink(db: Queryable, token: string): Promise<PersonalLink | null> {
  const { rows } = await db.query<PersonalLink>(
    'select purpose, user_id, group_id, discussion_id, poll_id, discreet from personal_links where hash = $1',
    [hashToken(token)],
  )
  return rows[0] ?? null
}
