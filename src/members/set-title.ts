import type { Act } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { findMembershipById, writeTitle } from '../groups/roles-store.ts'

const MAX_TITLE = 150

/** Says what a member does in the group ("Treasurer"); a blank text takes it back. NotFound; Invalid: too long. */
export async function setTitle(
  { tx }: Act,
  request: { group_id: number; membership_id: number; title: string },
): Promise<void> {
  const title = request.title.trim()
  const message = `is too long (at most ${MAX_TITLE} characters)`
  refuse([...title].length > MAX_TITLE ? [{ field: 'title', code: 'too_long', message }] : [])
  await lockMembers(tx, request.group_id)
  const found = await findMembershipById(tx, request.group_id, request.membership_id)
  if (found === null || found.revoked_at !== null) throw new NotFound()
  await writeTitle(tx, found.id, title === '' ? null : title)
}
