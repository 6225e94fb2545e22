import type { Db } from '../db/db.ts'
import { addUses, deleteUses, type TextUse } from './key-uses-store.ts'

/**
 * Texts of keys counted together: invented ones cannot fill the memory. What comes above it is not counted.
 */
const MOST_TEXTS = 10_000

/** Kept longer than shown, and not for ever. */
const KEPT_DAYS = 92

const counted = new WeakMap<Db['pool'], Map<string, TextUse>>()

/**
 * Counts a request that carried the text of a key with this SHA-256, in this process's memory: nobody waits
 * for it. `day`: in UTC. Texts that nobody has are told apart when the counts are written.
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

/**
 * Writes down what was counted since the last time, in one statement. What could not be written is counted
 * on.
 */
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

/** Deletes counts that are shown no more, at most `most`. Returns how many. */
export function purgeKeyUses(db: Db, most: number): Promise<number> {
  return deleteUses(db.pool, KEPT_DAYS, most)
}
