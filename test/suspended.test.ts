import { beforeAll, describe, expect, test } from 'vitest'
import { B1_ROUTES } from '../src/b1/routes.ts'
import { change, SYSTEM } from '../src/db/db.ts'
import type { StateDeed } from '../src/groups/service/service-group.ts'
import { setGroupState } from '../src/groups/service/set-group-state.ts'
import { issuePersonalKey } from '../src/keys/issue-personal-key.ts'
import { settleDuePolls } from '../src/polls/close-due-polls.ts'
import { PAGES } from '../src/web/pages.ts'
import { feedOf } from './feeds.ts'
import { type GroupWorld, openGroupWorld } from './group-web.ts'
import { openPost, type Post } from './post.ts'
import { makeWebhook, openMessenger, startReceiver } from './receiver.ts'
import { addressOf } from './references.ts'
import { makePoll, makeThread } from './tell.ts'
import { keyOf, tokenFor } from './web.ts'
import { keyFor } from './world.ts'

/**
 * A suspended group is closed everywhere; a deleted one looks as if it had never existed, except to its members
 * on pages.
 */

let at: GroupWorld
let post: Post
let group_id: number
let poll_id: number
let doors: Door[]
let own_key: string

type Answer = { statusCode: number; body: string }
type Door = { name: string; ask: () => Promise<Answer> }

beforeAll(async () => {
  at = await openGroupWorld()
  post = await openPost(at.world)
  const { world, people } = at
  group_id = world.group.id
  const discussion_id = await makeThread(world, { emails: ['tia@far.example'] })
  poll_id = await makePoll(world, {
    discussion_id,
    recipients: { user_ids: [people.ben], emails: ['pia@far.example'] },
  })
  await post.deliver()
  // The first group may not be deleted.
  await world.db.pool.query(
    "insert into groups (id, key, handle, name) overriding system value values (0, 'zeroZero', 'zero', 'Zero')",
  )
  doors = [
    ...(await pages(discussion_id)),
    ...(await links(discussion_id)),
    ...(await programs(discussion_id)),
  ]
})

/** Every page of the group, its thread and its poll that Ada may open. */
async function pages(discussion_id: number): Promise<Door[]> {
  const { world, get } = at
  const thread = await keyOf(world, 'discussions', discussion_id)
  const poll = await keyOf(world, 'polls', poll_id)
  const keys = { '/d/': thread, '/p/': poll }
  const urls = PAGES.filter(({ show, path }) => show !== null && /^\/([dp]\/:key|g\/:handle)/.test(path))
    .map(({ path }) =>
      path.replace(':handle', 'mill-lane').replace(':key', keys[path.slice(0, 3) as '/d/'] ?? ''),
    )
    .filter((path) => !path.includes(':'))
  const doors = [...urls, `/new-poll?group=mill-lane`, `/d/${thread}/live`, `/p/${poll}/live`].map((url) => ({
    name: `page ${url}`,
    ask: () => get(url, 'ada'),
  }))
  const active = await Promise.all(
    doors.map(async ({ name, ask }) =>
      (name.includes('live') ? 200 : (await ask()).statusCode) < 400 ? [name] : [],
    ),
  )
  const open = new Set(active.flat())
  expect(open.size).toBeGreaterThan(25)
  return doors.filter(({ name }) => open.has(name))
}

async function links(discussion_id: number): Promise<Door[]> {
  const { world, web, people } = at
  const { rows } = await world.db.pool.query<{ id: number; email: string }>(
    "select id, email from users where email like '%@far.example'",
  )
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? 0
  const poll = `/p/${await keyOf(world, 'polls', poll_id)}`
  const thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  const feed = await feedOf(world, 'group', people.ben)
  const linked = async (name: string, path: string, token: string) => {
    const { cookie } = await web.follow(path, token)
    return { name: `link to ${name}`, ask: () => web.get(path, cookie) }
  }
  return [
    await linked(
      'a ballot',
      poll,
      await tokenFor(world, 'ballot', { user_id: idOf('pia@far.example'), poll_id }),
    ),
    await linked(
      'a thread',
      thread,
      await tokenFor(world, 'thread', { user_id: idOf('tia@far.example'), discussion_id }),
    ),
    await linked('a group', '/g/mill-lane', await tokenFor(world, 'invitation', { user_id: people.cleo })),
    { name: 'feed', ask: () => web.get(feed) },
  ]
}

async function programs(discussion_id: number): Promise<Door[]> {
  const { world, web, people } = at
  const { key } = await keyFor(world)
  await web.app.inject({
    method: 'POST',
    url: `/api/b1/discussions/${discussion_id}/comments`,
    headers: { authorization: `Bearer ${key}` },
    payload: { body: 'My bike!' },
  })
  own_key = await change(world.db, SYSTEM, (act) => issuePersonalKey(act, people.ada, 'Mine'))
  const asking = (url: string, bearer: string) => () =>
    web.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })
  const references = { poll: poll_id, thread: discussion_id, comment: 1, membership: 1, webhook: 1 }
  const b1 = B1_ROUTES.filter(({ method }) => method === 'GET').map(
    (route) => `/api/b1${addressOf(route, references)}`,
  )
  const b2 = [`/memberships?group_id=${group_id}`, `/polls/${poll_id}`, `/discussions/${discussion_id}`]
  return [
    ...b1.map((url) => ({ name: `b1 ${url}`, ask: asking(url, key) })),
    ...b2.map((url) => ({ name: `b2 ${url}`, ask: asking(`/api/b2${url}`, own_key) })),
    { name: 'mcp', ask: () => assistant(key) },
  ]
}

