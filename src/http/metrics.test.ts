import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { forgetCounts } from '../../test/counts.ts'
import { makePoll } from '../../test/tell.ts'
import { openWeb } from '../../test/web.ts'
import { createWorld, keyFor } from '../../test/world.ts'
import { buildApp } from '../cli/serve/app.ts'
import { readConfig } from '../config.ts'
import { openDb } from '../db/db.ts'

const METRICS_TOKEN = 'figures-for-the-watcher'
const world = await createWorld()
const web = await openWeb(world, { METRICS_TOKEN, API_RATE_LIMIT: '0' })
forgetCounts()

const ask = (authorization?: string) =>
  web.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
const figures = async () => (await ask(`Bearer ${METRICS_TOKEN}`)).body
const figure = async (sample: string) =>
  Number(
    (await figures())
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')[1],
  )

test('/metrics is 404 without the token, and for everyone when no token is set', async () => {
  const nothing = (await openWeb(world)).app
  const strip = (body: string) => JSON.parse(body, (name, value) => (name === 'request_id' ? null : value))
  const [none, wrong, query, unset, nowhere] = [
    await ask(),
    await ask('Bearer figures-for-the-watcheR'),
    await web.app.inject({ url: `/metrics?token=${METRICS_TOKEN}` }),
    await nothing.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    await nothing.inject({ url: '/nowhere' }),
  ]
  for (const answer of [none, wrong, query, unset]) {
    expect(answer.statusCode).toBe(404)
    expect({ ...strip(answer.body), instance: null }).toEqual({ ...strip(nowhere.body), instance: null })
  }
  for (const scheme of ['bearer', 'BEARER', 'Bearer '])
    expect((await ask(`${scheme} ${METRICS_TOKEN}`)).statusCode).toBe(200)
  expect((await ask(`Bearer ${METRICS_TOKEN}`)).headers['content-type']).toMatch(
    /^text\/plain; version=0\.0\.4/,
  )
})

test('requests are counted by route and status, with durations, and without their content', async () => {
  const { key } = await keyFor(world)
  const route = 'method="GET",route="/api/b1/memberships"'
  for (const sent of [key, key, 'wrong-key-of-a-stranger'])
    await web.app.inject({ url: `/api/b1/memberships?api_key=${sent}` })
  await web.app.inject({ url: '/p/AAAAAAAA?k=hushhush' })
  expect(await figure(`folkmoot_http_requests_total{${route},status="200"}`)).toBe(2)
  expect(await figure(`folkmoot_http_requests_total{${route},status="403"}`)).toBe(1)
  const took = 'folkmoot_http_request_seconds'
  expect(await figure(`${took}_count{route="/api/b1/memberships"}`)).toBe(3)
  expect(await figure(`${took}_bucket{le="+Inf",route="/api/b1/memberships"}`)).toBe(3)
  expect(await figure(`${took}_sum{route="/api/b1/memberships"}`)).toBeGreaterThan(0)
  for (const secret of [key, 'wrong-key', 'hushhush', 'AAAAAAAA', METRICS_TOKEN])
    expect(await figures()).not.toContain(secret)
})

test('the process reports its event loop, memory and garbage collections', async () => {
  const text = await figures()
  for (const name of [
    'nodejs_eventloop_lag_seconds',
    'nodejs_heap_size_used_bytes',
    'process_cpu_seconds_total',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(text).toContain('# TYPE nodejs_gc_duration_seconds histogram')
})

test('the queues are reported, with their delays', async () => {
  expect(await figure('folkmoot_waiting{queue="closings"}')).toBe(0)
  const id = await makePoll(world)
  await world.db.pool.query("update polls set closing_at = now() - interval '90 seconds' where id = $1", [id])
  expect(await figure('folkmoot_waiting{queue="closings"}')).toBe(1)
  expect(await figure('folkmoot_waiting_seconds{queue="closings"}')).toBeGreaterThanOrEqual(90)
  expect(await figure('folkmoot_waiting_seconds{queue="closings"}')).toBeLessThan(150)
  expect(await figure('folkmoot_waiting{queue="events"}')).toBeGreaterThan(0)
  expect(await figure('folkmoot_waiting{queue="seals"}')).toBe(0)
})

test('Prometheus can read every line', async () => {
  const lines = (await figures()).trimEnd().split('\n')
  const sample = /^[a-z_][a-z0-9_]*(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? (\d+(\.\d+)?(e[+-]?\d+)?|Nan)$/
  expect(lines.filter((line) => line !== '' && !line.startsWith('# ') && !sample.test(line))).toEqual([])
  expect(lines.filter((line) => line.startsWith('# TYPE')).length).toBeGreaterThan(5)
})

test('without the database, the process still reports its own metrics', async () => {
  const away = openDb({ ...world.address, database: 'nowhere' }, 1)
  const config = readConfig({ LOG_LEVEL: 'silent', METRICS_TOKEN })
  const app = buildApp({ db: away, config })
  atEnd(() => app.close())
  const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('folkmoot_database_up 0\n')
  expect(answer.body).toContain('folkmoot_memory_bytes ')
  expect(answer.body).not.toContain('queue=')
})
