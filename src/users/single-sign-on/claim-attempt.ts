import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { hashToken } from '../secret.ts'
import { ATTEMPT_MINUTES, attemptSecrets } from './provider.ts'
import { type Attempt, takeAttempt } from './provider-attempts-store.ts'

/**
 * Uses up the attempt of a browser with this token that comes back from a provider. Null: it brings another
 * attempt's state, has used it before, was sent to another provider, or took too long.
 */
export async function claimAttempt(
  { pool }: Db,
  { token, state, provider }: { token: string; state: string; provider: string },
): Promise<Attempt | null> {
  if (token === '' || !isSame(state, attemptSecrets(token).state)) return null
  return takeAttempt(pool, { browser_hash: hashToken(token), provider, minutes: ATTEMPT_MINUTES })
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected))
}