const assistant = (key: string) =>
  at.web.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_polls', arguments: {} } },
  })

const listed = (what: string) =>
  at.web.app.inject({ url: `/api/b2/${what}`, headers: { authorization: `Bearer ${own_key}` } })

/** Ada opens pages, and Cleo was invited; the others by a link are guests. */
function statusOfDeleted(name: string): number {
  if (name.startsWith('b1')) return 403
  return /^page (?!.*new-poll)|^link to a group/.test(name) ? 410 : 404
}

const set = (deed: StateDeed) =>
  change(at.world.db, SYSTEM, (act) =>
    setGroupState(act, { id: group_id, deed, typed_name: at.world.group.name }),
  )

describe('doors', () => {
  test('are all open while the group is active', async () => {
    for (const { name, ask } of doors)
      if (!name.includes('live'))
        // The page of a poll that leads to its thread only redirects.
        expect([name, [200, 303, 404].includes((await ask()).statusCode)]).toEqual([name, true])
  })

  test('are all closed while it is suspended, and say so', async () => {
    await set('group_suspended')
    for (const { name, ask } of doors) {
      const { statusCode, body } = await ask()
      if (name === 'mcp') expect(body).toContain('have suspended this group')
      else expect([name, statusCode]).toEqual([name, 403])
      expect(body).toMatch(/have suspended this group|group_suspended/)
      expect(body).not.toMatch(/bike/i)
    }
    for (const url of ['groups', 'threads', 'polls']) {
      const { body } = await listed(url)
      expect(body).not.toMatch(/bike/i)
    }
    const home = await at.get('/', 'ada')
    expect(home.body).toContain('Mill Lane')
    expect(home.body).not.toMatch(/bike/i)
    expect(home.body).toContain('Suspended by the people who run this service.')
    expect(home.body).toContain('all your groups are currently suspended')
    expect(home.body).not.toMatch(/href="\/g\/mill-lane|No open thread/)
    const account = (await at.get('/account', 'ben')).body.replace(/<[^>]+>/g, '')
    expect(account).toContain('Mill Lane Co-op · suspended')
    expect(account).toMatch(/Feed of Mill Lane Co-op · suspended/)
    expect(JSON.parse((await listed('groups')).body)).toMatchObject({
      groups: [],
      meta: { total: 0, suspended: [{ id: group_id, handle: 'mill-lane', name: 'Mill Lane Co-op' }] },
    })
    const calendar = await at.web.get(await feedOf(at.world, 'calendar', at.people.ben))
    expect(calendar.body).not.toMatch(/bike/i)
    expect((await at.get('/g/mill-lane', 'stranger')).statusCode).toBe(404)
  })

  test('show nothing of a deleted group, and that it was deleted to its members alone', async () => {
    await set('group_deleted')
    for (const { name, ask } of doors) {
      const { statusCode, body } = await ask()
      if (name === 'mcp') expect(body).toMatch(/not valid|no valid|api_key_invalid/)
      else expect([name, statusCode]).toEqual([name, statusOfDeleted(name)])
      expect(body.includes('This group was deleted'), name).toBe(statusCode === 410)
      if (name.startsWith('b1')) expect(body).toContain('api_key_invalid')
      expect(body).not.toMatch(/bike|suspended/i)
    }
    const plain = ({ body }: Answer) => body.replaceAll('mill-lane', '').replaceAll('no-such-one', '')
    for (const who of ['stranger', 'gone', 'outsider'] as const)
      expect(plain(await at.get('/g/mill-lane', who))).toBe(plain(await at.get('/g/no-such-one', who)))
    for (const page of ['/', '/account']) expect((await at.get(page, 'ben')).body).not.toContain('Mill Lane')
    await set('group_restored')
    expect((await at.get('/g/mill-lane', 'ada')).statusCode).toBe(403)
    await set('group_resumed')
    expect((await at.get('/g/mill-lane', 'ada')).statusCode).toBe(200)
  })
})

test('a suspended group sends no mails and no webhooks, and its polls close on time', async () => {
  const { world, people } = at
  const receiver = await startReceiver()
  const via = openMessenger(world)
  await post.dispatch()
  await makeWebhook(world, { url: receiver.url })
  const recipients = { user_ids: [people.ben] }
  await makePoll(world, { recipients })
  await post.dispatch()
  const other = await makePoll(world, { recipients, settings: { title: 'Made, not told' } })
  await set('group_suspended')
  const before = post.smtp.received.length
  await via.deliver()
  await post.deliver()
  expect([post.smtp.received.length - before, receiver.got.length]).toEqual([0, 0])
  await world.db.pool.query("update polls set closing_at = now() - interval '1 second' where id = $1", [
    other,
  ])
  await settleDuePolls(world.db)
  const { rows } = await world.db.pool.query(
    'select closed_at is not null as closed from polls where id = $1',
    [other],
  )
  expect(rows).toEqual([{ closed: true }])
  await via.deliver()
  await post.deliver()
  await set('group_resumed')
  await post.deliver()
  expect(post.smtp.received.length).toBe(before)
  // The waiting mail about the earlier poll is sent.
  await via.send()
  expect(receiver.got.map(({ body }) => JSON.parse(body).kind)).toEqual(['poll_created'])
  await makePoll(world, { recipients })
  expect(await post.deliver()).not.toEqual([])
})
