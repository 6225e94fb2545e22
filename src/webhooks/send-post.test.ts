import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { ALLOWED, answering, startReceiver } from '../../test/receiver.ts'
import { MAX_ANSWER_BYTES, sendPost } from './send-post.ts'

const receiver = await startReceiver()
const LIMITS = { allowed: ALLOWED, limit_ms: 5_000 }

const send = (url = receiver.url, limits: Partial<typeof LIMITS> = {}) =>
  sendPost(
    { url, headers: { 'content-type': 'application/json' }, body: '{"a":"ü"}' },
    { ...LIMITS, ...limits },
  )

/** A server that answers with these bytes. */
async function rawServer(say: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(say)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

test('the request arrives, and the response comes back', async () => {
  receiver.answer = answering(202, {}, 'thänks\u0000')
  const answer = await send(`${receiver.url}/path?q=1#part`)
  expect(answer).toMatchObject({ status: 202, body: 'thänks\ufffd', error: null, retry_after_ms: null })
  expect(receiver.got.at(-1)).toMatchObject({
    path: '/hook/path?q=1',
    body: '{"a":"ü"}',
    headers: { 'content-type': 'application/json', 'content-length': '10' },
  })
})

test('a redirect counts as a response, and is not followed', async () => {
  const other = await startReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer = answering(status, { location: other.url })
    expect(await send()).toMatchObject({ status, error: null })
  }
  expect(other.got).toEqual([])
})

test('Retry-After is read', async () => {
  receiver.answer = answering(429, { 'retry-after': '7' })
  expect(await send()).toMatchObject({ status: 429, retry_after_ms: 7_000 })
})

test('a receiver that hangs is cut off at the time limit', async () => {
  receiver.answer = () => undefined
  expect(await send(receiver.url, { limit_ms: 200 })).toMatchObject({
    status: null,
    error: 'no response within 0.2 seconds',
  })
})

test('a receiver that drips its response is cut off too, and its status counts', async () => {
  receiver.answer = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('drip '), 20)
    response.on('close', () => clearInterval(timer))
  }
  const answer = await send(receiver.url, { limit_ms: 1_000 })
  expect(answer).toMatchObject({ status: 200, error: null })
  expect(answer.body).toMatch(/^(drip )+$/)
  expect(answer.took_ms).toBeLessThan(4_000)
})

test('endless headers are cut off at the time limit', async () => {
  const url = await rawServer('HTTP/1.1 200 OK\r\nX: ')
  expect(await send(url, { limit_ms: 200 })).toMatchObject({ status: null })
})

test('no more than 64 kB of a huge response are read', async () => {
  let written = 0
  receiver.answer = (response) => {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && written < 100_000_000) {
        written += 65_536
        if (!response.write('x'.repeat(65_536))) return response.once('drain', pour)
      }
      return response.end()
    }
    pour()
  }
  const answer = await send()
  expect(answer.status).toBe(200)
  expect(answer.body).toBe('x'.repeat(MAX_ANSWER_BYTES))
  expect(written).toBeLessThan(50_000_000)
})

test.each([
  ['that is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['with headers that are too long', `HTTP/1.1 200 OK\r\n${'X-Long: y\r\n'.repeat(5_000)}\r\n`],
  [
    'that changes the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
])('an answer %s counts as no response', async (_, say) => {
  expect(await send(await rawServer(say))).toMatchObject({
    status: null,
    error: expect.stringMatching(/^the connection (failed|was cut|was closed)/),
  })
})

test('a port without a listener gives an error', async () => {
  expect(await send('http://127.0.0.1:1/')).toMatchObject({
    status: null,
    error: 'the connection was refused',
  })
})

test('unknown names are reported', async () => {
  expect((await send('http://nobody.invalid/')).error).toMatch(
    /^its host name (does not exist|could not be resolved)$/,
  )
})

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://127.1',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://0',
])('%s is not called unless it is allowed', async (origin) => {
  receiver.answer = answering(204)
  const before = receiver.got.length
  const { port } = new URL(receiver.url)
  const refused = await send(`${origin}:${port}/`, { allowed: [] })
  expect(refused).toMatchObject({
    status: null,
    error: expect.stringMatching(/^it points to an address that is not public; .*OUTBOUND_ALLOW/),
  })
  expect(receiver.got.length).toBe(before)
})

test('a name that resolves to this machine is called where that is allowed', async () => {
  receiver.answer = answering(204)
  const { port } = new URL(receiver.url)
  expect(await send(`http://localhost:${port}/`)).toMatchObject({ status: 204 })
  expect(receiver.got.at(-1)?.headers.host).toBe(`localhost:${port}`)
})
