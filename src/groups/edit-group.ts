import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { checkLocale } from '../users/profile.ts'
import { checkDescription, checkName, type Group } from './group.ts'
import { updateGroup } from './groups-store.ts'

/** Changes a group's name, description and language. Invalid: any of them. */
export async function editGroup(
  { tx }: Act,
  group: Pick<Group, 'id' | 'name' | 'description' | 'locale'>,
): Promise<void> {
  const { name, description, locale } = group
  refuse([...checkName(name), ...checkDescription(description), ...checkLocale(locale)])
  await updateGroup(tx, group)
}
