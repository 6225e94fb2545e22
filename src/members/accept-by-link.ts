import type { Act } from '../db/db.ts'
import { startSession } from '../users/start-session.ts'
import { hasNeverSignedIn } from '../users/users-store.ts'
import { type Accepting, acceptInvitation } from './accept-invitation.ts'
import { isInAnotherGroup } from './acceptance-store.ts'

/**
 * Accepts an invitation by its link. Whoever does so by a mailed one, was never signed in and is in no other
 * group is signed in as well: the session's token is returned. `browser` null: not in this one. It is
 * accepted once, and so nobody is signed in by it twice.
 */
export async function acceptByLink(
  act: Act,
  to: Accepting,
  browser: { agent: string | null } | null,
): Promise<string | null> {
  const accepted = await acceptInvitation(act, to)
  if (!accepted || !to.mailed || browser === null) return null
  if (await isInAnotherGroup(act.tx, to)) return null
  return (await hasNeverSignedIn(act.tx, to.user_id)) ? startSession(act, to.user_id, browser.agent) : null
}
