import { beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '../../src/api/describe.ts'
import { chapters, type Endpoint } from '../../src/api/document.ts'
import { B1_ROUTES } from '../../src/b1/routes.ts'
import { pathTo, type References } from '../references.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import { caller, encode, expectProblem, openApi, pollFields, pollOf, threadOf } from './api.ts'

/** Rules for every route in the document, including future ones. */

const world = await createWorld()
const api = await openApi(world)
const [ben] = (await addMembers(world)) as [number, number, number, number]
const a = await caller(world, api)
await makeGroup(world, 'orchard')
const elsewhere = await keyFor(world, { handle: 'orchard' })
const ENDPOINTS = chapters(apiDocument(api.app)).flatMap(({ endpoints }) => endpoints)

let places: References
beforeAll(async () => {
  const thread = threadOf(await a.post('/discussions', { title: 'Paint' }))
  const poll = pollOf(await a.post('/polls', pollFields({ discussion_id: thread.id })))
  const comment = (await a.post(`/discussions/${thread.id}/comments`, { body: 'x' })).json().comments[0]
  const [member] = await rows<{ id: number }>(world.db, 'select id from memberships where user_id = $1', [
    ben,
  ])
  places = {
    thread: thread.id,
    poll: poll.id,
    comment: comment.id,
    membership: member?.id ?? 0,
    // A missing record: each response is 404.
    webhook: 1,
    delivery: 1,
  }
})

/** The URL of an endpoint, with an existing record. */
function addressOf({ id }: Endpoint, never = false): string {
  const route = B1_ROUTES.find(({ does }) => does.id === id)
  if (route === undefined) throw new Error(`${id}: no route is defined for it`)
  const nobodys = Object.fromEntries(Object.keys(places).map((to) => [to, NOBODYS]))
  return `/api/b1${pathTo(route, never ? nobodys : places)}`
}

const NOBODYS = 999_999

const ask = (endpoint: Endpoint, url: string, key: string | null, payload?: unknown) =>
  api.send({
    method: endpoint.method as 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(endpoint.method === 'GET' ? {} : { payload: (payload ?? {}) as object }),
  })

const JUNK = [
  null,
  -1,
  1e15,
  2 ** 53,
  0.5,
  '',
  'x',
  '\u{1F30D}'.repeat(300),
  [],
  [null],
  [[1]],
  {},
  { a: { b: 1 } },
  true,
]

const named = (endpoints: Endpoint[]) => endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)
const records = ENDPOINTS.filter(({ path }) => /\{/.test(path) && !path.includes('webhooks'))

describe('every route', () => {
  test.each(named(ENDPOINTS))('%s requires a key', async (_, endpoint) => {
    expectProblem(await ask(endpoint, addressOf(endpoint), null), 403, 'api_key_missing')
  })

  test.each(named(records))(
    '%s answers another group the same for an existing and a missing record',
    async (_, endpoint) => {
      const [found, never] = [
        await ask(endpoint, addressOf(endpoint), elsewhere.key),
        await ask(endpoint, addressOf(endpoint, true), elsewhere.key),
      ]
      expectProblem(found, 404, 'not_found')
      const { request_id: _1, ...said } = found.json()
      const { request_id: _2, ...saidNever } = never.json()
      expect(said).toEqual(saidNever)
      expect(found.headers['content-length']).toBe(never.headers['content-length'])
    },
  )

  // Calls that close the record, and then those that delete it, come last.
  const rank = ({ method, path }: Endpoint) => (method === 'DELETE' ? 2 : path.endsWith('/close') ? 1 : 0)
  const inOrder = [...ENDPOINTS].sort((one, other) => rank(one) - rank(other))
  test.each(named(inOrder))('%s survives junk: each response is in the document', async (_, endpoint) => {
    const schema = endpoint.operation.requestBody?.content['application/json']?.schema
    const fields = Object.keys(schema?.properties ?? {}).filter((field) => field !== 'api_key')
    for (const junk of JUNK) {
      const body = Object.fromEntries(fields.map((field) => [field, junk]))
      await ask(endpoint, addressOf(endpoint), a.key, body)
      for (const encoding of ['form', 'multipart'] as const) {
        if (endpoint.method === 'GET') continue
        const { payload, type } = encode(encoding, body)
        await api.send({
          method: endpoint.method as 'POST',
          url: addressOf(endpoint),
          headers: { authorization: `Bearer ${a.key}`, 'content-type': type },
          payload,
        })
      }
    }
    for (const { name } of (endpoint.operation.parameters ?? []).filter((one) => one.in === 'query'))
      for (const junk of ['', '-1', 'x', '9'.repeat(40), '1e3', '%F0%9F%8C%8D'])
        if (name !== 'api_key') await ask(endpoint, `${addressOf(endpoint)}?${name}=${junk}`, a.key)
  })
})
