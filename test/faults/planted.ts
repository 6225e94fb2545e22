import type { Db } from '../../src/db/db.ts'
import type { Queryable } from '../../src/db/sql.ts'

/** Runs a check on data that a statement has corrupted; then restores the data. */
export async function spoilt<T>(db: Db, text: string, find: (on: Queryable) => Promise<T>): Promise<T> {
  const tx = await db.pool.connect()
  try {
    await tx.query('begin')
    await tx.query(text)
    return await find(tx)
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}
