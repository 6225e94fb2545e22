import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { endOtherSessions } from '../end-session.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { holdPerson } from '../users-store.ts'
import { deleteIdentity, identitiesOf } from './identities-store.ts'
import { loadSignsInByMail, type MailRule } from './load-logins.ts'

/**
 * Removes a person's login and tells them by mail. All their sessions but `kept_id` end: it may have begun
 * one. False: it stays, because without it they could not sign in any more. NotFound: they have no such
 * login.
 */
export async function removeLogin(
  act: Act,
  { id, user_id, kept_id, rule }: { id: number; user_id: number; kept_id: number; rule: MailRule },
): Promise<boolean> {
  const { tx } = act
  // Nobody else removes one until the transaction ends.
  await holdPerson(tx, user_id)
  const logins = await identitiesOf(tx, user_id)
  if (!logins.some((login) => login.id === id)) throw new NotFound()
  const issuers = rule.providers.map(({ issuer }) => issuer)
  const others = logins.filter((login) => login.id !== id && issuers.includes(login.issuer))
  if (others.length === 0 && !(await loadSignsInByMail(tx, rule))) return false
  await deleteIdentity(tx, { id, user_id })
  await endOtherSessions(act, { user_id, kept_id })
  await noteAccess(tx, { user_id, purpose: 'login_removed' })
  return true
}
