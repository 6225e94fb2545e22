import type { AddressInfo } from 'node:net'
import { ApiError, type Client, connect, UnreachableError } from '@folkmoot/client'
import { beforeAll, expect, test } from 'vitest'
import { serve } from '../../../test/app.ts'
import { addMembers, createWorld, keyFor, type World } from '../../../test/world.ts'

let world: World
let url: string
let key: string
let moot: Client

beforeAll(async () => {
  world = await createWorld()
  await addMembers(world)
  const app = await serve(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  key = (await keyFor(world)).key
  moot = connect({ url: `${url}/`, key })
})

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  )

test('a thread, a poll in it, its results and its end have the types of their answers', async () => {
  const { discussions } = await moot.createDiscussion({ title: 'The hall', description: 'It is *grey*.' })
  const { polls } = await moot.createPoll({
    title: 'Paint the hall blue?',
    poll_type: 'proposal',
    closing_at: '2099-01-01T00:00:00Z',
    discussion_id: discussions[0]?.id ?? null,
  })
  const ref = polls[0]?.key ?? ''
  const shown = await moot.showPoll({ ref })
  expect(shown.discussions[0]?.title).toBe('The hall')
  expect(shown.poll_options.map(({ name }) => name)).toEqual(['agree', 'abstain', 'disagree'])
  const closed = await moot.closePoll({ ref })
  expect(closed.polls[0]?.closed_at).not.toBeNull()
  expect((await moot.showPoll({ ref: shown.polls[0]?.id ?? 0 })).polls[0]?.key).toBe(ref)
})

test('a list with a cursor returns every record, even if one is added in the meantime', async () => {
  const title = 'Listed '
  for (let made = 0; made < 5; made++) await moot.createDiscussion({ title: `${title}${made}` })
  const found: string[] = []
  for await (const thread of moot.each('listDiscussions', { per: 2 })) {
    if (found.length === 1) await moot.createDiscussion({ title: 'Late' })
    found.push(thread.title)
  }
  for (let made = 0; made < 5; made++) expect(found.filter((one) => one === `${title}${made}`).length).toBe(1)
})

test('a list without a cursor is read to its end by offset', async () => {
  const found: number[] = []
  for await (const membership of moot.each('listMemberships', { per: 2 })) found.push(membership.id)
  expect(found.length).toBe(5)
  expect(new Set(found).size).toBe(5)
})

test('a list without pages is read too, and a call that is not a list is refused', async () => {
  const names: string[] = []
  // As JavaScript calls it: without types.
  const of = (operation: string) => moot.each(operation as 'listPolls')
  for await (const group of of('listGroups')) names.push((group as unknown as { name: string }).name)
  expect(names).toEqual(['Mill Lane Co-op'])
  for await (const webhook of of('listWebhooks')) throw new Error(`there is none, and yet ${webhook.id}`)
  for (const wrong of ['showPoll', 'createPoll', 'nothing', 'toString'])
    expect(() => of(wrong)).toThrow(
      new TypeError(`${wrong} is not a list: use each with a list such as listPolls`),
    )
})

test('a refusal has the problems of each field, and does not contain the key', async () => {
  const error = await failure(
    moot.createPoll({ title: ' ', poll_type: 'proposal', closing_at: '2001-01-01' }),
  )
  if (!(error instanceof ApiError)) throw error
  expect([error.status, error.code, error.errors]).toEqual([
    422,
    'invalid',
    { title: ["can't be blank"], closing_at: ['must be in the future'] },
  ])
  expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(error) + error.stack).not.toContain(key)
})

test('a missing record and an invalid key have their own error codes', async () => {
  expect(await failure(moot.showPoll({ ref: 'AAAAAAA9' }))).toMatchObject({ status: 404, code: 'not_found' })
  const stranger = connect({ url, key: 'fmk_nobody' })
  expect(await failure(stranger.listPolls())).toMatchObject({ status: 403, code: 'api_key_invalid' })
})

test('an id or key in a path cannot change the path', async () => {
  const ref = '../../../healthz?x=#'
  expect(await failure(moot.showPoll({ ref }))).toMatchObject({ status: 404 })
  for (const wrong of ['moot.example', 'ftp://moot.example', ''])
    expect(() => connect({ url: wrong, key })).toThrow(TypeError)
  for (const wrong of ['', 'a b', 'x\r\ny: z']) expect(() => connect({ url, key: wrong })).toThrow(TypeError)
})

test('a missing address or key is reported by its name', () => {
  // As from a missing environment variable, in JavaScript.
  const missing = undefined as unknown as string
  expect(() => connect({ url, key: missing })).toThrow(/^key must be an API key.*it is undefined/)
  expect(() => connect({ url: missing, key })).toThrow(/^url must be the address.*it is undefined/)
  expect(() => connect(missing as never)).toThrow(new TypeError('connect takes { url, key }'))
})

test('a change can be conditional on a version, and a known answer is not sent again', async () => {
  const { discussions } = await moot.createDiscussion({ title: 'Tagged' })
  const path = `/api/b1/discussions/${discussions[0]?.key}`
  const { headers } = await moot.request({ method: 'GET', path })
  const etag = headers.get('etag') ?? ''
  expect((await moot.request({ method: 'GET', path, headers: { 'if-none-match': etag } })).status).toBe(304)
  const ref = discussions[0]?.id ?? 0
  await moot.changeDiscussion({ ref, title: 'Changed' }, { if_match: etag })
  expect(await failure(moot.changeDiscussion({ ref, title: 'Again' }, { if_match: etag }))).toMatchObject({
    status: 412,
  })
})

test('an unreachable service and a timeout are reported as such', async () => {
  const away = connect({ url: 'http://127.0.0.1:9', key, retries: 0 })
  expect(await failure(away.listPolls())).toBeInstanceOf(UnreachableError)
  const hasty = connect({ url, key, retries: 0, timeout_ms: 0 })
  expect(await failure(hasty.listPolls())).toBeInstanceOf(UnreachableError)
})

test('the caller can abort it, even during a pause', async () => {
  const stop = new AbortController()
  const away = connect({ url: 'http://127.0.0.1:9', key, retries: 9 })
  const run = failure(away.listPolls({}, { signal: stop.signal }))
  stop.abort(new Error('enough'))
  expect(await run).toMatchObject({ message: 'enough' })
})

test('a call without the record it is about sends nothing', async () => {
  for (const wrong of [undefined, {}, { ref: '' }, { ref: null }])
    expect(await failure(moot.showPoll(wrong as never))).toEqual(
      new TypeError('ref is missing: it says which record the call is about'),
    )
})
