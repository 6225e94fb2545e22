import type { Act } from '../../db/db.ts'
import { MOST_MAILS_AN_HOUR, SIGN_IN_MINUTES } from './sign-in.ts'
import { type ClaimedSignIn, claimWaiting } from './sign-ins-store.ts'

/** A sign-in request of a known person, with their language. */
export type KnownSignIn = ClaimedSignIn & { user_id: number }

/** Claims at most `most` waiting sign-in requests: returns how many, and those that get a mail. */
export async function claimSignIns(
  { tx }: Act,
  most: number,
): Promise<{ taken: number; known: KnownSignIn[] }> {
  const rows = await claimWaiting(tx, { most, minutes: SIGN_IN_MINUTES, an_hour: MOST_MAILS_AN_HOUR })
  const known = rows.flatMap(({ user_id, ...row }) => (user_id === null ? [] : [{ ...row, user_id }]))
  return { taken: rows.length, known }
}
