import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'
import { countKeyUse } from '../keys/count-key-use.ts'

const FIRST_FAILURE = 400

/** Counts each request that carries a key, once it is answered. */
export function countUses(b1: FastifyInstance, db: Db): void {
  b1.addHook('onResponse', async ({ keyHash }, { statusCode }) => {
    // Refused before its key was read: it carried none, or two.
    if (!Buffer.isBuffer(keyHash)) return
    const day = new Date().toISOString().slice(0, 10)
    countKeyUse(db, { hash: keyHash, day, refused: statusCode >= FIRST_FAILURE })
  })
}
