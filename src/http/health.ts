import type { FastifyInstance } from 'fastify'
import { Unavailable } from '../errors.ts'
import type { Services } from './services.ts'

const DATABASE_LIMIT_MS = 3_000

/** `/healthz`: the process answers. `/readyz`: the database does too, within 3 s; else 503 with Retry-After. */
export function healthRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await within(db.pool.query('select 1'), DATABASE_LIMIT_MS)
    return { status: 'ok' }
  })
}

async function within(answer: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable()), limitMs)
  })
  // Whatever the reason: not ready is not ready.
  const asked = answer.catch(() => Promise.reject(new Unavailable()))
  try {
    await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    asked.catch(() => undefined)
  }
}
