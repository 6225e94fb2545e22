import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { readConfig } from '../config.ts'
import { type Db, openDb } from '../db/db.ts'
import { healthRoutes } from './health.ts'
import { buildServer } from './server.ts'

function serverOn(db: Db) {
  const services = { db, config: readConfig({ LOG_LEVEL: 'silent' }) }
  const app = buildServer(services)
  healthRoutes(app, services)
  afterAll(() => app.close())
  return app
}

test('with its database, the service lives and is ready', async () => {
  const app = serverOn((await createWorld()).db)
  for (const url of ['/healthz', '/readyz']) {
    const answer = await app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  }
})

test('a database that says nothing leaves it alive and, within 3 seconds, not ready', async () => {
  const mute = createServer()
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', () => resolve()))
  const { port } = mute.address() as { port: number }
  const db = openDb({ host: '127.0.0.1', port, user: 'moot', database: 'moot' }, 2)
  afterAll(async () => {
    await db.close()
    mute.close()
  })
  const app = serverOn(db)
  const began = performance.now()
  const answer = await app.inject({ url: '/readyz' })
  expect(performance.now() - began).toBeLessThan(5_500)
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
})
