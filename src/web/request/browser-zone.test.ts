import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { editProfile } from '../../users/edit-profile.ts'

let at: GroupWorld
let poll: string

beforeAll(async () => {
  at = await openGroupWorld()
  const settings = { closing_at: new Date('2099-01-01T12:00:00Z') }
  poll = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world, { settings, recipients: { audience: 'group' } }))}`
})

async function seenIn(zone: string, path: string, who: 'ada' | 'ben' = 'ben'): Promise<string> {
  const cookie = await signedInCookie(at.world, at.people[who])
  return (await at.web.get(path, `${cookie}; folkmoot_zone=${zone}`)).body
}

test.each(['home', 'group', 'polls', 'poll'])(
  'people without a chosen zone see times in the browser’s zone, else in the group’s: %s',
  async (page) => {
    const path = { home: '/', group: '/g/mill-lane', polls: '/g/mill-lane/polls' }[page] ?? poll
    expect(await seenIn('America/New_York', path)).toContain('07:00 (New York Time)')
    expect(await seenIn('Asia/Tokyo', path)).toContain('21:00 (Japan Time)')
    expect((await at.get(path, 'ben')).body).toContain('13:00 (Germany Time)')
  },
)

test('a form parses its times in the zone that it names', async () => {
  const plain = (await at.get('/new-poll?group=mill-lane&type=poll', 'ben')).body
  expect(plain).toContain('In your time zone (Germany Time).')
  const form = await seenIn('America/New_York', '/new-poll?group=mill-lane&type=poll')
  expect(form).toContain('In your time zone (New York Time).')
})

test('a chosen zone applies in every browser, and an invalid zone is ignored', async () => {
  expect(await seenIn('America/New_York', poll, 'ada')).toContain('13:00 (Germany Time)')
  for (const odd of ['est', 'EST', 'MST', 'Mars/Base', '"><script>', 'x'.repeat(3000), ''])
    expect(await seenIn(odd, poll)).toContain('13:00 (Germany Time)')
})

test('choosing UTC in the account keeps it in this browser', async () => {
  const saved = await at.post('/account', 'ben', { name: 'Ben Ash', locale: 'en', time_zone: 'UTC' })
  expect(saved.headers['set-cookie']).toBe('folkmoot_zone=UTC; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(await seenIn('UTC', poll)).toContain('12:00 UTC')
})

test.each(['home', 'poll'])('people who chose UTC see it in every browser: %s', async (page) => {
  const path = page === 'home' ? '/' : poll
  await at.post('/account', 'ben', { name: 'Ben Ash', locale: 'en', time_zone: 'UTC' })
  expect(await seenIn('Europe/Berlin', path)).toContain('12:00 UTC')
  // A name does not set a zone.
  await change(at.world.db, SYSTEM, (act) => editProfile(act, at.people.ben, { name: 'Ben' }))
  expect(await seenIn('Europe/Berlin', path)).toContain('12:00 UTC')
  await at.post('/account', 'ben', { name: 'Ben Ash', locale: 'en', time_zone: 'Asia/Tokyo' })
  expect(await seenIn('Europe/Berlin', path)).toContain('21:00 (Japan Time)')
})

test('people whose zone nobody knows see times as their emails say them: in the author’s zone', async () => {
  // An author about whom no page has asked: their zone is kept for some seconds.
  await at.world.db.pool.query("update users set time_zone = 'Asia/Tokyo' where id = $1", [at.people.cleo])
  const settings = { closing_at: new Date('2099-01-01T12:00:00Z'), title: 'In Japan' }
  const poll_id = await makePoll(at.world, { settings, recipients: { emails: ['gus@far.example'] } })
  await at.world.db.pool.query('update polls set author_id = $1 where id = $2', [at.people.cleo, poll_id])
  const { rows } = await at.world.db.pool.query("select id from users where email = 'gus@far.example'")
  const token = await tokenFor(at.world, 'ballot', { user_id: rows[0]?.id, poll_id })
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  expect((await at.web.follow(path, token)).page.body).toContain('21:00 (Japan Time)')
  const came = await at.web.follow(path, token)
  const there = await at.web.get(path, `${came.cookie}; folkmoot_zone=America/New_York`)
  expect(there.body).toContain('07:00 (New York Time)')
})
