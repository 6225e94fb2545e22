import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { readConfig } from '../config.ts'
import { streamForms } from './bodies.ts'
import { buildServer } from './server.ts'

const TIMES = { headers_ms: 5_000, body_ms: 300, silence_ms: 1_200 }
const STEP_MS = 50
/** Longer than a body may take. */
const LONG_MS = 3 * TIMES.body_ms

let port: number

beforeAll(async () => {
  const app = buildServer({ config: readConfig({ PUBLIC_URL: 'https://moot.example' }) }, TIMES)
  app.post('/ordinary', async () => 'read')
  app.post('/thoughtful', async () => {
    await pause(LONG_MS)
    return 'thought about'
  })
  streamForms(app, (scope) => {
    scope.post('/upload', { config: { streams: true } }, async ({ raw }: FastifyRequest) => {
      let bytes = 0
      for await (const chunk of raw as AsyncIterable<Buffer>) bytes += chunk.length
      return { bytes }
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  port = (app.server.address() as AddressInfo).port
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a connection; `told`: everything received until the other side ended it. */
function open(head: string): { socket: Socket; told: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const told = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
  socket.write(`${head}\r\nhost: moot.example\r\n`)
  return { socket, told }
}

/** Sends a byte at each step while this lasts, or the connection. */
async function drip(socket: Socket, ms = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0
  for (; !socket.destroyed && bytes * STEP_MS < ms; bytes++) {
    socket.write('x')
    await pause(STEP_MS)
  }
  return bytes
}

const JSON_BODY = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n'
const FORM = 'content-type: multipart/form-data; boundary=x\r\n'

describe.concurrent('a body that never ends', () => {
  test('is answered with 408, and the connection ends', async ({ expect }) => {
    const { socket, told } = open('POST /ordinary HTTP/1.1')
    socket.write(`${JSON_BODY}"`)
    void drip(socket)
    const [head = '', body = ''] = (await told).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 .*connection: close/s)
    expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' })
  })

  test.for([
    ['is too large', 'POST /ordinary HTTP/1.1', 413],
    ['comes with an invalid address', 'POST /%zz HTTP/1.1', 400],
  ] as const)(
    'that %s ends with the connection, though it was answered',
    async ([, line, status], { expect }) => {
      const { socket, told } = open(line)
      socket.write('content-type: application/json\r\ncontent-length: 2000000\r\n\r\n')
      void drip(socket)
      expect(await told).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    },
  )

  test('is read to its end where the route reads it as it comes', async ({ expect }) => {
    const { socket, told } = open('POST /upload HTTP/1.1')
    const length = LONG_MS / STEP_MS
    socket.write(`${FORM}content-length: ${length}\r\nconnection: close\r\n\r\n`)
    await drip(socket, LONG_MS)
    expect(await told).toMatch(new RegExp(`^HTTP/1\\.1 200 .*"bytes":${length}}$`, 's'))
  })
})

describe.concurrent('a body that stops arriving', () => {
  test('ends with the connection, even where the route reads it as it comes', async ({ expect }) => {
    const { socket, told } = open('POST /upload HTTP/1.1')
    socket.write(`${FORM}content-length: 100000\r\n\r\nx`)
    expect(await told).toBe('')
  })

  test('does not concern a request that came in time and is thought about', async ({ expect }) => {
    const { socket, told } = open('POST /thoughtful HTTP/1.1')
    socket.write('content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}')
    expect(await told).toMatch(/^HTTP\/1\.1 200 .*thought about$/s)
  })
})
