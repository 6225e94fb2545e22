import { execFileSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { alive, mark } from '../src/db/embedded/embedded-process.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { PATIENCE_MS, until } from './patience.ts'
import { installProgram, json, newDataDir, postmasterOf, run, type Served, serve, urlOf } from './process.ts'
import { makePoll } from './tell.ts'
import { keyOf, tokenFor } from './web.ts'
import { addMembers, createWorld } from './world.ts'

installProgram()

/** The pause between the requests of one client. */
const PACE_MS = 20
const METRICS_TOKEN = 'figures-for-the-watcher'
const GROUP = [
  'group',
  'create',
  '--name',
  'Mill Lane',
  '--handle',
  'mill',
  '--admin-email',
  'ada@mill.example',
]

/** A request on a separate connection, which any worker may get. */
const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { ...headers, connection: 'close' } })
const figures = async ({ url }: Served) =>
  (await ask(`${url}/metrics`, { authorization: `Bearer ${METRICS_TOKEN}` })).text()
const answered = async (service: Served) =>
  Number(/route="\/readyz",status="200"\} (\d+)/.exec(await figures(service))?.[1])

/** The lines of the log, all complete. */
function logOf(service: Served): { worker?: number; msg: string }[] {
  const lines = service.said().split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
const workersOf = ({ pid }: Served) =>
  execFileSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('main.js'))
    .map((line) => Number.parseInt(line, 10))

/** The workers that answered since then: `from` is the length of the output before. */
const answeredSince = (service: Served, from: number) =>
  new Set(
    [
      ...service
        .said()
        .slice(from)
        .matchAll(/"worker":(\d+),"request_id"/g),
    ].map(([, id]) => id),
  )

test('several processes serve one address; a killed one is restarted; stopping leaves none', async () => {
  const data_dir = await newDataDir()
  const service = await serve({ DATA_DIR: data_dir, METRICS_TOKEN }, '--workers', '2')
  expect(service.said()).toContain('Workers: 2\n')
  expect(service.said().match(/There is no group yet/g)).toHaveLength(1)
  await json(GROUP, { DATA_DIR: data_dir })
  for (let asked = 0; asked < 20; asked++) expect((await ask(`${service.url}/readyz`)).status).toBe(200)
  const readers = logOf(service).filter(({ msg }) => msg === 'answered')
  expect(new Set(readers.map(({ worker }) => worker))).toEqual(new Set([1, 2]))
  await until(async () => expect(await answered(service)).toBe(20))

  const [first = 0, second = 0] = workersOf(service)
  process.kill(first, 'SIGKILL')
  await until(() =>
    expect(logOf(service).map(({ msg }) => msg)).toContain('a worker ended (SIGKILL); starting another'),
  )
  await until(() => expect(workersOf(service)).toHaveLength(2))
  expect(workersOf(service)).toContain(second)
  expect((await ask(`${service.url}/readyz`)).status).toBe(200)
  // The counts of the killed one still count.
  await until(async () => expect(await answered(service)).toBeGreaterThanOrEqual(21))

  const processes = [...workersOf(service), await postmasterOf(data_dir)].map(mark)
  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(processes.map(alive)).toEqual([false, false, false])
})

test('a killed worker loses only its own requests, and delays nobody else', async () => {
  const { address } = await createWorld()
  const service = await serve({ DATABASE_URL: urlOf(address) }, '--workers', '2')
  const outcomes: Record<string, number> = {}
  let going = true
  const keepAsking = async () => {
    while (going) {
      // Longer than any response takes: a connection that no worker got would hang.
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const outcome = await fetch(`${service.url}/readyz`, { headers: { connection: 'close' }, signal }).then(
        ({ status }) => String(status),
        (error: Error) => (error.name === 'TimeoutError' ? 'hung' : 'cut'),
      )
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      // Requests without a pause would slow down the starting workers.
      await sleep(PACE_MS)
    }
  }
  const asking = Array.from({ length: 3 }, keepAsking)
  for (let killed = 0; killed < 3; killed++) {
    const [first = 0] = workersOf(service)
    process.kill(first, 'SIGKILL')
    await until(() => expect(workersOf(service).filter((pid) => pid !== first)).toHaveLength(2))
    const from = service.said().length
    await until(() => expect(answeredSince(service, from).size).toBe(2))
  }
  going = false
  await Promise.all(asking)
  // The requests in progress at each kill; and those that arrived while the system ended the process.
  expect(outcomes['cut'] ?? 0).toBeLessThanOrEqual(3 * 2 * asking.length)
  expect(outcomes['hung']).toBeUndefined()
  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
})

