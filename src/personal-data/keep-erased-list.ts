import { type Db, SYSTEM } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { erasePerson } from './erase-person.ts'
import { type Erased, erasedAndBack } from './erasure-store.ts'
import { readErasedList, recordErasedList } from './record-erased-list.ts'

/**
 * Erases people again whom an older backup restored, and records everyone who deleted their account. Returns
 * how many were erased again. Halt: the file is damaged.
 */
export async function keepErasedList(db: Db, file: string): Promise<number> {
  const back = await erasedAndBack(db.pool, await readErasedList(file))
  for (const { id, writings } of back) await eraseAgain(db, id, writings)
  await recordErasedList(db, file)
  return back.length
}

/** Another process may have done it meanwhile. */
async function eraseAgain(db: Db, user_id: number, writings: Erased['writings']): Promise<void> {
  const erasure = { user_id, writings, again: true, list: null }
  await erasePerson(db, SYSTEM, erasure).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
}
