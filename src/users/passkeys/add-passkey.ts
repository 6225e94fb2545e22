import { change, type Db } from '../../db/db.ts'
import { refuse } from '../../errors.ts'
import { hashToken } from '../secret.ts'
import { holdSession } from '../sign-in/hold-session.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { readAnswer } from './answer.ts'
import { takeChallenge } from './challenges-store.ts'
import { checkNewKey } from './check-answer.ts'
import { MAX_PASSKEYS, type PasskeyFault, readPasskeyName } from './passkey.ts'
import { insertPasskey, listPasskeys, type NewPasskey } from './passkeys-store.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * `browser`: the token of the browser that asked; it counts only in the session that asked. `typed`: the
 * name; `sent`: the answer, as JSON.
 */
export type AddedPasskey = {
  user_id: number
  session_id: number
  browser: string
  typed: string
  sent: string
  party: RelyingParty
}

/**
 * Adds a passkey to a person who is still signed in, and tells them by mail. Returns why not; null: it is
 * added. Invalid: the name.
 */
export async function addPasskey(db: Db, added: AddedPasskey): Promise<PasskeyFault | null> {
  const { user_id, session_id, browser, party } = added
  const { name, problems } = readPasskeyName(added.typed)
  refuse(problems)
  const answer = readAnswer(added.sent)
  if (answer === null) return 'wrong'
  const answered = { challenge_hash: hashToken(answer.challenge), browser_hash: hashToken(browser) }
  if (!(await takeChallenge(db.pool, { ...answered, user_id, session_id }))) return 'over'
  const made = await checkNewKey(answer, party)
  if (made === null) return 'wrong'
  return keep(db, { ...made, user_id, name, transports: answer.transports }, session_id)
}

function keep(db: Db, made: NewPasskey, session_id: number): Promise<PasskeyFault | null> {
  const { user_id } = made
  return change(db, { kind: 'person', user_id }, async ({ tx }) => {
    if (!(await holdSession(tx, { user_id, session_id }))) return 'over'
    if (!(await insertPasskey(tx, made, MAX_PASSKEYS))) {
      const own = await listPasskeys(tx, user_id, MAX_PASSKEYS)
      return own.length >= MAX_PASSKEYS ? 'too_many' : 'known'
    }
    await noteAccess(tx, { user_id, purpose: 'passkey_added' })
    return null
  })
}
