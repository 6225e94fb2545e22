import type { Act } from '../db/db.ts'
import { startSession } from '../users/start-session.ts'
import { hasNeverSignedIn } from '../users/users-store.ts'
import { type Accepting, acceptInvitation } from './accept-invitation.ts'
import { isInAnotherGroup } from './acceptance-store.ts'

type Joined = { accepted: boolean; session: string | null }

/**
 * Accepts an invitation by its link. Whoever does so by a mailed one, was never signed in and is in no other
 * group is signed in as well, by the `session` token. `browser` null: not in this one. `accepted` false: they
 * had joined before. It is accepted once, and so nobody is signed in by it twice.
 */
export async function acceptByLink(
  act: Act,
  to: Accepting,
  browser: { agent: string | null } | null,
): Promise<Joined> {
  const accepted = await acceptInvitation(act, to)
  const signs_in =
    accepted &&
    to.mailed &&
    browser !== null &&
    !(await isInAnotherGroup(act.tx, to)) &&
    (await hasNeverSignedIn(act.tx, to.user_id))
  return { accepted, session: signs_in ? await startSession(act, to.user_id, browser.agent) : null }
}
