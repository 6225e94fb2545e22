import { beforeEach, describe, expect, test } from 'vitest'
import { change, openDb, SYSTEM } from '../../src/db/db.ts'
import { GROUP_TIMES } from '../../src/groups/invites/invites.ts'
import { setMembers } from '../../src/members/set-members.ts'
import type { Answer } from '../app.ts'
import { openGroupWorld } from '../group-web.ts'
import { openWeb } from '../web.ts'
import { keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import { LATER } from './api.ts'
import { personalKey } from './b2.ts'
import { conformity } from './conformity.ts'

/**
 * Limits on addresses new to the service: how many a person, a key and a group may invite per hour, across
 * all APIs and pages.
 */

const PERSON = 4
const KEY = 6
const SETTINGS = {
  INVITES_PER_HOUR: String(PERSON),
  INVITES_PER_HOUR_KEY: String(KEY),
  API_RATE_LIMIT: '0',
}
const at = await openGroupWorld(SETTINGS)
const { db } = at.world
const group_id = at.world.group.id
const checks = {
  b1: await conformity(at.web.app),
  b2: await conformity(at.web.app, '/api/b2/openapi.json'),
}

let made = 0
/** Addresses that nobody has used before. */
const strangers = (count: number) => Array.from({ length: count }, () => `new${made++}@far.example`)

beforeEach(() => db.pool.query('delete from attempts'))

const hourLater = () => db.pool.query("update attempts set ends_at = now() - interval '1 second'")
const known = async (emails: string[]) =>
  (await rows<{ email: string }>(db, 'select email from users where email = any ($1)', [emails])).length

async function post(key: string, url: string, payload: object, { app } = at.web): Promise<Answer> {
  const asked = { method: 'POST', url, headers: { authorization: `Bearer ${key}` }, payload } as const
  const answer = await app.inject(asked)
  if (app === at.web.app) checks[url.startsWith('/api/b1') ? 'b1' : 'b2'](asked, answer)
  return answer
}

const poll = { title: 'Paint the hall blue?', poll_type: 'proposal', closing_at: LATER }
const b1 = async () => (await keyFor(at.world)).key
const b2 = (who: 'ada' | 'ben') => personalKey(at.world, at.people[who])

/** A thread and a poll of Ada's, to invite to. */
async function things(): Promise<{ thread: string; poll: string }> {
  const key = await b2('ada')
  const thread = await post(key, '/api/b2/discussions', { group_id, title: 'Paint' })
  const made = await post(key, '/api/b2/polls', { group_id, ...poll, options: ['agree', 'disagree'] })
  return { thread: thread.json().discussions[0].key, poll: made.json().polls[0].key }
}
const to = await things()

type Door = { name: string; invite: (emails: string[]) => Promise<Answer> }

const typed = (emails: string[]) => emails.join('\n')
const PAGES: Door[] = [
  {
    name: 'the page to invite to the group',
    invite: (emails) => at.post('/g/mill-lane/invite', 'ada', { emails: typed(emails), step: 'invite' }),
  },
  {
    name: 'the page of a new thread',
    invite: (emails) =>
      at.post('/g/mill-lane/new-thread', 'ada', {
        title: 'Paint',
        description: 'Long thought about',
        recipient_emails: typed(emails),
      }),
  },
  {
    name: 'the page of a new poll',
    invite: (emails) =>
      at.post('/new-poll', 'ada', {
        group: 'mill-lane',
        poll_type: 'proposal',
        positions: ['agree', 'disagree'],
        title: 'Paint',
        recipient_emails: typed(emails),
        step: 'start',
      }),
  },
  {
    name: 'the page of a thread’s people',
    invite: (emails) => at.post(`/d/${to.thread}/people`, 'ada', { emails: typed(emails), message: 'Come' }),
  },
  {
    name: 'the page to invite voters',
    invite: (emails) => at.post(`/p/${to.poll}/invite`, 'ada', { emails: typed(emails) }),
  },
]

const B2: Door[] = [
  {
    name: 'b2 memberships',
    invite: async (emails) => post(await b2('ada'), '/api/b2/memberships', { group_id, emails }),
  },
  {
    name: 'b2 discussions',
    invite: async (emails) =>
      post(await b2('ada'), '/api/b2/discussions', { group_id, title: 'Paint', recipient_emails: emails }),
  },
  {
    name: 'b2 polls',
    invite: async (emails) =>
      post(await b2('ada'), '/api/b2/polls', { group_id, ...poll, recipient_emails: emails }),
  },
]

const program = await b1()
const B1: Door[] = [
  {
    name: 'b1 discussions',
    invite: (emails) => post(program, '/api/b1/discussions', { title: 'Paint', recipient_emails: emails }),
  },
  {
    name: 'b1 polls',
    invite: (emails) => post(program, '/api/b1/polls', { ...poll, recipient_emails: emails }),
  },
  {
    name: 'b1 guests',
    invite: (emails) => post(program, `/api/b1/discussions/${to.thread}/guests`, { emails }),
  },
  {
    name: 'b1 voters',
    invite: (emails) => post(program, `/api/b1/polls/${to.poll}/voters`, { emails }),
  },
]

const done = (answer: Answer) => [200, 303].includes(answer.statusCode)

describe.each([
  ...PAGES.map((door) => ({ ...door, most: PERSON })),
  ...B2.map((door) => ({ ...door, most: PERSON })),
  ...B1.map((door) => ({ ...door, most: KEY })),
])('$name', ({ invite, most }) => {
  test('accepts new addresses up to the hourly limit, and not one more', async () => {
    const first = strangers(most - 1)
    const answer = await invite(first)
    expect(done(answer), answer.body).toBe(true)
    const more = strangers(2)
    const refused = await invite(more)
    expect(refused.statusCode, refused.body).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(await known([...first, ...more])).toBe(first.length)
    // Known people do not count, and neither do refused requests.
    expect(done(await invite([...first, strangers(1)[0] ?? '']))).toBe(true)
    expect((await invite(strangers(1))).statusCode).toBe(429)
    await hourLater()
    expect(done(await invite(more))).toBe(true)
    expect(await known(more)).toBe(2)
  })
})

test('all APIs and pages of a person share one limit, and so do those of a key', async () => {
  for (const door of [...PAGES, ...B2].slice(0, PERSON))
    expect(done(await door.invite(strangers(1)))).toBe(true)
  for (const door of [...PAGES, ...B2])
    expect((await door.invite(strangers(1))).statusCode, door.name).toBe(429)
  expect(done(await B1[0]!.invite(strangers(KEY)))).toBe(true)
  for (const door of B1) expect((await door.invite(strangers(1))).statusCode, door.name).toBe(429)
  const other = await post(await b1(), '/api/b1/polls', { ...poll, recipient_emails: strangers(1) })
  expect(other.statusCode).toBe(200)
})

describe.each(PAGES)('$name, when the limit is reached', ({ invite }) => {
  test('returns the form with what was typed, and says how many are left and when', async () => {
    const emails = strangers(PERSON + 1)
    const page = await invite(emails)
    expect(page.statusCode).toBe(429)
    expect(page.body).toContain(
      `Addresses include more people new to this service than you can invite right now (${PERSON} of ${PERSON} per hour are left). Invite at most ${PERSON} new people now, or try again in an hour`,
    )
    expect(page.body).toContain(`${typed(emails)}</textarea>`)
  })
})

test('a program gets a problem document', async () => {
  await B1[0]!.invite(strangers(KEY - 2))
  const refused = await B1[1]!.invite(strangers(3))
  const { code, status, type, errors, error, allowance } = refused.json()
  expect([code, status, type]).toEqual([
    'invites_limited',
    429,
    'https://moot.example/help/errors/invites_limited',
  ])
  expect(error).toContain(`Recipient emails include more people new to this service than this API key can`)
  expect(Object.keys(errors)).toEqual(['recipient_emails'])
  expect(allowance).toEqual({
    limit: KEY,
    remaining: 2,
    reset_seconds: Number(refused.headers['retry-after']),
  })
  const help = await at.get('/help/errors/invites_limited', 'outsider')
  expect([help.statusCode, help.body.includes('Too many new people in an hour')]).toEqual([200, true])
})

test('an assistant gets an error from its tool', async () => {
  await B1[0]!.invite(strangers(KEY))
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_poll', arguments: { ...poll, recipient_emails: strangers(1) } },
  }
  const answer = await at.web.app.inject({
    method: 'POST',
    url: '/mcp?allow_writes=true',
    headers: { authorization: `Bearer ${program}`, accept: 'application/json, text/event-stream' },
    payload: call,
  })
  const text = JSON.stringify(answer.body)
  expect(text).toContain('429 invites_limited')
  expect(text).toContain(`(0 of ${KEY} per hour are left). Try again in an hour`)
})