test('the workers of a killed supervisor end too, and the next start cleans up', async () => {
  const data_dir = await newDataDir()
  const service = await serve({ DATA_DIR: data_dir }, '--workers', '2')
  const workers = workersOf(service).map(mark)
  expect(workers).toHaveLength(2)
  service.signal('SIGKILL')
  await service.ended
  await until(() => expect(workers.map(alive)).toEqual([false, false]))
  const next = await serve({ DATA_DIR: data_dir }, '--workers', '2')
  next.signal('SIGINT')
  expect(await next.ended).toBe(0)
})

test('an open page is notified of a vote in another process', async () => {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  const poll_id = await makePoll(world)
  const settings = { DATABASE_URL: urlOf(world.address) }
  const service = await serve(settings, '--workers', '3')
  const page = `${service.url}/p/${await keyOf(world, 'polls', poll_id)}`
  const token = await tokenFor(world, 'ballot', { user_id: world.ada.id, poll_id })
  const entered = await fetch(`${page}?k=${token}`, { headers: { connection: 'close' }, redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const cut = new AbortController()
  const listening =
    "select count(*)::int as processes from pg_stat_activity where query like 'listen %' and datname = $1"
  const heard: string[] = []
  const watch = async () => {
    const { body } = await fetch(`${page}/live`, { headers: { cookie }, signal: cut.signal })
    const place = heard.push('') - 1
    void listen(body, (text) => {
      heard[place] += text
    })
  }
  // The system distributes connections: more are opened until each process has one.
  await until(async () => {
    await watch()
    const { rows } = await world.db.pool.query(listening, [world.address.database])
    expect(rows).toEqual([{ processes: 3 }])
  })
  await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
  await until(() => expect(heard.every((text) => text.includes('data: changed'))).toBe(true))
  cut.abort()
  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
})

test('the log of several busy processes has complete lines', async () => {
  const { address } = await createWorld()
  const service = await serve({ DATABASE_URL: urlOf(address) }, '--workers', '3')
  await Promise.all(Array.from({ length: 6 }, () => askAtOnce(service, 300)))
  service.signal('SIGTERM')
  await service.ended
  expect(logOf(service).filter(({ msg }) => msg === 'answered')).toHaveLength(6 * 300)
})

test('a failing start is reported in one line', async () => {
  const settings = { DATA_DIR: await newDataDir(), PORT: '0' }
  const none = await run(['serve', '--workers', '0'], settings)
  expect(none).toEqual({ status: 2, out: '', err: '--workers must be a whole number between 1 and 64.\n' })
  const many = await run(['serve', '--workers', '20'], settings)
  expect(many.err).toBe(
    'The bundled database has connections for 13 workers at most: start fewer, or set DATABASE_URL to a server.\n',
  )
  const wide = await run(['serve', '--workers', '8'], settings)
  expect(wide.err).toMatch(/^With 8 workers and the bundled database, DB_POOL must be at most 4: .*\n$/)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', () => resolve()))
  const port = String((taken.address() as { port: number }).port)
  const busy = await run(['serve', '--workers', '2'], { ...settings, PORT: port })
  taken.close()
  expect({ status: busy.status, out: busy.out }).toEqual({ status: 1, out: '' })
  expect(busy.err).toMatch(new RegExp(`^PORT ${port} is in use by another program: .*\\n$`))
})

async function listen(body: ReadableStream<Uint8Array> | null, hear: (text: string) => void): Promise<void> {
  if (body === null) return
  try {
    for await (const chunk of body) hear(Buffer.from(chunk).toString())
  } catch {
    // The test has ended it.
  }
}

/** Many requests on one connection without waiting for responses: much is logged in one turn. */
async function askAtOnce({ url }: Served, requests: number): Promise<void> {
  const socket = connect(Number(new URL(url).port), 'localhost')
  const ask = (end: string) => `GET /nowhere/${'x'.repeat(300)} HTTP/1.1\r\nHost: localhost\r\n${end}\r\n`
  socket.write(ask('').repeat(requests - 1) + ask('Connection: close\r\n'))
  socket.resume()
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}
