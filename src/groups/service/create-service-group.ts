import type { Act } from '../../db/db.ts'
import { createGroup, type NewGroup } from '../create-group.ts'
import type { Group } from '../group.ts'
import { recordDeed } from './record-deed.ts'

/** Creates a group for someone else, and records who did it. Invalid: as for every new group. */
export async function createServiceGroup(act: Act, request: NewGroup): Promise<Group> {
  const { group } = await createGroup(act, request)
  await recordDeed(act, 'group_made', { group })
  return group
}