describe('memberships set by a program', () => {
  const set = (key: string, emails: string[], more: object = {}) =>
    post(key, '/api/b1/memberships', { emails, ...more })

  test('the first request of an hour is accepted whole, the next one only up to the limit', async () => {
    const key = await b1()
    const many = strangers(KEY * 3)
    expect((await set(key, many)).json().added_emails).toEqual(many)
    const refused = await set(key, strangers(1))
    expect([refused.statusCode, refused.json().allowance.remaining]).toEqual([429, 0])
    expect((await set(key, many)).json()).toEqual({ added_emails: [], removed_emails: [] })
    await hourLater()
    expect((await set(key, strangers(KEY * 2))).statusCode).toBe(200)
  })

  test('a dry run does not count and is not refused', async () => {
    const key = await b1()
    expect((await set(key, strangers(KEY * 3), { dry_run: true })).statusCode).toBe(200)
    expect((await set(key, strangers(KEY))).statusCode).toBe(200)
    const tried = await set(key, strangers(KEY), { dry_run: true })
    expect([tried.statusCode, tried.json().added_emails.length]).toEqual([200, KEY])
  })

  test('a personal key, and a page, get no exemption for a first request', async () => {
    for (const { invite } of [B2[0]!, PAGES[0]!])
      expect((await invite(strangers(PERSON + 1))).statusCode).toBe(429)
  })

  test('the keys of a group, subgroups included, share a limit', async () => {
    const first = strangers(KEY * GROUP_TIMES)
    expect((await set(await b1(), first)).statusCode).toBe(200)
    const refused = await set(await b1(), strangers(1))
    expect([refused.statusCode, refused.json().allowance]).toMatchObject([
      429,
      { limit: KEY * GROUP_TIMES, remaining: 0 },
    ])
    await at.post('/g/mill-lane/subgroups', 'ada', { sub_name: 'Paint', sub_handle: 'paint' })
    const below = (await keyFor(at.world, { handle: 'paint' })).key
    expect((await set(below, strangers(1))).statusCode).toBe(429)
    await makeGroup(at.world, 'orchard')
    const elsewhere = (await keyFor(at.world, { handle: 'orchard' })).key
    expect((await set(elsewhere, strangers(1))).statusCode).toBe(200)
    // People have a separate limit.
    expect(done(await PAGES[0]!.invite(strangers(1)))).toBe(true)
  })
})

