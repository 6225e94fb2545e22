import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { change, type Db, openDb, SYSTEM } from '../../src/db/db.ts'
import { createWorld } from '../world.ts'
import { rows } from './acts.ts'
import { caller, expectProblem, openApi, pollFields } from './api.ts'

const world = await createWorld()
const { key } = await caller(world, await openApi(world))

/** Calls every endpoint at once on a server with this database; returns the slowest time in milliseconds. */
async function askAll(db: Db): Promise<number> {
  const own = (await openApi({ db })).as(key)
  const started = performance.now()
  const answers = await Promise.all([
    own.post('/discussions', { title: 'T' }),
    own.get('/discussions/1'),
    own.post('/polls', pollFields()),
    own.get('/polls/AAAAAAAA'),
    own.get('/memberships'),
    own.post('/memberships', { emails: ['ben@mill.example'], remove_absent: true }),
  ])
  for (const answer of answers) {
    expectProblem(answer, 503, 'unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  return performance.now() - started
}

/** The connection timeout; the first two failures are immediate, the third waits for it once. */
const CONNECT_MS = 3_000

const nowhere = { user: 'x', database: 'x' }

test.each([
  ['no socket', { host: '/no-such-socket-folder', port: 5432 }],
  ['a port nobody listens on', { host: '127.0.0.1', port: 1 }],
])('an unreachable database is a 503: %s', async (_, where) => {
  const db = openDb({ ...where, ...nowhere }, 8)
  expect(await askAll(db)).toBeLessThan(CONNECT_MS)
  await db.close()
})

test('a database that accepts connections but never answers is a 503 within some 3 s', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const db = openDb({ host: '127.0.0.1', port, ...nowhere }, 8)
  expect(await askAll(db)).toBeLessThan(2 * CONNECT_MS)
  for (const socket of sockets) socket.destroy()
  silent.close()
  await db.close()
})

test('a database lost during a request is a 503, and the next request succeeds', async () => {
  const db = openDb(world.address, 2)
  const own = (await openApi({ db })).as(key)
  const holder = await world.db.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from groups for update')
  const waiting = own.post('/polls', pollFields())
  const blocked = () =>
    rows<{ pid: number }>(
      world.db,
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await expect.poll(async () => (await blocked()).length).toBe(1)
  await world.db.pool.query('select pg_terminate_backend($1)', [(await blocked())[0]?.pid])
  expectProblem(await waiting, 503, 'unavailable')
  await holder.query('rollback')
  holder.release()
  expect(await rows(world.db, 'select 1 from polls')).toEqual([])
  expect((await own.post('/polls', pollFields())).statusCode).toBe(200)
  await db.close()
})

test('a connection lost between two statements of a change ends only that change', async () => {
  const db = openDb(world.address, 2)
  const own = (await openApi({ db })).as(key)
  const cut = change(db, SYSTEM, async ({ tx }) => {
    const { rows: found } = await tx.query('select pg_backend_pid() as pid')
    await world.db.pool.query('select pg_terminate_backend($1)', [found[0].pid])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await tx.query('select 1')
  })
  await expect(cut).rejects.toThrow(/terminat|not queryable/i)
  expect((await own.get('/memberships')).statusCode).toBe(200)
  await db.close()
})
