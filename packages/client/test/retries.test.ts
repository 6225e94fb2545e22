import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, connect } from '@folkmoot/client'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from '../../../test/app.ts'
import { atEnd } from '../../../test/at-end.ts'
import { createWorld, keyFor, type World } from '../../../test/world.ts'

/** A proxy between a client and the service that fails in typical ways. */
type Fault =
  | 'invites'
  | 'lose_answer'
  | 'busy'
  | 'busy_long'
  | 'away'
  | 'bad_gateway'
  | 'move'
  | 'page'
  | 'empty'

let world: World
let behind: string
let moot: Client
let faults: Fault[] = []
let passed: string[] = []

beforeAll(async () => {
  world = await createWorld()
  const app = await serve(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  behind = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => void server.close())
  const { key } = await keyFor(world)
  moot = connect({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    longest_pause_ms: 5_000,
  })
})

beforeEach(() => {
  faults = []
  passed = []
})

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  passed.push(`${request.method} ${request.url}`)
  const fault = faults.shift()
  if (fault === 'busy' || fault === 'busy_long')
    return void response.writeHead(429, { 'retry-after': fault === 'busy' ? '0' : '60' }).end('{}')
  if (fault === 'invites')
    return void response.writeHead(429, { 'retry-after': '0' }).end('{"code":"invites_limited"}')
  if (fault === 'away')
    return void response.writeHead(503, { 'retry-after': '0' }).end('{"code":"unavailable"}')
  if (fault === 'bad_gateway') return void response.writeHead(502).end('<html>')
  if (fault === 'move') return void response.writeHead(301, { location: 'https://new.example/' }).end()
  if (fault === 'page') return void response.writeHead(200).end('<!doctype html><title>Welcome</title>')
  if (fault === 'empty') return void response.writeHead(204).end()
  const body = Buffer.concat(chunks)
  const headers = Object.fromEntries(
    ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const answer = await fetch(`${behind}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length === 0 ? {} : { body }),
  })
  const text = await answer.text()
  if (fault === 'lose_answer') return void request.socket.destroy()
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
}

const made = async (title: string) =>
  (await world.db.pool.query('select 1 from discussions where title = $1', [title])).rowCount
const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  )

test('a record is created once, even if the first answer was lost', async () => {
  faults = ['lose_answer']
  const { discussions } = await moot.createDiscussion({ title: 'Once' })
  expect(discussions[0]?.title).toBe('Once')
  expect([passed.length, await made('Once')]).toEqual([2, 1])
})

test('it retries after 429, after an unavailable service and after a failing proxy', async () => {
  faults = ['busy', 'away', 'bad_gateway']
  expect((await moot.listDiscussions()).meta.root).toBe('discussions')
  expect(passed.length).toBe(4)
})

test('it gives up after three retries, and at once if the pause would be too long', async () => {
  faults = ['busy', 'busy', 'busy', 'busy', 'busy']
  expect(await failure(moot.listDiscussions())).toMatchObject({ status: 429, retry_after: 0 })
  expect(passed.length).toBe(4)
  passed = []
  faults = ['busy_long']
  expect(await failure(moot.listDiscussions())).toMatchObject({ status: 429, retry_after: 60 })
  expect(passed.length).toBe(1)
  passed = []
  faults = ['invites']
  expect(await failure(moot.createDiscussion({ title: 'Buy' }))).toMatchObject({ code: 'invites_limited' })
  expect(passed.length).toBe(1)
})

test('a request that might run twice is not retried', async () => {
  const { discussions } = await moot.createDiscussion({ title: 'Goes' })
  passed = []
  faults = ['lose_answer']
  expect(await failure(moot.deleteDiscussion({ ref: discussions[0]?.id ?? 0 }))).toMatchObject({
    name: 'UnreachableError',
  })
  expect(passed.length).toBe(1)
})

test('a refusal is not retried', async () => {
  expect(await failure(moot.createDiscussion({ title: '' }))).toMatchObject({ status: 422 })
  expect(passed.length).toBe(1)
})

test('a success that is not JSON is not from the service, and is an error', async () => {
  for (const [fault, status] of [
    ['page', 200],
    ['empty', 204],
  ] as const) {
    passed = []
    faults = [fault]
    expect(await failure(moot.createDiscussion({ title: 'Nowhere' }))).toMatchObject({
      name: 'ApiError',
      status,
      code: 'unknown',
      message: `The response is not JSON (HTTP ${status}). Is there a Folkmoot service at this address?`,
    })
    expect(passed.length).toBe(1)
  }
  expect(await made('Nowhere')).toBe(0)
})

test('a redirect is reported and not followed', async () => {
  faults = ['move']
  expect(await failure(moot.createDiscussion({ title: 'Moved' }))).toMatchObject({
    status: 301,
    message: 'The service is at another address: https://new.example/.',
  })
  expect(await made('Moved')).toBe(0)
})
