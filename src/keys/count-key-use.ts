import type { Db } from '../db/db.ts'
import { addUses, deleteUses, type TextUse } from './key-uses-store.ts'

/** Key texts counted at once: invented ones cannot fill the memory. Further ones are not counted. */
const MOST_TEXTS = 10_000

/** Longer than shown, but limited. */
const KEPT_DAYS = 92

const counted = new WeakMap<Db['pool'], Map<string, TextUse>>()

/**
 * Counts a request with the key text of this SHA-256, in this process's memory: nobody waits for it. `day`:
 * in UTC. Unknown texts are dropped when the counts are written.
 */
export function countKeyUse(
  { pool }: Db,
  { hash, day, refused }: { hash: Buffer; day: string; refused: boolean },
): void {
  const uses = counted.get(pool) ?? new Map<string, TextUse>()
  counted.set(pool, uses)
  addTo(uses, { hash, day, requests: 1, refused: refused ? 1 : 0 })
}

function addTo(uses: Map<string, TextUse>, use: TextUse): void {
  const name = `${use.day} ${use.hash.toString('base64')}`
  const known = uses.get(name)
  if (known !== undefined) {
    known.requests += use.requests
    known.refused += use.refused
  } else if (uses.size < MOST_TEXTS) uses.set(name, use)
}

/** Writes the new counts, in one statement. Keeps counts that could not be written. */
export async function writeKeyUses({ pool }: Db): Promise<void> {
  const uses = counted.get(pool)
  if (uses === undefined || uses.size === 0) return
  counted.delete(pool)
  try {
    await addUses(pool, [...uses.values()])
  } catch (error) {
    const since = counted.get(pool)
    counted.set(pool, uses)
    for (const use of since?.values() ?? []) addTo(uses, use)
    throw error
  }
}

/** Deletes at most `most` counts that are no longer shown. Returns how many. */
export function purgeKeyUses(db: Db, most: number): Promise<number> {
  return deleteUses(db.pool, KEPT_DAYS, most)
}
