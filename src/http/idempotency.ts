import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Act } from '../db/db.ts'
import { Conflict, Invalid, Malformed } from '../errors.ts'
import { bodyOf } from './credentials.ts'
import { findAnswer, keepAnswer, tryAnswering } from './idempotency-store.ts'

const MAX_KEY_LENGTH = 255

/**
 * Answers a POST once: with the header Idempotency-Key, a request that comes again within 24 hours gets the
 * first answer and nothing is done twice. The answer is kept in the transaction of the change, so only what was
 * done is kept. Conflict: the first is still running; Invalid `idempotency_key_reuse`: another request used it.
 */
export async function answerOnce(
  act: Act,
  api_key_id: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: () => Promise<object>,
): Promise<object | Buffer> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return run()
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH || !/^[\x20-\x7e]+$/.test(key)) {
    throw new Malformed(
      `The Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} printable characters.`,
      'malformed_request',
    )
  }
  if (!(await tryAnswering(act.tx, api_key_id, key))) {
    throw new Conflict(
      'idempotency_in_flight',
      'The first request with this Idempotency-Key is still running.',
    )
  }
  const route = `${request.method} ${request.routeOptions.url ?? ''}`
  const body_hash = hashOf(request)
  const kept = await findAnswer(act.tx, api_key_id, key)
  if (kept !== null) {
    if (kept.route === route && kept.body_hash.equals(body_hash)) return asJson(reply, kept.answer)
    throw new Invalid(
      [{ field: 'idempotency_key', code: 'taken', message: 'was used for another request; take a new one' }],
      'idempotency_key_reuse',
    )
  }
  const answer = reply.serialize(await run())
  await keepAnswer(act.tx, api_key_id, key, { route, body_hash, answer: String(answer) })
  return asJson(reply, String(answer))
}

/** The body without its key: the same fields in any order are the same request. */
function hashOf(request: FastifyRequest): Buffer {
  const fields = Object.entries(bodyOf(request).fields).filter(([name]) => name !== 'api_key')
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}

/** An answer that is JSON text already. */
function asJson(reply: FastifyReply, text: string): Buffer {
  reply.type('application/json; charset=utf-8')
  return Buffer.from(text)
}
