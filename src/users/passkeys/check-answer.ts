import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Answer } from './answer.ts'
import { ALGORITHMS } from './passkey.ts'
import type { StoredPasskey } from './passkeys-store.ts'
import type { RelyingParty } from './relying-party.ts'

/** The facts in a valid signature. */
export type Signed = { counter: number; backed_up: boolean }

/** A key that an authenticator has made. */
export type MadeKey = Signed & { credential_id: Buffer; public_key: Buffer }

/**
 * Checks a signature by a stored passkey: origin, host, challenge, person, counter. Null: something does not
 * fit. The library throws for whatever it cannot read, and reads only what it is given.
 */
export async function checkAnswer(
  answer: Answer,
  stored: StoredPasskey,
  party: RelyingParty,
): Promise<Signed | null> {
  if (answer.user_handle !== stored.handle.toString('base64url')) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const credential = {
    id: answer.credential_id.toString('base64url'),
    publicKey: Uint8Array.from(stored.public_key),
    counter: stored.counter,
  }
  const found = await verifyAuthenticationResponse({
    ...expected(answer, party),
    response: answer.json as AuthenticationResponseJSON,
    credential,
  }).catch(() => null)
  if (found?.verified !== true) return null
  const { newCounter, credentialBackedUp } = found.authenticationInfo
  return { counter: newCounter, backed_up: credentialBackedUp }
}

/** Checks the answer of an authenticator that has made a key. Null: something does not fit. */
export async function checkNewKey(answer: Answer, party: RelyingParty): Promise<MadeKey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const response = answer.json as RegistrationResponseJSON
  if (!(await isUncertified(response))) return null
  const found = await verifyRegistrationResponse({
    ...expected(answer, party),
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (found?.verified !== true) return null
  const { credential, credentialBackedUp } = found.registrationInfo
  if (credential.id !== answer.credential_id.toString('base64url')) return null
  const { credential_id } = answer
  const public_key = Buffer.from(credential.publicKey)
  return { credential_id, public_key, counter: credential.counter, backed_up: credentialBackedUp }
}

function expected({ challenge }: Answer, { id, origin }: RelyingParty) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

/**
 * Whether no certificate says who made the authenticator. We ask for none, and to check one the library would
 * call addresses that are in it.
 */
async function isUncertified({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const made = decodeAttestationObject(
      Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = made.get('fmt')
    return format === 'none' || (format === 'packed' && made.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}
