import type { Act } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { changed, rewritten } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { checkLocale } from '../users/profile.ts'
import { checkDescription, checkName, type Group } from './group.ts'
import { lockGroup, updateGroup } from './groups-store.ts'

/**
 * Changes a group's name, description and language; records what differs. NotFound: no such group; Invalid:
 * any of them.
 */
export async function editGroup(
  act: Act,
  group: Pick<Group, 'id' | 'name' | 'description' | 'locale'>,
): Promise<void> {
  const { id, name, description, locale } = group
  refuse([...checkName(name), ...checkDescription(description), ...checkLocale(locale)])
  const before = await lockGroup(act.tx, id)
  if (before === null) throw new NotFound()
  await updateGroup(act.tx, group)
  const changes = [
    ...changed('name', before.name, name),
    ...(before.description === description ? [] : [rewritten('description')]),
    ...changed('locale', before.locale, locale),
  ]
  if (changes.length > 0)
    await recordNote(act, { kind: 'group_edited', group_id: id, subject_id: id, changes })
}
