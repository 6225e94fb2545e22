import { isDatabaseTrouble } from './failures.ts'
import type { Queryable } from './sql.ts'

/**
 * Writes all items in a transaction at once. If the database refuses them, it writes the halves, and so on,
 * so that only the faulty items are left out: `refuse` is called with each. Other failures of the database
 * are thrown.
 */
export async function writeInParts<T>(
  tx: Queryable,
  items: T[],
  { write, refuse }: { write: (items: T[]) => Promise<void>; refuse: (item: T, why: string) => void },
): Promise<void> {
  if (items.length === 0) return
  await tx.query('savepoint part')
  try {
    await write(items)
    await tx.query('release savepoint part')
    return
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    await tx.query('rollback to savepoint part; release savepoint part')
    const [only] = items
    if (items.length === 1 && only !== undefined) {
      refuse(only, error instanceof Error ? error.message : String(error))
      return
    }
  }
  const half = Math.ceil(items.length / 2)
  await writeInParts(tx, items.slice(0, half), { write, refuse })
  await writeInParts(tx, items.slice(half), { write, refuse })
}
