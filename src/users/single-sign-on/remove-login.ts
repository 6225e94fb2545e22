import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { deleteIdentity, holdIdentities } from './identities-store.ts'
import { loadSignsInByMail, type MailRule } from './load-logins.ts'

/**
 * Removes a person's login. False: it stays, because without it they could not sign in any more. NotFound:
 * they have no such login.
 */
export async function removeLogin(
  { tx }: Act,
  { id, user_id, rule }: { id: number; user_id: number; rule: MailRule },
): Promise<boolean> {
  const logins = await holdIdentities(tx, user_id)
  if (!logins.some((login) => login.id === id)) throw new NotFound()
  const issuers = rule.providers.map(({ issuer }) => issuer)
  const others = logins.filter((login) => login.id !== id && issuers.includes(login.issuer))
  if (others.length === 0 && !(await loadSignsInByMail(tx, rule))) return false
  return deleteIdentity(tx, { id, user_id })
}
