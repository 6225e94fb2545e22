import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { hashCode, hashToken, newCode, newSalt, newToken } from '../secret.ts'
import { findPerson, findUsers } from '../users-store.ts'
import { SIGN_IN_MINUTES, type SignInOrigin } from './sign-in.ts'
import { insertMintedSignIn, mintInto } from './sign-ins-store.ts'

/**
 * Creates the link's token and the code for a mail; stores neither. Null: the request was used in the
 * meantime.
 */
export async function mintSignIn(
  db: Queryable,
  sign_in_id: number,
): Promise<{ token: string; code: string } | null> {
  const [token, code, code_salt] = [newToken(), newCode(), newSalt()]
  const code_hash = await hashCode(code, code_salt)
  const made = { link_hash: hashToken(token), code_hash, code_salt, origin: 'mail' as const }
  return (await mintInto(db, sign_in_id, { ...made, minutes: SIGN_IN_MINUTES })) ? { token, code } : null
}

/** Creates a link that signs this person in, to be passed on by hand, and returns its token. NotFound. */
export async function mintSignInLink(
  tx: Queryable,
  who: { user_id: number } | { email: string },
  origin: SignInOrigin,
): Promise<string> {
  const user = 'email' in who ? await findPerson(tx, who.email) : (await findUsers(tx, [who.user_id]))[0]
  if (user?.email == null) throw new NotFound('not_found.person')
  const token = newToken()
  await insertMintedSignIn(tx, {
    user_id: user.id,
    address: user.email,
    link_hash: hashToken(token),
    code_hash: null,
    code_salt: null,
    origin,
    minutes: SIGN_IN_MINUTES,
  })
  return token
}
