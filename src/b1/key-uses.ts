import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'
import { countKeyUse } from '../keys/count-key-use.ts'

const FIRST_FAILURE = 400

/** Counts each request with a key, after its response. */
export function countUses(b1: FastifyInstance, db: Db): void {
  b1.addHook('onResponse', async ({ keyHash }, { statusCode }) => {
    // Refused before its key was read: none, or two keys.
    if (!Buffer.isBuffer(keyHash)) return
    const day = new Date().toISOString().slice(0, 10)
    countKeyUse(db, { hash: keyHash, day, refused: statusCode >= FIRST_FAILURE })
  })
}
