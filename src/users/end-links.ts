import type { Act } from '../db/db.ts'
import { deleteLinksOf } from './personal-links-store.ts'

/**
 * Ends the links that were sent to a person, or copied: they open no polls, threads and groups any more.
 * Invitations that they have not accepted stay.
 */
export async function endLinks({ tx }: Act, user_id: number): Promise<void> {
  await deleteLinksOf(tx, user_id)
}
