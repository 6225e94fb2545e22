import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { writeGivenName } from '../groups/names/given-names-store.ts'
import { editProfile } from '../users/edit-profile.ts'
import { checkName } from '../users/name.ts'

/** The name that a person gives; `vouched`: nobody else has had their link or session. */
export type OwnName = { user_id: number; group_id: number; name: string; vouched: boolean }

/**
 * Saves the name that a person gives: as their own name everywhere if vouched for. If not, the person who
 * copied the link may have typed it, so it counts in this group only, and until they give their own: they are
 * still asked. Invalid: the name.
 */
export async function setOwnName(act: Act, { user_id, group_id, name, vouched }: OwnName): Promise<void> {
  refuse(checkName(name, 'own_name'))
  if (vouched) await editProfile(act, user_id, { name })
  else await writeGivenName(act.tx, { group_id, user_id, name, given_by: null })
}
