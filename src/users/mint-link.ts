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

const FROM_THREAD = 'thread-'

/**
 * The same for a link to a poll that is made on the page of its thread: its browser opens the thread too. The
 * stored hash is of the mark, too, so that nobody can put it before the token of another link.
 */
export async function mintFromThread(db: Queryable, link: PersonalLink, made: LinkMaking): Promise<string> {
  const token = `${FROM_THREAD}${newToken()}`
  await insertLinks(db, [{ ...link, hash: hashToken(token) }], made)
  return token
}

/** Whether the link with this token was made on the page of its poll's thread. */
export function isFromThread(token: string): boolean {
  return token.startsWith(FROM_THREAD)
}

/** Creates many at once, and returns their tokens in their order. */
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
