import type { Act } from '../../db/db.ts'
import { MOST_MAILS_AN_HOUR, SIGN_IN_MINUTES } from './sign-in.ts'
import { claimWaiting } from './sign-ins-store.ts'

/**
 * Takes wishes to sign in that nobody looked at, at most `most`: how many there were, and those that get a
 * mail.
 */
export async function claimSignIns(
  { tx }: Act,
  most: number,
): Promise<{ taken: number; known: { id: number; user_id: number }[] }> {
  const rows = await claimWaiting(tx, { most, minutes: SIGN_IN_MINUTES, an_hour: MOST_MAILS_AN_HOUR })
  const known = rows.flatMap(({ id, user_id }) => (user_id === null ? [] : [{ id, user_id }]))
  return { taken: rows.length, known }
}
