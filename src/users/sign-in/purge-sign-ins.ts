import type { Db } from '../../db/db.ts'
import { dropOldAttempts } from '../attempts-store.ts'
import { dropOldChallenges } from '../passkeys/challenges-store.ts'
import { dropOldSessions } from '../sessions-store.ts'
import { KNOWN_DAYS } from './known-browser.ts'
import { dropOldBrowsers } from './known-browsers-store.ts'
import { SIGN_INS_KEPT_HOURS } from './sign-in.ts'
import { dropOldSignIns } from './sign-ins-store.ts'

/**
 * Deletes expired data of signing in, at most `most` rows of each kind. Returns the highest number deleted.
 */
export async function purgeSignIns({ pool }: Db, most: number): Promise<number> {
  const sign_ins = await dropOldSignIns(pool, SIGN_INS_KEPT_HOURS, most)
  const attempts = await dropOldAttempts(pool, most)
  const challenges = await dropOldChallenges(pool, most)
  const browsers = await dropOldBrowsers(pool, KNOWN_DAYS, most)
  return Math.max(sign_ins, attempts, challenges, browsers, await dropOldSessions(pool, most))
}
