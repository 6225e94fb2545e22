import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Act, type Actor, change, type Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { Conflict, Invalid, Malformed } from '../errors.ts'
import { bodyOf } from './credentials.ts'
import { type Asker, findAnswer, keepAnswer, type StoredAnswer, tryAnswering } from './idempotency-store.ts'

const MAX_KEY_LENGTH = 255

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The change a request asks for, and the answer about what it made; `keep`: that answer as it may be stored. */
type Command<T, Shown extends object> = {
  run: (act: Act) => Promise<T>
  show: (on: Db | Queryable, made: T) => Promise<Shown>
  keep?: (answer: Shown) => Shown
}

/**
 * Does what a POST asks and answers it. With the header Idempotency-Key it is done once: a request that comes again
 * within 24 hours gets the first answer. That answer is kept in the transaction of the change, so only what was done
 * is kept. Conflict: the first is still running; Invalid `idempotency_key_reuse`: another request used the key.
 */
export async function answerOnce<T, Shown extends object>(
  { db, actor, asker }: { db: Db; actor: Actor; asker: Asker },
  exchange: Exchange,
  { run, show, keep = (answer) => answer }: Command<T, Shown>,
): Promise<object | Buffer> {
  const key = exchange.request.headers['idempotency-key']
  if (key === undefined) return show(db, await change(db, actor, run))
  const name = checked(key)
  return change(db, actor, async (act) => {
    if (!(await tryAnswering(act.tx, asker, name))) {
      throw new Conflict(
        'idempotency_in_flight',
        'The first request with this Idempotency-Key is still running.',
      )
    }
    // With the path as it was sent: what is done to one record is not done to another.
    const route = `${exchange.request.method} ${exchange.request.url.split('?', 1)[0]}`
    const asked = { route, body_hash: hashOf(exchange.request) }
    const kept = await findAnswer(act.tx, asker, name)
    if (kept !== null) return repeated(kept, asked, exchange.reply)
    const shown = await show(act.tx, await run(act))
    const written = (answer: Shown) => String(exchange.reply.serialize(answer))
    const version = exchange.reply.getHeader('etag')
    await keepAnswer(act.tx, asker, name, {
      ...asked,
      answer: written(keep(shown)),
      version: version === undefined ? null : String(version),
    })
    return asJson(exchange.reply, written(shown))
  })
}

function checked(key: string | string[]): string {
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key)) return key
  const message = `The Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} printable characters.`
  throw new Malformed(message, 'malformed_request')
}

type Asked = Pick<StoredAnswer, 'route' | 'body_hash'>

function repeated(kept: StoredAnswer, asked: Asked, reply: FastifyReply): Buffer {
  if (kept.route === asked.route && kept.body_hash.equals(asked.body_hash)) {
    if (kept.version !== null) reply.header('etag', kept.version)
    return asJson(reply, kept.answer)
  }
  const message = 'was used for another request; take a new one'
  throw new Invalid([{ field: 'idempotency_key', code: 'taken', message }], 'idempotency_key_reuse')
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
