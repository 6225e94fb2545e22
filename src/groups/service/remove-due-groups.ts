import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { recordDeed } from './record-deed.ts'
import { DELETED_DAYS } from './service-group.ts'
import { removeGroupRows, takeDueGroup } from './service-groups-store.ts'

/** Removes the groups whose time to be restored is over, each in its own transaction. Returns how many. */
export async function removeDueGroups(db: Db): Promise<number> {
  let removed = 0
  while (await change(db, SYSTEM, removeDueGroup)) removed += 1
  return removed
}

async function removeDueGroup(act: Act): Promise<boolean> {
  const group = await takeDueGroup(act.tx, DELETED_DAYS)
  if (group === null) return false
  await removeGroupRows(act.tx, group.id)
  await recordDeed(act, 'group_removed', { group })
  return true
}
