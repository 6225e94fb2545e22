import type { Act } from '../../db/db.ts'
import { NotFound, type Problem, refuse } from '../../errors.ts'
import { recordDeed } from './record-deed.ts'
import { checkDeletion, checkSuspension, type StateDeed, type StateFacts } from './service-group.ts'
import { lockGroupState, tellOpenPages, writeGroupState } from './service-groups-store.ts'

type Change = { id: number; deed: StateDeed; typed_name?: string }

/**
 * Suspends, resumes, deletes or restores a group, and records it; idempotent. NotFound: no such group.
 * Invalid: it cannot be deleted, or `typed_name`, which confirms that, is not its name; or a deleted group
 * cannot be suspended or resumed.
 */
export async function setGroupState(act: Act, { id, deed, typed_name = '' }: Change): Promise<void> {
  const group = await lockGroupState(act.tx, id)
  if (group === null) throw new NotFound('not_found.address')
  refuse(problemsOf(deed, group, typed_name))
  if (!(await writeGroupState(act.tx, id, deed))) return
  await recordDeed(act, deed, { group: { id, name: group.name } })
  await tellOpenPages(act.tx, id)
}

function problemsOf(deed: StateDeed, group: StateFacts, typed_name: string): Problem[] {
  if (deed === 'group_restored') return []
  return deed === 'group_deleted' ? checkDeletion(group, typed_name) : checkSuspension(group)
}
