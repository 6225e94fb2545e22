import { change, type Db, SYSTEM } from '../db/db.ts'
import { dropSealedRemains } from '../users/personal-links-store.ts'
import { settlePoll } from './close-poll.ts'
import { duePolls, unsealedPolls } from './polls-store.ts'
import { sealPoll } from './urn/seal-poll.ts'

const MOST_POLLS = 100

/** Writes down the closing of every poll whose time has come. One that fails does not hold up the others. */
export async function settleDuePolls(db: Db): Promise<void> {
  await each(await duePolls(db.pool, MOST_POLLS), (id) => change(db, SYSTEM, (act) => settlePoll(act, id)))
}

/** Seals and counts every closed anonymous poll that still has its urn, and lets its closing be told. */
export async function sealDuePolls(db: Db): Promise<void> {
  await each(await unsealedPolls(db.pool, MOST_POLLS), (id) => sealPoll(db, id))
}

/** Destroys what of a sealed poll's reminder was on its way while it was sealed. */
export async function sweepSealedPolls(db: Db): Promise<void> {
  await dropSealedRemains(db.pool)
}

/** Does it for all, and then throws the first failure. */
async function each(ids: number[], run: (id: number) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const id of ids) await run(id).catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}
