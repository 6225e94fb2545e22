import type { Act } from '../../db/db.ts'
import { NotFound, refuse } from '../../errors.ts'
import { recordDeed } from './record-deed.ts'
import { checkDeletion, type StateDeed } from './service-group.ts'
import { lockGroupState, tellOpenPages, writeGroupState } from './service-groups-store.ts'

type Change = { id: number; deed: StateDeed; typed_name?: string }

/**
 * Suspends, resumes, deletes or restores a group, and records it; idempotent. NotFound: no such group.
 * Invalid: it cannot be deleted, or `typed_name`, which confirms that, is not its name.
 */
export async function setGroupState(act: Act, { id, deed, typed_name = '' }: Change): Promise<void> {
  const group = await lockGroupState(act.tx, id)
  if (group === null) throw new NotFound('not_found.address')
  if (deed === 'group_deleted') refuse(checkDeletion(group, typed_name))
  if (!(await writeGroupState(act.tx, id, deed))) return
  await recordDeed(act, deed, { group: { id, name: group.name } })
  await tellOpenPages(act.tx, id)
}
