import type { FastifyInstance } from 'fastify'
import { openReadiness, type Unready } from '../db/readiness.ts'
import { Unavailable } from '../errors.ts'
import type { Services } from './services.ts'

const DATABASE_LIMIT_MS = 3_000

/**
 * `/healthz`: the process answers. `/readyz`: the database does too, within 3 s, accepts writes, and its
 * schema is not newer than this process's; else 503 with Retry-After and the reason. The result does not stop
 * other requests.
 */
export function healthRoutes(app: FastifyInstance, { db }: Services): void {
  const readiness = openReadiness(db.pool)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const unready = await within(readiness(), DATABASE_LIMIT_MS)
    if (unready !== null) throw refusalOf(unready)
    return { status: 'ok' }
  })
}

/** What is wrong, and what that means for requests. */
export function refusalOf(unready: Unready): Unavailable {
  if (unready.why === 'no_writes') {
    const told = unready.cause === 'told' ? unready.told : ''
    return new Unavailable('no_writes.cause', { cause: unready.cause, told })
  }
  const { schema, known } = unready
  return new Unavailable('newer_schema.schemas', { schema, known })
}

async function within<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable()), limitMs)
  })
  // Any error means not ready.
  const asked = answer.catch(() => Promise.reject(new Unavailable()))
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    asked.catch(() => undefined)
  }
}
