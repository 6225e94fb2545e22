import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openWeb, unusedFolder, type Web } from '../../test/web.ts'
import { createWorld } from '../../test/world.ts'
import { buildApp } from '../cli/serve/app.ts'
import { readConfig } from '../config.ts'

let port: number

async function listening(app: Web['app']): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

beforeAll(async () => {
  const { app } = await openWeb(await createWorld())
  port = await listening(app)
})

afterEach(() => void vi.useRealTimers())

const LONG = 'host: moot.example\r\ncontent-length: 100000\r\n'

/** A connection on which a client has sent this, and everything that the server has sent on it. */
function sending(head: string, to = port): { socket: Socket; said: () => string } {
  let said = ''
  const socket = connect(to, '127.0.0.1', () => socket.write(head))
  socket.on('data', (bytes) => {
    said += bytes
  })
  socket.on('error', () => undefined)
  return { socket, said: () => said }
}

const heard = async ({ socket, said }: ReturnType<typeof sending>): Promise<string> => {
  while (!said().includes('\r\n\r\n')) await once(socket, 'data')
  return said().split('\r\n')[0] ?? ''
}

test.each([
  ['HEAD /healthz', 'HTTP/1.1 200 OK'],
  ['GET /%zz', 'HTTP/1.1 400 Bad Request'],
])('%s whose body does not come is ended in time, though it was answered at once', async (line, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const held = sending(`${line} HTTP/1.1\r\n${LONG}\r\n`)
  expect(await heard(held)).toBe(answer)
  expect(held.socket.readableEnded).toBe(false)
  const ended = once(held.socket, 'close')
  vi.advanceTimersByTime(15_000)
  await ended
})

test('an Expect header other than 100-continue is refused, without waiting for the body', async () => {
  const held = sending(`POST /sign-in HTTP/1.1\r\n${LONG}expect: tea\r\n\r\n`)
  const ended = once(held.socket, 'close')
  expect(await heard(held)).toBe('HTTP/1.1 417 Expectation Failed')
  await ended
})

test.each(['application/json', 'text/xml', 'application/x-www-form-urlencoded'])(
  'a route that takes a file as it comes waits for no body of type %s',
  async (type) => {
    const held = sending(`POST /service/import/file HTTP/1.1\r\n${LONG}content-type: ${type}\r\n\r\n`)
    const ended = once(held.socket, 'close')
    expect(await heard(held)).toBe('HTTP/1.1 403 Forbidden')
    await ended
  },
)

test('a request that arrives while the service stops is answered like any other', async () => {
  const { db } = await createWorld()
  const app = buildApp({ db, config: readConfig({ PORT: '0', DATA_DIR: unusedFolder() }) })
  const answers: string[] = []
  app.addHook('preClose', async () => {
    answers.push(await heard(sending('GET /healthz HTTP/1.1\r\nhost: moot.example\r\n\r\n', to)))
  })
  const to = await listening(app)
  await app.close()
  expect(answers).toEqual(['HTTP/1.1 200 OK'])
})
