import type { Queryable } from '../db/sql.ts'
import type { LinkMaking, PersonalLink } from './personal-link.ts'
import { insertLinks } from './personal-links-store.ts'
import { hashToken, newToken } from './secret.ts'

const MAILED: LinkMaking = { origin: 'mail', copied_by: null }

/**
 * Creates a personal link and returns its token, which is not stored. `origin` says how it was created, and
 * `copied_by` who copied it by hand.
 */
export async function mintLink(
  db: Queryable,
  link: PersonalLink,
  made: LinkMaking = MAILED,
): Promise<string> {
  const [token = ''] = await mintLinks(db, [link], made)
  return token
}

/** The same for many at once, in their order. */
export async function mintLinks(
  db: Queryable,
  links: PersonalLink[],
  made: LinkMaking = MAILED,
): Promise<string[]> {
  const tokens = links.map(newToken)
  const minted = links.map((link, place) => ({ ...link, hash: hashToken(tokens[place] ?? '') }))
  if (links.length > 0) await insertLinks(db, minted, made)
  return tokens
}