test('inviting more accounts of one’s own does not raise the limit', async () => {
  const puppets = Array.from({ length: GROUP_TIMES + 1 }, (_, n) => `puppet${n}@evil.example`)
  await change(db, SYSTEM, (act) =>
    setMembers(act, {
      group_id,
      emails: puppets,
      remove_absent: false,
      dry_run: false,
      guard: false,
      force: false,
    }),
  )
  await db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
  const answers: number[] = []
  for (const email of puppets) {
    const [{ id }] = (await rows<{ id: number }>(db, 'select id from users where email = $1', [email])) as [
      { id: number },
    ]
    const wish = { group_id, title: 'Buy', recipient_emails: strangers(PERSON) }
    answers.push((await post(await personalKey(at.world, id), '/api/b2/discussions', wish)).statusCode)
  }
  expect(answers).toEqual([...Array(GROUP_TIMES).fill(200), 429])
})

test('fifty requests at once, over two processes, invite as many as one after another', async () => {
  const other = openDb(at.world.address, 4)
  const second = await openWeb({ db: other }, SETTINGS)
  try {
    const key = await b2('ada')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        post(
          key,
          '/api/b2/discussions',
          { group_id, title: 'Buy', recipient_emails: strangers(1) },
          n % 2 === 0 ? at.web : second,
        ),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(PERSON).fill(200), ...Array(50 - PERSON).fill(429)])
  } finally {
    await other.close()
  }
})

test('the operator’s own work has no limits, and 0 turns them off', async () => {
  const wish = { remove_absent: false, dry_run: false, guard: false, force: false }
  const as = (emails: string[]) =>
    change(db, { kind: 'person', user_id: at.people.ada }, (act) =>
      setMembers(act, { group_id, emails, ...wish }),
    )
  expect((await as(strangers(PERSON * GROUP_TIMES + 1))).added_emails).toHaveLength(PERSON * GROUP_TIMES + 1)
  expect(await rows(db, 'select 1 from attempts')).toEqual([])
  const free = await openWeb(at.world, { ...SETTINGS, INVITES_PER_HOUR: '0' })
  const many = { group_id, title: 'Paint', recipient_emails: strangers(PERSON * GROUP_TIMES + 1) }
  expect((await post(await b2('ada'), '/api/b2/discussions', many, free)).statusCode).toBe(200)
  const held = await post(program, '/api/b1/polls', { ...poll, recipient_emails: strangers(KEY + 1) }, free)
  expect(held.statusCode).toBe(429)
})
