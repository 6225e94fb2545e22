import { readdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { alive, mark } from '../src/db/embedded/embedded-process.ts'
import {
  installProgram,
  json,
  newDataDir,
  postmasterOf,
  run,
  type Served,
  type Settings,
  serve,
} from './process.ts'
import { createWorld, keyFor, type World } from './world.ts'

installProgram()

const GROUP = [
  'group',
  'create',
  '--name',
  'Mill Lane Co-op',
  '--handle',
  'mill-lane',
  '--admin-email',
  'ada@mill.example',
]
const KEY = ['key', 'create', '--group', 'mill-lane', '--name', 'Website']

type GroupMade = { group: { id: number; key: string }; admin: { id: number } }
type KeyMade = { key: string; id: number }

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A request with an incomplete body: the first bytes are sent, `finish` sends the rest. */
async function halfSent({ url }: Served, key: string): Promise<{ finish(): Promise<string>; cut(): void }> {
  const body = JSON.stringify({ title: 'A slow thread' })
  const socket = connect(Number(new URL(url).port), 'localhost')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const head = [
    'POST /api/b1/discussions HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    // The service logs that it has received the request.
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n'
  await expect.poll(() => answer).toBe(GO_ON)
  const finish = async () => {
    socket.write(body.slice(1))
    await closed
    return answer.slice(GO_ON.length)
  }
  return { finish, cut: () => socket.destroy() }
}

const stopping = (service: Served) => expect.poll(service.said).toContain('"stopping"')

async function invite({ url }: Served, key: string, email: string): Promise<void> {
  const body = new URLSearchParams({ 'emails[]': email })
  const answer = await fetch(`${url}/api/b1/memberships`, { method: 'POST', headers: bearer(key), body })
  expect(await answer.json()).toEqual({ added_emails: [email], removed_emails: [] })
}

/** The id of the first mail in the outbox, which the service writes shortly after the change. */
async function firstMail(settings: Settings): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { mails } = await json<{ mails: { id: number }[] }>(['mail', 'list'], settings)
    if (mails[0] !== undefined) return mails[0].id
  }
  throw new Error('no mail came')
}

