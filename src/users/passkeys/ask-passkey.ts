import type { Act } from '../../db/db.ts'
import { hashToken } from '../secret.ts'
import { insertChallenge } from './challenges-store.ts'
import { CHALLENGE_MINUTES } from './passkey.ts'
import type { RelyingParty } from './relying-party.ts'

const MINUTE_MS = 60_000

/**
 * The options with which a browser signs someone in with any passkey it has for this service. `browser`: the
 * token of the browser, where the answer counts.
 */
export async function askPasskey(
  { tx }: Act,
  { browser, party }: { browser: string; party: RelyingParty },
): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    userVerification: 'required',
  })
  const asked = { challenge_hash: hashToken(options.challenge), browser_hash: hashToken(browser) }
  await insertChallenge(tx, { ...asked, user_id: null, session_id: null }, CHALLENGE_MINUTES)
  return options
}
