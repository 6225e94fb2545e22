import { expect, test } from 'vitest'
import { serve } from '../app.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { close, userId, vote } from './acts.ts'

const world = await createWorld()
await addMembers(world)
const { key } = await keyFor(world)
const app = await serve(world)
const base = await app.listen({ port: 0, host: '127.0.0.1' })

type Reply = {
  errors?: unknown
  groups: { key: string; handle: string }[]
  discussions: { id: number; key: string }[]
  polls: {
    key: string
    closed_at: string | null
    cast_stances_pct: number
    voters_count: number
    undecided_voters_count: number
  }[]
  poll_options: { name: string; total_score: number; voter_scores: Record<string, number> }[]
  memberships: { user_id: number; user_email: string }[]
}

/** As in the client: any success without `errors` is a success. */
async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${base}/api/b1/${path}`, init)
  const reply = (await response.json()) as Reply
  if (!response.ok || reply.errors !== undefined)
    throw new Error(`${response.status} ${JSON.stringify(reply.errors)}`)
  return reply
}

const get = (path: string) => ask(`${path}?api_key=${key}`)
const post = (path: string, pairs: [string, string][]) =>
  ask(path, { method: 'POST', body: new URLSearchParams([['api_key', key], ...pairs]) })

test('a client for the old public service works unchanged', async () => {
  const thread = (
    await post('discussions', [
      ['title', 'Paint'],
      ['description', 'Which colour?'],
      ['recipient_audience', 'group'],
    ])
  ).discussions[0]!
  expect((await get(`discussions/${thread.key}`)).discussions[0]!.id).toBe(thread.id)

  const created = await post('polls', [
    ['title', 'Which colour?'],
    ['poll_type', 'poll'],
    ['options[]', 'Forest green'],
    ['options[]', 'Sky blue'],
    ['options[]', 'Weiß & Rot'],
    ['details', 'Three are left.\nChoose one.'],
    ['discussion_id', String(thread.id)],
    ['closing_at', new Date(Date.now() + 3 * 86_400_000).toISOString()],
    ['notify_recipients', 'False'],
    ['hide_results', 'off'],
  ])
  expect(created.groups[0]!.handle).toBe('mill-lane')
  const poll = created.polls[0]!.key
  expect(poll).toMatch(/^[A-Za-z0-9]{8}$/)
  expect(created.polls[0]).toMatchObject({
    closed_at: null,
    cast_stances_pct: 0,
    voters_count: 5,
    undecided_voters_count: 5,
  })

  const members = (await ask('memberships', { method: 'POST', body: new URLSearchParams({ api_key: key }) }))
    .memberships
  expect(members.map(({ user_email }) => user_email)).toContain('ben@mill.example')

  const {
    polls: [shown],
  } = (await get(`polls/${poll}`)) as Reply & { polls: [{ id: number }] }
  const [ben, cleo, dai] = await Promise.all(
    ['ben', 'cleo', 'dai'].map((name) => userId(world.db, `${name}@mill.example`)),
  )
  await vote(world, shown.id, ben!, { 'Sky blue': 1 })
  await vote(world, shown.id, cleo!, { 'Weiß & Rot': 1 })
  await vote(world, shown.id, dai!, { 'Sky blue': 1 })

  const voted = await get(`polls/${poll}`)
  expect(
    voted.poll_options.map(({ name, total_score, voter_scores }) => ({ name, total_score, voter_scores })),
  ).toEqual([
    { name: 'Forest green', total_score: 0, voter_scores: {} },
    { name: 'Sky blue', total_score: 2, voter_scores: { [ben!]: 1, [dai!]: 1 } },
    { name: 'Weiß & Rot', total_score: 1, voter_scores: { [cleo!]: 1 } },
  ])
  expect(voted.polls[0]).toMatchObject({
    closed_at: null,
    cast_stances_pct: 60,
    voters_count: 5,
    undecided_voters_count: 2,
  })

  await close(world, shown.id)
  const closed = await get(`polls/${poll}`)
  expect(closed.polls[0]!.closed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(closed.poll_options).toEqual(voted.poll_options)

  const synced = await fetch(`${base}/api/b1/memberships`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: key,
      emails: ['ada@mill.example', 'new@mill.example'],
      remove_absent: 1,
    }),
  })
  expect(await synced.json()).toEqual({
    added_emails: ['new@mill.example'],
    removed_emails: ['ben@mill.example', 'cleo@mill.example', 'dai@mill.example', 'esi@mill.example'],
  })
})

test('the example of the old help page works, printed with a blank address', async () => {
  const example = { title: 'example', poll_type: 'proposal', options: ['agree'], recipient_emails: [''] }
  for (const [path, recipients] of [
    ['discussions', example],
    ['polls', example],
    ['polls', { ...example, recipient_emails: [' ', 'guest@else.example'] }],
  ] as const) {
    const body = JSON.stringify({ api_key: key, closing_at: '2999-01-31T18:00:00Z', ...recipients })
    await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  expect(await userId(world.db, 'guest@else.example')).toBeGreaterThan(0)
})

test.each(['polls.json', 'polls/', 'polls/.json'])(
  'a poll can be posted to %s, as in Rails',
  async (path) => {
    const response = await fetch(`${base}/api/b1/${path}?x=/`, {
      method: 'POST',
      body: new URLSearchParams({ api_key: key, title: 'T', poll_type: 'count' }),
    })
    expect(response.status).toBe(path === 'polls/.json' ? 405 : 200)
  },
)

test('records can be requested with .json at the end, and an empty reference lists nothing', async () => {
  const created = await post('polls', [
    ['title', 'T'],
    ['poll_type', 'count'],
  ])
  const poll = created.polls[0]!.key
  expect((await get(`polls/${poll}.json`)).polls[0]!.key).toBe(poll)
  expect((await get('memberships.json')).groups[0]!.handle).toBe('mill-lane')
  for (const path of ['polls/', 'polls/.json', 'polls.json/'])
    expect((await fetch(`${base}/api/b1/${path}?api_key=${key}`)).status, path).toBe(404)
  expect((await fetch(`${base}/api/b1.json`)).status).toBe(404)
  expect((await fetch(`${base}/api/openapi.json`)).status).toBe(200)
})

test('a refused client can read the reason', async () => {
  const response = await fetch(`${base}/api/b1/polls`, {
    method: 'POST',
    body: new URLSearchParams({ api_key: key, title: '' }),
  })
  expect(response.status).toBe(422)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await response.json()).toMatchObject({
    errors: { title: ["can't be blank"], poll_type: ["can't be blank"] },
  })
  expect((await fetch(`${base}/api/b1/polls/1?api_key=${key}x`)).status).toBe(403)
})

test('a GET with its key in a form body works over a real connection too', async () => {
  const { request } = await import('node:http')
  const body = `api_key=${key}`
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    request(`${base}/api/b1/memberships`, { method: 'GET', headers }, (response) =>
      resolve(response.statusCode),
    )
      .on('error', reject)
      .end(body)
  })
  expect(status).toBe(200)
})
