import type { Queryable } from '../db/sql.ts'
import type { LinkOrigin, PersonalLink } from './personal-link.ts'
import { insertLink } from './personal-links-store.ts'
import { hashToken, newToken } from './secret.ts'

/**
 * Makes a personal link and returns its token, which is kept nowhere. `origin` says how it came to be, and
 * `copied_by` which person copied it by hand.
 */
export async function mintLink(
  db: Queryable,
  link: PersonalLink,
  { origin, copied_by }: { origin: LinkOrigin; copied_by: number | null } = {
    origin: 'mail',
    copied_by: null,
  },
): Promise<string> {
  const token = newToken()
  await insertLink(db, { ...link, hash: hashToken(token), origin, copied_by })
  return token
}
