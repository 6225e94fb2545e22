import { change, type Db, SYSTEM } from '../../db/db.ts'
import { hashToken } from '../secret.ts'
import { type Browser, type Entered, openSession } from '../sign-in/redeem-sign-in.ts'
import { holdPerson } from '../users-store.ts'
import { readAnswer } from './answer.ts'
import { takeChallenge } from './challenges-store.ts'
import { checkAnswer } from './check-answer.ts'
import type { PasskeyFault } from './passkey.ts'
import { findPasskey, usePasskey } from './passkeys-store.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * `token`: of the browser that asked; `sent`: the answer, as JSON; `next`: the page to open; `again_for`: the
 * person who is signed in and signs in again, null: anyone.
 */
export type SentPasskey = {
  token: string
  sent: string
  next: string
  party: RelyingParty
  again_for: number | null
}

/** Signs in the person whose passkey signed what this browser was asked to sign. Returns why not. */
export async function redeemPasskey(
  db: Db,
  { token, sent, next, party, again_for }: SentPasskey,
  browser: Browser,
): Promise<Entered | PasskeyFault> {
  const answer = readAnswer(sent)
  if (answer === null) return 'wrong'
  const answered = { challenge_hash: hashToken(answer.challenge), browser_hash: hashToken(token) }
  if (!(await takeChallenge(db.pool, { ...answered, user_id: null, session_id: null }))) return 'over'
  const stored = await findPasskey(db.pool, answer.credential_id)
  if (stored === null) return 'unknown'
  const signed = await checkAnswer(answer, stored, party)
  if (signed === null) return 'wrong'
  if (again_for !== null && again_for !== stored.user_id) return 'not_theirs'
  return change(db, SYSTEM, async (act) => {
    // Whoever ends all access of the person at this moment removes the passkey, or ends the new session too.
    if (!(await holdPerson(act.tx, stored.user_id))) return 'unknown'
    const user_id = await usePasskey(act.tx, { id: stored.id, ...signed })
    if (user_id === null) return 'wrong'
    return (await openSession(act, { user_id, next, origin: 'passkey' }, browser)) ?? 'unknown'
  })
}
