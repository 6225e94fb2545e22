import type { Act } from '../../db/db.ts'
import { refuse } from '../../errors.ts'
import { writeGivenName } from '../../groups/names/given-names-store.ts'
import { withGuestMark } from '../../locales/guest-mark.ts'
import { editProfile } from '../../users/edit-profile.ts'
import { findUsers, hasNeverSignedIn } from '../../users/users-store.ts'
import { loadLookAlikes } from './load-look-alikes.ts'
import { loadNameProblems, type OwnName } from './load-name-problems.ts'

/**
 * Saves the name that a person gives: as their own name everywhere if vouched for. If not, the person who
 * copied the link may have typed it, so it counts in this group only, and until they give their own: they are
 * still asked, unless they sign in where it was typed. Then people outside the group are marked; if vouched
 * for, only with the name of a member: to refuse it would tell them who is in the group. A name of somebody
 * who has signed in stays: see `mayName`. Invalid: the name.
 */
export async function setOwnName(act: Act, said: OwnName): Promise<void> {
  const { user_id, group_id, name, vouched } = said
  if (await isSettled(act, said)) return
  refuse(await loadNameProblems(act.tx, said))
  const shown = (await isToMark(act, said)) ? withGuestMark(name) : name
  if (vouched) return editProfile(act, user_id, { name: shown })
  await writeGivenName(act.tx, { group_id, user_id, name: shown, given_by: null })
}

async function isToMark(
  { tx }: Act,
  { group_id, name, vouched, member, kept = false }: OwnName,
): Promise<boolean> {
  if (kept) return false
  if (member || !vouched) return !member
  return (await loadLookAlikes(tx, { group_id }))(name) !== null
}

/** Whether they signed in since the page of their link was drawn. */
async function isSettled({ tx }: Act, { user_id, came_by, vouched }: OwnName): Promise<boolean> {
  if (came_by === 'session' || !vouched) return false
  const [user] = await findUsers(tx, [user_id])
  return user?.name != null && !(await hasNeverSignedIn(tx, user_id))
}
