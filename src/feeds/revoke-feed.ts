import type { Act } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { deleteFeed, deleteFeeds } from './feeds-store.ts'

/** Revokes the secret address of a feed. NotFound: this person has no such address. */
export async function revokeFeed({ tx }: Act, feed: { id: number; user_id: number }): Promise<void> {
  if (!(await deleteFeed(tx, feed))) throw new NotFound('not_found.feed')
}

/** Revokes all secret addresses of a person. */
export async function revokeFeeds({ tx }: Act, user_id: number): Promise<void> {
  await deleteFeeds(tx, user_id)
}