describe('the life of a service on its own data', () => {
  let data_dir = ''
  let key = ''

  test('the first start says what to do next, and stopping leaves nothing running', async () => {
    data_dir = await newDataDir()
    const service = await serve({ DATA_DIR: data_dir })
    expect(service.said()).toContain(
      'npx folkmoot group create --name "Mill Lane Co-op" --handle mill-lane --admin-email',
    )
    expect(service.said()).toContain('npx folkmoot key create --group mill-lane --name')
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(service.url + path)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    }
    const postmaster = mark(await postmasterOf(data_dir))
    expect(alive(postmaster)).toBe(true)
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(alive(postmaster)).toBe(false)
  })

  test('commands work beside the running service, which then no longer shows the hint', async () => {
    const service = await serve({ DATA_DIR: data_dir })
    const made = await json<GroupMade>(GROUP, { DATA_DIR: data_dir })
    key = (await json<KeyMade>(KEY, { DATA_DIR: data_dir })).key
    const answer = await fetch(`${service.url}/api/b1/memberships`, { headers: bearer(key) })
    expect(await answer.json()).toMatchObject({
      memberships: [{ user_id: made.admin.id }],
      groups: [{ id: made.group.id, key: made.group.key }],
    })
    await invite(service, key, 'ben@mill.example')
    const id = await firstMail({ DATA_DIR: data_dir })
    const unmade = await run(['mail', 'show', `${id}`], { DATA_DIR: data_dir })
    expect(unmade.out).toMatch(/^To: +ben@mill\.example\n[\s\S]*\nLink: +to make one, add --link\n/)
    const shown = await run(['mail', 'show', `${id}`, '--link'], { DATA_DIR: data_dir })
    expect(shown.status).toBe(0)
    expect(shown.err).toContain('This link is for http://localhost:3000, because PUBLIC_URL is not set here.')
    expect(shown.out).toMatch(
      /^To: +ben@mill\.example\n[\s\S]*\nLink: +(http:\/\/localhost:3000\/\S+)\n[\s\S]*\1/,
    )
    service.signal('SIGINT')
    expect(await service.ended).toBe(0)
    // Counted up to the stop.
    const { keys } = await json<{ keys: object[] }>(['key', 'list'], { DATA_DIR: data_dir })
    expect(keys).toMatchObject([{ use: { requests: 2, refused: 0 } }])
  })

  test('a second one on the same data reports that in one line', async () => {
    const service = await serve({ DATA_DIR: data_dir })
    expect(service.said()).not.toContain('group create')
    const other = await run(['serve'], { DATA_DIR: data_dir, PORT: '0' })
    expect(other).toMatchObject({ status: 1, out: '' })
    expect(other.err).toMatch(/^Another folkmoot .* is serving from .*DATA_DIR\.\n$/)
    service.signal('SIGKILL')
    await service.ended
  })

  test('it stops with its database when its terminal is closed', async () => {
    const service = await serve({ DATA_DIR: data_dir })
    const postmaster = mark(await postmasterOf(data_dir))
    service.signal('SIGHUP')
    expect(await service.ended).toBe(0)
    expect(alive(postmaster)).toBe(false)
  })

  test('after kill -9 it starts again with all data', async () => {
    const service = await serve({ DATA_DIR: data_dir })
    const answer = await fetch(`${service.url}/api/b1/memberships`, { headers: bearer(key) })
    expect(answer.status).toBe(200)
    const slow = await halfSent(service, key)
    service.signal('SIGTERM')
    await stopping(service)
    // It accepts no new requests, and answers those it had accepted.
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
    expect(await slow.finish()).toMatch(/^HTTP\/1.1 200 .*A slow thread/s)
    expect(await service.ended).toBe(0)
  })

  test('a second Ctrl-C ends it at once, and the next start cleans up', async () => {
    const service = await serve({ DATA_DIR: data_dir })
    const slow = await halfSent(service, key)
    service.signal('SIGINT')
    // npm repeats the terminal's signal: that does not count as a second one.
    service.signal('SIGINT')
    await stopping(service)
    await sleep(1_100)
    service.signal('SIGINT')
    expect(await service.ended).toBe(130)
    slow.cut()
    const next = await serve({ DATA_DIR: data_dir })
    next.signal('SIGTERM')
    expect(await next.ended).toBe(0)
  })
})

describe('a service on an external PostgreSQL', () => {
  test('two of them share one database', async () => {
    const world = await createWorld()
    const DATABASE_URL = urlOf(world.address)
    const { key } = await keyFor(world)
    const [one, other] = await Promise.all([serve({ DATABASE_URL }), serve({ DATABASE_URL })])
    const made = await fetch(`${one.url}/api/b1/discussions`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Seen by both' }),
    })
    const { discussions } = (await made.json()) as { discussions: { key: string }[] }
    const read = await fetch(`${other.url}/api/b1/discussions/${discussions[0]?.key}`, {
      headers: bearer(key),
    })
    expect(await read.json()).toMatchObject({ discussions: [{ title: 'Seen by both' }] })
    for (const service of [one, other]) service.signal('SIGTERM')
    expect(await Promise.all([one.ended, other.ended])).toEqual([0, 0])
  })

  test('the log at its most verbose level contains no key, no token and nothing of a body', async () => {
    const world = await createWorld()
    const { key } = await keyFor(world)
    const service = await serve({ DATABASE_URL: urlOf(world.address), LOG_LEVEL: 'trace' })
    const send = (path: string, body: string, type: string) =>
      fetch(service.url + path, { method: 'POST', body, headers: { 'content-type': type } })
    await fetch(`${service.url}/api/b1/memberships?api_key=${key}`)
    await fetch(`${service.url}/api/b1/memberships`, { headers: bearer(key) })
    await fetch(`${service.url}/nowhere?token=hushhush&api_key=${key}`)
    await fetch(`${service.url}/p/AAAAAAAA?t=hushhush`)
    await send(
      '/api/b1/discussions',
      JSON.stringify({ api_key: key, title: 'Sotto voce' }),
      'application/json',
    )
    await send('/api/b1/discussions', `api_key=${key}&title=Sotto+voce`, 'application/x-www-form-urlencoded')
    await send('/api/b1/polls', `{"api_key":"${key}","title":"Sotto voce`, 'application/json')
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    const answered = service
      .said()
      .split('\n')
      .filter((line) => line.includes('"answered"'))
    expect(answered).toHaveLength(7)
    for (const secret of [key, key.slice(4), 'hushhush', 'Sotto', 'voce'])
      expect(service.said()).not.toContain(secret)
  })
})

