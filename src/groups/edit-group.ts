import type { Act } from '../db/db.ts'
import { NotFound, type Problem, refuse } from '../errors.ts'
import { changed, rewritten } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { singleLine } from '../text/one-line.ts'
import { checkLocale } from '../users/profile.ts'
import { checkDescription, checkName } from './group.ts'
import { type GroupSettings, hideThreadsOf, lockGroup, updateGroup } from './groups-store.ts'

type Visible = Pick<GroupSettings, 'public' | 'indexed'>

/**
 * Changes a group's name, description and language, and who may see it unless that stays as it is; records
 * what differs. A group that becomes public, or stops being it, has only private threads from then on.
 * Returns whether it changed anything. NotFound: no such group; Invalid: any of them.
 */
export async function editGroup(
  act: Act,
  group: Omit<GroupSettings, keyof Visible> & Partial<Visible> & { problems?: Problem[] },
): Promise<boolean> {
  const { id, description, locale } = group
  const name = singleLine(group.name)
  refuse([...checkName(name), ...checkDescription(description), ...checkLocale(locale)], group.problems)
  const before = await lockGroup(act.tx, id)
  if (before === null) throw new NotFound()
  const seen = group.public ?? before.public
  const indexed = seen && (group.indexed ?? before.indexed)
  await updateGroup(act.tx, { id, name, description, locale, public: seen, indexed })
  if (seen !== before.public) await hideThreadsOf(act.tx, id)
  const changes = [
    ...changed('name', before.name, name),
    ...(before.description === description ? [] : [rewritten('description')]),
    ...changed('locale', before.locale, locale),
    ...changed('public', before.public, seen),
    ...changed('indexed', before.indexed, indexed),
  ]
  if (changes.length === 0) return false
  await recordNote(act, { kind: 'group_edited', group_id: id, subject_id: id, changes })
  return true
}
