import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Act, type Actor, change, type Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { Conflict, Invalid, Malformed, problem } from '../errors.ts'
import { bodyOf } from './credentials.ts'
import {
  type Asked,
  type Asker,
  findAnswer,
  type KeptAnswer,
  keepAnswer,
  tryAnswering,
} from './idempotency-store.ts'
import { asJson } from './json-text.ts'

const MAX_KEY_LENGTH = 255

/** Prefix of the id of unfinished work. Responses are JSON objects: none begins like this. */
const BEGUN = 'begun '

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * The change of a request, and the response about its result; `enter`: checks permission and reads the input,
 * also before a stored response is repeated. `keep`: the response as it may be stored.
 */
type Command<T, Shown extends object, Wish> = {
  enter?: (act: Act) => Promise<Wish>
  run: (act: Act, wish: Wish) => Promise<T>
  /** The same in a transaction shared with others: only without a stored response and `enter`. */
  runTogether?: (db: Db, actor: Actor) => Promise<T>
  show: (on: Db | Queryable, made: T) => Promise<Shown>
  keep?: (answer: Shown) => Shown
  /** What a stored response has that the client may not see any more. Null: nothing. */
  renew?: (on: Queryable, kept: Shown) => Promise<Shown | null>
}

/** Work that a change starts, returning its id, and that then takes longer than a transaction may. */
type LongCommand<Shown extends object> = {
  run: (act: Act) => Promise<number>
  /** Called again if its first process was lost. False: another one is still working on it. */
  finish: (id: number) => Promise<boolean>
  show: (on: Db | Queryable, id: number) => Promise<Shown>
}

type Commander = { db: Db; actor: Actor; asker: Asker }

/**
 * Runs a POST and returns the response. With the header Idempotency-Key it runs once: a repeated request
 * within 24 hours gets the first response. The change's own transaction stores that response, so only
 * committed changes have one. Conflict: the first is still running; Invalid `idempotency_key_reuse`: another
 * request used the key.
 */
export async function answerOnce<T, Shown extends object, Wish = undefined>(
  { db, actor, asker }: Commander,
  exchange: Exchange,
  { enter, run, runTogether, show, renew, keep = (answer) => answer }: Command<T, Shown, Wish>,
): Promise<object | Buffer> {
  const asked = askedBy(exchange.request, asker)
  const entered = async (act: Act) => (await enter?.(act)) as Wish
  if (asked === null && enter === undefined && runTogether !== undefined)
    return show(db, await runTogether(db, actor))
  if (asked === null) return show(db, await change(db, actor, async (act) => run(act, await entered(act))))
  return change(db, actor, async (act) => {
    // A client that lost its permission does not get its former response again.
    const wish = await entered(act)
    const kept = await keptFor(act.tx, asked)
    if (kept !== null) {
      const renewed = (await renew?.(act.tx, JSON.parse(kept.answer))) ?? null
      if (renewed === null) return repeated(kept, exchange.reply)
      return asJson(exchange.reply, String(exchange.reply.serialize(renewed)))
    }
    const shown = await show(act.tx, await run(act, wish))
    return answered(act.tx, asked, { reply: exchange.reply, shown, keep })
  })
}

/**
 * The same for work that takes longer than a transaction may. A repeated request before its end gets a
 * Conflict, or finishes the work if its process is gone.
 */
export async function answerOnceFinished<Shown extends object>(
  { db, actor, asker }: Commander,
  { request, reply }: Exchange,
  { run, finish, show }: LongCommand<Shown>,
): Promise<object | Buffer> {
  const asked = askedBy(request, asker)
  if (asked === null) {
    const id = await change(db, actor, run)
    await finish(id)
    return show(db, id)
  }
  const begun = await change(db, actor, async (act) => {
    const kept = await keptFor(act.tx, asked)
    if (kept !== null) return kept
    const begun = { answer: `${BEGUN}${await run(act)}`, version: null }
    await keepAnswer(act.tx, asked, begun)
    return begun
  })
  if (!begun.answer.startsWith(BEGUN)) return repeated(begun, reply)
  const id = Number(begun.answer.slice(BEGUN.length))
  if (!(await finish(id))) throw inFlight()
  return change(db, actor, async ({ tx }) => answered(tx, asked, { reply, shown: await show(tx, id) }))
}

/** The key and content of a request. Null: no such header. */
function askedBy(request: FastifyRequest, asker: Asker): Asked | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  // With the request's path: an action on one record is not the same on another.
  const route = `${request.method} ${request.url.split('?', 1)[0]}`
  return { asker, key: checked(key), route, body_hash: hashOf(request) }
}

/** The response stored for this request; the caller holds the lock on the key until the commit. */
async function keptFor(tx: Queryable, asked: Asked): Promise<KeptAnswer | null> {
  if (!(await tryAnswering(tx, asked))) throw inFlight()
  const kept = await findAnswer(tx, asked)
  if (kept === null || (kept.route === asked.route && kept.body_hash.equals(asked.body_hash))) return kept
  throw new Invalid([problem('idempotency_key', 'request_differs')], 'idempotency_key_reuse')
}

type Shown<T> = { reply: FastifyReply; shown: T; keep?: (answer: T) => T }

/** Stores the response, and returns it. */
async function answered<T extends object>(
  tx: Queryable,
  asked: Asked,
  { reply, shown, keep = (answer) => answer }: Shown<T>,
): Promise<Buffer> {
  const written = (answer: T) => String(reply.serialize(answer))
  const version = reply.getHeader('etag')
  await keepAnswer(tx, asked, {
    answer: written(keep(shown)),
    version: version === undefined ? null : String(version),
  })
  return asJson(reply, written(shown))
}

function inFlight(): Conflict {
  return new Conflict('idempotency_in_flight.itself')
}

function checked(key: string | string[]): string {
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key)) return key
  throw new Malformed('malformed_request.idempotency_key', { most: MAX_KEY_LENGTH })
}

function repeated(kept: KeptAnswer, reply: FastifyReply): Buffer {
  if (kept.version !== null) reply.header('etag', kept.version)
  return asJson(reply, kept.answer)
}

/** Hashes the body without its key: the same fields in any order are the same request. */
function hashOf(request: FastifyRequest): Buffer {
  const fields = Object.entries(bodyOf(request).fields).filter(([name]) => name !== 'api_key')
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
