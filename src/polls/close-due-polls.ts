import { change, type Db, SYSTEM } from '../db/db.ts'
import { dropSealedRemains } from '../users/personal-links-store.ts'
import { settlePoll } from './close-poll.ts'
import { countLate, markLate } from './counts/count-poll.ts'
import { uncountedPolls, unmarkedPolls } from './counts/counts-store.ts'
import { duePolls, unsealedPolls } from './polls-store.ts'
import { sealPoll } from './urn/seal-poll.ts'

const MOST_POLLS = 100

/** Records the closing of every poll that is due. A failure does not stop the others. */
export async function settleDuePolls(db: Db): Promise<void> {
  await each(await duePolls(db.pool, MOST_POLLS), (id) => change(db, SYSTEM, (act) => settlePoll(act, id)))
}

/** Seals and counts every closed anonymous poll that still has its urn, and then announces its closing. */
export async function sealDuePolls(db: Db): Promise<void> {
  await each(await unsealedPolls(db.pool, MOST_POLLS), (id) => sealPoll(db, id))
}

/** Counts closed polls that an earlier release closed without counting them. */
export async function countUncountedPolls(db: Db): Promise<void> {
  await each(await uncountedPolls(db.pool, MOST_POLLS), (id) =>
    change(db, SYSTEM, (act) => countLate(act, id)),
  )
}

/** Finds out of counts by an earlier release whether a lot decided them. */
export async function markCountedPolls(db: Db): Promise<void> {
  await each(await unmarkedPolls(db.pool, MOST_POLLS), (id) => change(db, SYSTEM, (act) => markLate(act, id)))
}

/** Destroys the parts of a sealed poll's reminder that were being sent during the sealing. */
export async function sweepSealedPolls(db: Db): Promise<void> {
  await dropSealedRemains(db.pool)
}

/** Runs it for all, and then throws the first failure. */
async function each(ids: number[], run: (id: number) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const id of ids) await run(id).catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}
