import type { Queryable } from '../../db/sql.ts'
import { hashToken } from '../secret.ts'
import { SIGN_IN_MINUTES } from '../sign-in/sign-in.ts'
import { type Identity, identitiesOf, isAnyUsed } from './identities-store.ts'
import { waitingJoin } from './login-joins-store.ts'
import type { Provider } from './provider.ts'

export type { Identity } from './identities-store.ts'

/** A person's logins, in the order in which they were linked. */
export function loadLogins(db: Queryable, user_id: number): Promise<Identity[]> {
  return identitiesOf(db, user_id)
}

/** The link that waits for its code in the browser with this token. Null: none, or it has expired. */
export function loadJoin(db: Queryable, token: string): Promise<{ address: string; issuer: string } | null> {
  return token === ''
    ? Promise.resolve(null)
    : waitingJoin(db, { browser_hash: hashToken(token), minutes: SIGN_IN_MINUTES })
}

/** The facts that decide whether people can sign in by mail. */
export type MailRule = { sign_in_by_mail: boolean; providers: readonly Pick<Provider, 'issuer'>[] }

/**
 * Whether people sign in by mail. Switched off, it ends only when someone has signed in with one of the
 * providers: a mistake in their settings must not lock everyone out.
 */
export async function loadSignsInByMail(db: Queryable, rule: MailRule): Promise<boolean> {
  if (rule.sign_in_by_mail || rule.providers.length === 0) return true
  return !(await isAnyUsed(
    db,
    rule.providers.map(({ issuer }) => issuer),
  ))
}
