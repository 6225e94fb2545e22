import type { Queryable } from '../db/sql.ts'
import { tellingOf } from '../notifications/telling-rows.ts'
import type { Outgoing } from './outgoing.ts'
import { readOutgoing } from './outgoing-store.ts'

/** A mail about to be sent, with its current facts. Null: it is gone. */
export async function loadOutgoing(db: Queryable, id: number): Promise<Outgoing | null> {
  const row = await readOutgoing(db, id)
  return row === null ? null : { ...row, ...tellingOf(row) }
}
