import type { Db } from '../../db/db.ts'
import { forgetClosers, heldClosers } from './close-box.ts'
import { knownUrnKeys, markKeyDestroyed, openUrnKeys, pollsWithKeyLeft } from './urn-store.ts'

const MOST_POLLS = 100

/**
 * Destroys the key of a sealed poll, and then records that. If the process is killed between the two, the job
 * runs again.
 */
export async function destroyUrnKey(db: Db, { id, urn_key }: { id: number; urn_key: string }): Promise<void> {
  forgetClosers([urn_key])
  await db.urn_keys.destroy(db.pool, urn_key)
  await markKeyDestroyed(db.pool, id)
}

/**
 * Destroys the keys that a killed process has left, and drops this process's keys of closed polls. A failure
 * does not stop the others; the first one is thrown at the end.
 */
export async function destroyUrnKeys(db: Db): Promise<void> {
  const failures: unknown[] = []
  for (const poll of await pollsWithKeyLeft(db.pool, MOST_POLLS))
    await destroyUrnKey(db, poll).catch((failure: unknown) => failures.push(failure))
  await forgetClosed(db)
  if (failures.length > 0) throw failures[0]
}

async function forgetClosed(db: Db): Promise<void> {
  const held = heldClosers()
  if (held.length === 0) return
  const open = new Set(await openUrnKeys(db.pool, held))
  forgetClosers(held.filter((urn_key) => !open.has(urn_key)))
}

/** Destroys keys of polls that were never committed. */
export async function sweepUrnKeys(db: Db): Promise<void> {
  await db.urn_keys.sweep(db.pool, (urn_keys) => knownUrnKeys(db.pool, urn_keys))
}
