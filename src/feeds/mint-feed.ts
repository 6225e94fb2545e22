import type { Act } from '../db/db.ts'
import { hashToken, newToken } from '../users/secret.ts'
import { type FeedOwner, putFeed } from './feeds-store.ts'

/**
 * Creates the secret address of a feed, and revokes the former one. Returns its token, which is stored only
 * as a hash.
 */
export async function mintFeed({ tx }: Act, owner: FeedOwner): Promise<string> {
  const token = newToken()
  await putFeed(tx, { ...owner, hash: hashToken(token) })
  return token
}
