import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { createWorld } from '../../test/world.ts'
import { readConfig } from '../config.ts'
import { change, type Db, openDb, SYSTEM } from '../db/db.ts'
import { healthRoutes } from './health.ts'
import { buildServer } from './server.ts'

function serverOn(db: Db) {
  const services = { db, config: readConfig({ LOG_LEVEL: 'silent' }) }
  const app = buildServer(services)
  healthRoutes(app, services)
  atEnd(() => app.close())
  return app
}

afterEach(() => vi.useRealTimers())

test('with its database, the service is alive and ready', async () => {
  const app = serverOn((await createWorld()).db)
  for (const url of ['/healthz', '/readyz']) {
    const answer = await app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  }
})

test('a silent database leaves it alive and, within 3 seconds, not ready', async () => {
  const mute = createServer()
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', () => resolve()))
  const { port } = mute.address() as { port: number }
  const db = openDb({ host: '127.0.0.1', port, user: 'moot', database: 'moot' }, 2)
  atEnd(async () => {
    await db.close()
    mute.close()
  })
  const app = serverOn(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = app.inject({ url: '/readyz' })
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
  // Only this event ends the wait.
  vi.advanceTimersByTime(3_000)
  const answer = await asked
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
})

/** The code and text of a failing /readyz. */
async function refusalOf(app: FastifyInstance): Promise<{ code?: string; error?: string }> {
  const answer = await app.inject({ url: '/readyz' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.anything()])
  return answer.json()
}

const statusOf = async (app: FastifyInstance) => (await app.inject({ url: '/readyz' })).statusCode

test('after a newer program has migrated the database, it is not ready but continues', async () => {
  const { db } = await createWorld()
  const app = serverOn(db)
  expect(await statusOf(app)).toBe(200)
  await db.pool.query("insert into schema_migrations (version, name) values (9999, 'of a newer program')")
  const { code, error } = await refusalOf(app)
  expect([code, error]).toEqual(['newer_schema', expect.stringMatching(/schema 9999.*knows schema \d+/)])
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  await db.pool.query('delete from schema_migrations where version = 9999')
  expect(await statusOf(app)).toBe(200)
})

test('with a read-only database it is not ready, until writes work again', async () => {
  const { db, address } = await createWorld()
  const set = (words: string) => db.pool.query(`alter database ${address.database} ${words}`)
  await set('set default_transaction_read_only = on')
  const reading = openDb(address, 1)
  atEnd(() => reading.close())
  const app = serverOn(reading)
  app.post('/write', () => change(reading, SYSTEM, ({ tx }) => tx.query('create table written ()')))
  const { code, error } = await refusalOf(app)
  expect([code, error]).toEqual(['no_writes', expect.stringContaining('it is read-only')])
  const written = await app.inject({ method: 'POST', url: '/write' })
  expect([written.statusCode, written.json()]).toEqual([503, expect.objectContaining({ code, error })])
  await set('reset default_transaction_read_only')
  await db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> $2',
    [address.database, (await db.pool.query('select pg_backend_pid() as pid')).rows[0].pid],
  )
  await expect.poll(() => statusOf(app)).toBe(200)
})
