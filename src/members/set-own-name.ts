import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { writeGivenName } from '../groups/names/given-names-store.ts'
import { editProfile } from '../users/edit-profile.ts'
import { checkName } from '../users/name.ts'

/** What somebody says they are called; `vouched`: nobody else has held what they came by. */
export type OwnName = { user_id: number; group_id: number; name: string; vouched: boolean }

/**
 * Keeps the name that a person gives: their own everywhere; where they are not vouched for, in this group,
 * and only as long as they have none of their own: whoever copied the link may have typed it, so they are
 * still asked. Invalid: the name.
 */
export async function setOwnName(act: Act, { user_id, group_id, name, vouched }: OwnName): Promise<void> {
  refuse(checkName(name, 'own_name'))
  if (vouched) await editProfile(act, user_id, { name })
  else await writeGivenName(act.tx, { group_id, user_id, name, given_by: null })
}