describe('a failing start', () => {
  let address: World['address']
  beforeAll(async () => {
    address = (await createWorld()).address
  })

  test.each([
    ['two wrong settings', { PORT: '-1', LOG_LEVEL: 'loud' }, /^PORT must be .*\nLOG_LEVEL must be .*\n$/],
    [
      'a host of another machine',
      { HOST: '192.0.2.7', PORT: '0' },
      /^HOST 192\.0\.2\.7 is not an address of this machine.*\n$/,
    ],
    [
      'a host nobody knows',
      { HOST: 'moot.invalid', PORT: '0' },
      /^Could not resolve HOST moot\.invalid.*\n$/,
    ],
  ])('%s is reported in one line', async (_, settings, line) => {
    const { status, out, err } = await run(['serve'], { DATABASE_URL: urlOf(address), ...settings })
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(line)
  })

  test('an invalid secret is reported in one line, and leaves no database running', async () => {
    const data_dir = await newDataDir()
    const secret_file = `${data_dir}-secret`
    await writeFile(secret_file, 'swordfish')
    const { status, err } = await run(['serve'], {
      DATA_DIR: data_dir,
      PORT: '0',
      SECRET_KEY_FILE: secret_file,
    })
    expect([status, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain('does not contain a Folkmoot secret')
    // It was started: the cluster exists. Stopping PostgreSQL removes its pid file.
    const left = await readdir(join(data_dir, 'postgres'))
    expect(left).toContain('PG_VERSION')
    expect(left).not.toContain('postmaster.pid')
  })

  test('a port in use is reported in one line', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', () => resolve()))
    const port = String((taken.address() as { port: number }).port)
    const { status, out, err } = await run(['serve'], { DATABASE_URL: urlOf(address), PORT: port })
    taken.close()
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(new RegExp(`^PORT ${port} is in use by another program: .*\\n$`))
  })

  test.each([
    ['refused', 'postgres://moot:hushhush@localhost:1/moot', /connection refused/],
    ['unknown', 'postgres://moot:hushhush@moot.invalid/moot', /host not found|could not resolve/],
  ])('a database that is %s is reported in one line without its password', async (_, DATABASE_URL, words) => {
    const { status, out, err } = await run(['serve'], { DATABASE_URL, PORT: '0' })
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(/^DATABASE_URL \(postgres:\/\/moot:\*\*\*@[^)]*\).*\.\n$/)
    expect(err).toMatch(words)
    expect(err).not.toContain('hush')
  })

  test('the address of a database that is malformed is refused without its password', async () => {
    const DATABASE_URL = 'postgres://moot:hush/hush@localhost:x/moot'
    const { status, out, err } = await run(['serve'], { DATABASE_URL, PORT: '0' })
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(/DATABASE_URL must look like postgres:.* write \/ as %2F/)
    expect(err).not.toContain('hush')
  })

  test('a missing database is reported in one line', async () => {
    const { status, err } = await run(['group', 'list'], {
      DATABASE_URL: urlOf({ ...address, database: 'nowhere' }),
    })
    expect(status).toBe(1)
    expect(err).toMatch(
      /^DATABASE_URL \(.*\): database "nowhere" does not exist; create it, or correct the address\.\n$/,
    )
  })
})

type Address = { host: string; port: number; user: string; database: string }

/** The URL as people write it: here the host is the folder of a socket. */
function urlOf({ host, port, user, database }: Address): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
