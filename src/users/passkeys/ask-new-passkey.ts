import { randomBytes } from 'node:crypto'
import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { hashToken } from '../secret.ts'
import { displayName } from '../user.ts'
import { findUsers } from '../users-store.ts'
import { insertChallenge } from './challenges-store.ts'
import { ALGORITHMS, CHALLENGE_MINUTES, MAX_PASSKEYS } from './passkey.ts'
import { keepHandle, knownCredentials } from './passkeys-store.ts'
import type { RelyingParty } from './relying-party.ts'

const HANDLE_BYTES = 32
const MINUTE_MS = 60_000

/**
 * The options with which a browser creates a passkey for a person: kept on the authenticator, so that nobody
 * has to type an address, and used only after it has checked who holds it. `browser`: the token of the
 * browser, where the answer counts while the person stays signed in. NotFound.
 */
export async function askNewPasskey(
  { tx }: Act,
  { browser, party, ...whose }: { user_id: number; session_id: number; browser: string; party: RelyingParty },
): Promise<object> {
  const { user_id } = whose
  const [user] = await findUsers(tx, [user_id])
  const handle = await keepHandle(tx, { user_id, handle: randomBytes(HANDLE_BYTES) })
  if (user?.email == null || handle === null) throw new NotFound()
  const own = await knownCredentials(tx, user_id, MAX_PASSKEYS)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userID: Uint8Array.from(handle),
    userName: user.email,
    userDisplayName: displayName(user),
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const asked = { challenge_hash: hashToken(options.challenge), browser_hash: hashToken(browser), ...whose }
  await insertChallenge(tx, asked, CHALLENGE_MINUTES)
  return options
}
