import type { Act } from '../db/db.ts'
import { startSessionOf } from '../users/start-session.ts'
import { hasNeverSignedIn } from '../users/users-store.ts'
import { type Accepting, acceptInvitation } from './accept-invitation.ts'
import { isInAnotherGroup } from './acceptance-store.ts'

type Joined = { accepted: boolean; session: string | null }

/**
 * Accepts an invitation by its link. With a link from a mail, a person who never signed in and is in no other
 * group is also signed in, with the `session` token: links are passed on, so they prove nothing about who
 * that is. `browser` null: signs nobody in. `accepted` false: they had joined before. It is accepted only
 * once, so nobody gets two sessions from it.
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
  if (!signs_in) return { accepted, session: null }
  const unproven = { user_id: to.user_id, browser: browser.agent, proven_at: null }
  return { accepted, session: await startSessionOf(act, unproven) }
}
