import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { checkDescription, checkName, type Group } from './group.ts'
import { updateGroup } from './groups-store.ts'

/** Changes what a group is called and what it says of itself. Invalid: the name or the description. */
export async function editGroup(
  { tx }: Act,
  group: Pick<Group, 'id' | 'name' | 'description'>,
): Promise<void> {
  refuse([...checkName(group.name), ...checkDescription(group.description)])
  await updateGroup(tx, group)
}
