import type { Act } from '../../db/db.ts'
import { recordDeed } from './record-deed.ts'
import { groupsAreOpen, writeOpenGroups } from './service-settings-store.ts'

/** Lets anyone who is signed in create groups, or only those who run the service. Records a change. */
export async function setOpenGroups(act: Act, open: boolean): Promise<void> {
  if ((await groupsAreOpen(act.tx)) === open) return
  await writeOpenGroups(act.tx, open)
  await recordDeed(act, open ? 'groups_opened' : 'groups_closed', {})
}
