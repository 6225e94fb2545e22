import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { HOUR_MS, makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, seen, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { takeBackOutcome } from '../../polls/outcomes/withdraw-outcome.ts'

let at: GroupWorld

const XSS = '<script>alert(1)</script>'
const AS_TEXT = '&lt;script>alert(1)&lt;/script>'

beforeAll(async () => {
  at = await openGroupWorld()
  await makeThread(at.world, {}, 'Bikes in the yard')
  await makePoll(at.world, { settings: { title: 'A second bike shed' } })
  await makePoll(at.world, { settings: { title: 'Not yet asked', closing_at: null } })
  const closed = await makePoll(at.world, { settings: { title: 'Last year’s budget' } })
  await at.world.db.pool.query(
    "update polls set opened_at = now() - interval '2 day', closing_at = now() - interval '1 hour' where id = $1",
    [closed],
  )
})

describe('who sees the group', () => {
  const PAGES = ['/g/mill-lane', '/g/mill-lane/threads', '/g/mill-lane/polls']

  test.each(['outsider', 'stranger', 'gone'] as const)(
    '%s: 404, as for a group that does not exist',
    async (who) => {
      const never = seen(await at.get('/g/nobody', who))
      for (const page of PAGES) expect(seen(await at.get(page, who))).toBe(never)
      for (const page of ['/g/UPPER', '/g/-', `/g/${'x'.repeat(60)}`]) {
        expect(seen(await at.get(page, who))).toBe(never)
      }
    },
  )

  test.each(['ada', 'ben'] as const)('%s sees threads, polls and people', async (who) => {
    const page = await at.get('/g/mill-lane', who)
    expect(page.statusCode).toBe(200)
    for (const words of [
      'Bikes in the yard',
      'A second bike shed',
      'Not yet asked',
      'Last year’s budget',
      'Ada Vale',
      'Ben Ash',
    ])
      expect(page.body).toContain(words)
    expect(page.body).toContain('Waiting for your vote')
    for (const url of PAGES) expect((await at.get(url, who)).statusCode).toBe(200)
  })

  test('admins find the page that invites people on every main page, and the two ways to invite name each other', async () => {
    for (const tab of ['', '/threads', '/polls', '/decisions', '/members', '/settings']) {
      expect((await at.get(`/g/mill-lane${tab}`, 'ada')).body, tab).toContain('href="/g/mill-lane/invite">')
      expect((await at.get(`/g/mill-lane${tab}`, 'ben')).body, tab).not.toContain('/g/mill-lane/invite')
    }
    expect((await at.get('/g/mill-lane/invite', 'ada')).body).toContain('href="/g/mill-lane/links"')
    expect((await at.get('/g/mill-lane/links', 'ada')).body).toContain('href="/g/mill-lane/invite"')
  })

  test('admin actions are offered to admins', async () => {
    for (const path of ['invite', 'settings']) {
      expect((await at.get('/g/mill-lane', 'ada')).body).toContain(`/g/mill-lane/${path}`)
      expect((await at.get('/g/mill-lane', 'ben')).body).not.toContain(`/g/mill-lane/${path}`)
    }
    const keys = (await at.get('/g/mill-lane/keys', 'ada')).body
    for (const [label, path] of [
      ['Settings', 'settings'],
      ['API keys', 'keys'],
    ])
      expect(keys).toContain(`<a href="/g/mill-lane/${path}" aria-current="page">${label}</a>`)
    for (const path of ['webhooks', 'outbox']) expect(keys).toContain(`<a href="/g/mill-lane/${path}">`)
    expect((await at.get('/g/mill-lane', 'ben')).body).not.toContain('/g/mill-lane/keys')
  })

  test('an invited person sees the invitation, and not the group', async () => {
    const page = await at.get('/g/mill-lane', 'cleo')
    expect(page.body).toContain('Join Mill Lane Co-op</button>')
    expect(page.body).not.toContain('Bikes in the yard')
    expect((await at.get('/g/mill-lane/polls', 'cleo')).statusCode).toBe(404)
  })

  test('a member without a session can still open the page with the link of the invitation', async () => {
    const token = await tokenFor(at.world, 'invitation', { user_id: at.people.ben })
    const { page } = await at.web.follow('/g/mill-lane', token)
    expect(page.body).toContain('You are a member of Mill Lane Co-op.')
    expect(page.body).not.toContain('Bikes in the yard')
  })
})

test('polls are listed by their current state', async () => {
  const open = (await at.get('/g/mill-lane/polls', 'ben')).body
  expect(open).toContain('A second bike shed')
  expect(open).not.toContain('Last year’s budget')
  const closed = (await at.get('/g/mill-lane/polls?state=closed', 'ben')).body
  expect(closed).toContain('Last year’s budget')
  expect(closed).not.toContain('Not yet asked')
  expect((await at.get('/g/mill-lane/polls?state=draft', 'ben')).body).toContain('Not yet asked')
  expect((await at.get('/g/mill-lane/polls?state=toString&from=x', 'ben')).statusCode).toBe(200)
})

test('long lists are paged', async () => {
  const long = await openGroupWorld()
  for (let number = 1; number <= 31; number++) await makeThread(long.world, {}, `Thread ${number}`)
  const first = await long.get('/g/mill-lane/threads', 'ben')
  expect(first.body).toContain('href="/g/mill-lane/threads?from=30"')
  expect(first.body).not.toContain('<bdi>Thread 1</bdi>')
  const second = await long.get('/g/mill-lane/threads?from=30', 'ben')
  expect(second.body).toContain('<bdi>Thread 1</bdi>')
  expect((await long.get('/g/mill-lane', 'ben')).body).toContain('All threads')
})

test('user text is escaped', async () => {
  const evil = await openGroupWorld()
  const pool = evil.world.db.pool
  await pool.query('update groups set name = $1, description = $1', [XSS])
  await pool.query('update users set name = $1 where not bot', [XSS])
  await pool.query('update memberships set title = $1', [XSS])
  await makeThread(evil.world, {}, XSS)
  for (const closing_at of [null, new Date(Date.now() + HOUR_MS)])
    await makePoll(evil.world, { settings: { title: XSS, closing_at } })
  for (const url of ['/g/mill-lane', '/g/mill-lane/threads', '/g/mill-lane/polls']) {
    const { body } = await evil.get(url, 'ada')
    expect(body).not.toContain(XSS)
    expect(body).toContain(AS_TEXT)
  }
})

test('reading the page writes nothing', async () => {
  const before = await everyRow(at.world)
  for (const who of ['ada', 'ben', 'cleo', 'gone', 'outsider'] as const)
    for (const url of ['/g/mill-lane', '/g/mill-lane/threads', '/g/mill-lane/polls']) await at.get(url, who)
  expect(await everyRow(at.world)).toEqual(before)
})

test('an invitation is accepted while signed in, and the group opens', async () => {
  expect(
    (await at.post('/g/mill-lane/join', 'cleo', {}, { 'sec-fetch-site': 'cross-site' })).statusCode,
  ).toBe(403)
  expect((await at.post('/g/mill-lane/join', 'stranger')).statusCode).toBe(404)
  expect((await at.post('/g/mill-lane/join', 'gone')).statusCode).toBe(404)
  expect((await at.post('/g/mill-lane/join', 'cleo', { own_name: 'Cleo' })).statusCode).toBe(303)
  expect((await at.get('/g/mill-lane', 'cleo')).body).toContain('Bikes in the yard')
})

test('decisions are the current outcomes of closed polls, escaped', async () => {
  const own = await openGroupWorld()
  const pool = own.world.db.pool
  const [closed, open] = [await makePoll(own.world), await makePoll(own.world)]
  await pool.query('update polls set closed_at = now() where id = $1', [closed])
  for (const [poll_id, statement] of [
    [closed, 'First we said no'],
    [closed, `We **buy** it. ${XSS} ${'x'.repeat(400)}`],
    [open, 'Too early'],
  ])
    await pool.query(
      'insert into outcomes (poll_id, group_id, author_id, statement) values ($1, $2, $3, $4)',
      [poll_id, own.world.group.id, own.people.ada, statement],
    )
  for (const url of ['/g/mill-lane', '/g/mill-lane/decisions']) {
    const { body } = await own.get(url, 'ben')
    expect(body).toContain('We buy it.')
    for (const absent of ['First we said no', 'Too early', '<script>', 'x'.repeat(300)])
      expect(body).not.toContain(absent)
  }
  for (const who of ['cleo', 'gone', 'stranger', 'outsider'] as const)
    expect((await own.get('/g/mill-lane/decisions', who)).statusCode).toBe(404)
})

test('once every outcome was withdrawn, no page says that there never was one', async () => {
  const own = await openGroupWorld()
  const poll_id = await makePoll(own.world)
  const outcome = { poll_id, statement: 'We buy it.', poll_option_id: null, review_on: null }
  await change(own.world.db, SYSTEM, async (act) => {
    await closePoll(act, poll_id)
    await publishOutcome(act, outcome)
    await takeBackOutcome(act, poll_id)
  })
  const { body } = await own.get('/g/mill-lane/decisions', 'ben')
  expect(body).toContain('No outcome is published. When a poll has closed')
  expect(body).not.toMatch(/We buy it|yet/)
})

test('the demo group is not mentioned where there is none', async () => {
  expect((await at.get('/g/mill-lane?demo', 'ada')).body).not.toContain('demo group')
})
