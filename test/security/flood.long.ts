import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { installProgram, type Served, serve, urlOf } from '../process.ts'
import { createWorld, keyFor } from '../world.ts'
import { QUICK, tell } from './effort.ts'

/** Clients that hold connections without sending complete requests: others still get answers. */

const CONNECTIONS = QUICK ? 1_000 : 5_000
const SLOW = QUICK ? 300 : 1_500
/** The longest wait of others during the attack. */
const PATIENCE_MS = 1_000
/** The time after which a stalled client is disconnected: the longest of our limits, and some seconds. */
const LIMIT_MS = 30_000

installProgram()
const world = await createWorld()
const sockets: Socket[] = []
let service: Served
let port: number
let key: string

beforeAll(async () => {
  service = await serve({ API_RATE_LIMIT: '0', LOG_LEVEL: 'error', DATABASE_URL: urlOf(world.address) })
  port = Number(new URL(service.url).port)
  key = (await keyFor(world)).key
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A connection that sends this, and counts as open until the service closes it. */
function open(say: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost', () => {
      socket.write(say)
      resolve(socket)
    })
    socket.on('data', () => undefined)
    socket.once('error', reject)
    socket.once('connect', () => socket.on('error', () => undefined).off('error', reject))
    sockets.push(socket)
  })
}

async function openAll(count: number, say: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 100)
    await Promise.all(Array.from({ length: 100 }, (_, at) => open(say(index + at))))
}

/** The longest wait of an ordinary client in twenty requests for a page and for data. */
async function longestWait(): Promise<number> {
  let longest = 0
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    const answers = await Promise.all([
      fetch(`${service.url}/sign-in`),
      fetch(`${service.url}/api/b1/groups`, { headers: { authorization: `Bearer ${key}` } }),
    ])
    for (const answer of answers) {
      await answer.text()
      expect(answer.status).toBe(200)
    }
    longest = Math.max(longest, performance.now() - started)
  }
  return longest
}

const ended = () => sockets.filter((socket) => socket.destroyed || socket.readableEnded).length

async function untilEnded(): Promise<number> {
  const started = performance.now()
  while (ended() < sockets.length && performance.now() - started < LIMIT_MS)
    await new Promise((resolve) => setTimeout(resolve, 200))
  return Math.round((performance.now() - started) / 1_000)
}

test(`${CONNECTIONS} connections that say nothing keep nobody waiting`, async () => {
  await openAll(CONNECTIONS, () => '')
  const longest = await longestWait()
  tell(`${CONNECTIONS} silent connections: others waited ${Math.round(longest)} ms at most`)
  expect(longest).toBeLessThan(PATIENCE_MS)
})

const SLOWLY: Record<string, string> = {
  'headers that do not end': 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'bodies that do not come': `POST /api/b1/polls HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
  'chunks that do not end':
    'POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n',
}

test(
  'endless requests delay nobody, and are disconnected',
  async () => {
    const ways = Object.values(SLOWLY)
    await openAll(SLOW, (index) => ways[index % ways.length] ?? '')
    // A byte now and then: no idle timeout ends this.
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('1')
    }, 1_000)
    const longest = await longestWait()
    tell(
      `${SLOW} slow requests (${Object.keys(SLOWLY).join(', ')}): others waited ${Math.round(longest)} ms at most`,
    )
    if (!QUICK) tell(`all were let go after ${await untilEnded()} s`)
    clearInterval(drip)
    expect(longest).toBeLessThan(PATIENCE_MS)
    if (!QUICK) expect(ended()).toBe(SLOW)
    expect(service.said()).not.toMatch(/"level":(50|60)/)
  },
  LIMIT_MS * 3,
)

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 400],
  ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers without measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
] as const)('%s is answered, and told nothing of what we run on', async (_, say, status) => {
  const text = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, 'localhost', () => socket.write(say))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    sockets.push(socket)
  })
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(text).not.toMatch(/node|fastify|\.js|at .*:\d+/i)
})

test('a blocked service is detected', async () => {
  service.signal('SIGSTOP')
  const waited = await Promise.race([
    longestWait().catch(() => PATIENCE_MS + 1),
    new Promise<number>((resolve) => setTimeout(() => resolve(PATIENCE_MS + 1), PATIENCE_MS + 100)),
  ])
  service.signal('SIGCONT')
  expect(waited).toBeGreaterThan(PATIENCE_MS)
})
