import type { Act } from '../../db/db.ts'
import { checkIdentity } from './identity.ts'
import { recordDeed } from './record-deed.ts'
import { storedIdentity, storeIdentity } from './service-settings-store.ts'

/** A mark of undefined stays as it is; null: the service's own. */
type Wish = { name: string | null; mark: Buffer | null | undefined }

/** Sets what the service is called and what stands for it. Records a change. Invalid: see `checkIdentity`. */
export async function setIdentity(act: Act, { name, mark }: Wish): Promise<void> {
  checkIdentity({ name, mark: mark ?? null })
  const before = (await storedIdentity(act.tx)) ?? { name: null, mark: null }
  const after = { name, mark: mark === undefined ? before.mark : mark }
  if (before.name === after.name && isSame(before.mark, after.mark)) return
  await storeIdentity(act.tx, after)
  await recordDeed(act, 'identity_set', {})
}

function isSame(before: Buffer | null, after: Buffer | null): boolean {
  return before === null || after === null ? before === after : before.equals(after)
}
