import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { rewordPoll } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const TWICE = 'If you have already voted with it, don’t vote again here.'
const openPoll = async (settings: object = {}, more: object = {}) => {
  const made = await at.make({ settings: { open_link: true, ...settings }, ...more })
  const [, token = ''] = /\/vote\?k=([\w-]{32})/.exec((await made.send('open-links')).body) ?? []
  return { ...made, token, link: `/vote?k=${token}` }
}
const openVotes = async (poll_id: number) =>
  (await at.world.db.pool.query('select 1 from open_ballots where poll_id = $1', [poll_id])).rows.length
/** The same with the cookie of a browser that has opened the link before. */
const browserFor = async (link: string, session: string) => `${cookiesOf(await at.web.get(link))}; ${session}`

test('an open link leads people who are signed in to the ballot of their own, and takes no second vote', async () => {
  const { poll_id, path, token, link } = await openPoll()
  const came = await at.web.get(link, at.sessions.ben)
  expect([came.statusCode, came.headers.location]).toEqual([303, `${path}?led`])
  const cookie = await browserFor(link, at.sessions.ben)
  const sent = await at.web.post('/vote', { k: token, name: 'Ben', choice: '1' }, withCookie(cookie))
  expect([sent.statusCode, sent.headers.location, await openVotes(poll_id)]).toEqual([
    303,
    `${path}?led=sent`,
    0,
  ])
  expect((await at.web.get(`${path}?led=sent`, at.sessions.ben)).body).toContain(
    'This vote was not recorded. You have a ballot of your own, so the open link led you here.',
  )
  const led = (await at.web.get(`${path}?led`, at.sessions.ben)).body
  expect(led).toMatch(
    /(?<!recorded\. )You have a ballot of your own, so the open link led you here\. You are voting as /,
  )
  expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('the open link led you here')
})

test('a vote that the same browser cast by the link before can still be changed, and the own ballot is named', async () => {
  const { poll_id, path, token, link } = await openPoll()
  const browser = cookiesOf(await at.web.get(link))
  const vote = (choice: string, cookie: string) =>
    at.web.post('/vote', { k: token, name: 'Ben', choice }, withCookie(cookie))
  await vote('1', browser)
  const cookie = `${browser}; ${at.sessions.ben}`
  const { statusCode, body } = await at.web.get(link, cookie)
  expect([statusCode, body.includes(`<a href="${path}">vote with that</a>`)]).toEqual([200, true])
  await vote('3', cookie)
  expect(await openVotes(poll_id)).toBe(1)
})

test('people who are signed in without a ballot of their own vote by the link', async () => {
  const people = { recipients: { user_ids: [at.people[1] ?? 0] } }
  const { link } = await openPoll({ specified_voters_only: true }, people)
  expect((await at.web.get(link, at.sessions.ben)).statusCode).toBe(200)
})

test('the ballot behind a link says not to vote twice, to those who have not voted by it', async () => {
  const { token, link } = await openPoll()
  const cookie = cookiesOf(await at.web.get(link))
  expect((await at.web.get(link, cookie)).body).toContain(TWICE)
  await at.web.post('/vote', { k: token, name: 'Nina Oak', choice: '1' }, withCookie(cookie))
  const voted = (await at.web.get(link, cookie)).body
  expect(voted).not.toContain(TWICE)
  expect(voted).toContain('You voted as Nina Oak (guest).')
})

test('everyone who sees a poll by an open link sees that it was edited, and its earlier texts, without names', async () => {
  const { poll_id, link, send } = await openPoll({ details: 'For **ten** bikes.' })
  const history = link.replace('/vote?', '/vote/history?')
  const cookie = cookiesOf(await at.web.get(link))
  expect((await at.web.get(link, cookie)).body).not.toContain('/vote/history')
  expect((await at.web.get(history, cookie)).headers.location).toBe(link)
  await rewordPoll(at.world, poll_id, { user_id: at.world.ada.id, details: 'For **twelve** bikes.' })
  expect((await at.web.get(link, cookie)).body).toMatch(
    new RegExp(`<a href="${history.replace('?', '\\?')}">History</a>`),
  )
  expect((await at.web.get(link, cookie)).body).not.toMatch(/Edited by|ada@mill/)
  const { body } = await at.web.get(history, cookie)
  expect(body).toContain('For <strong>ten</strong> bikes.')
  expect(body).not.toMatch(/Edited by|ada@mill/)
  const { rows } = await at.world.db.pool.query('select id from open_links where poll_id = $1', [poll_id])
  await send(`open-links/${rows[0].id}/end`)
  expect((await at.web.get(history, cookie)).statusCode).toBe(410)
  expect((await at.web.get('/vote/history?k=torn')).body).toContain('This voting link doesn’t work')
})

test('a name like a member’s is marked for members; guests learn nobody’s name by it', async () => {
  const { rows } = await at.world.db.pool.query(
    "update users set name = 'Ben Ash' where id = $1 returning id",
    [at.people[0]],
  )
  expect(rows).toHaveLength(1)
  const recipients = { audience: 'group' as const, emails: ['gus@far.example'] }
  const { poll_id, path, token, link } = await openPoll({}, { recipients })
  const cookie = cookiesOf(await at.web.get(link))
  await at.web.post('/vote', { k: token, name: 'Bеn Ash', choice: '1' }, withCookie(cookie))
  const guests = await at.world.db.pool.query("select id from users where email = 'gus@far.example'")
  const guest = await tokenFor(at.world, 'ballot', { user_id: guests.rows[0].id, poll_id })
  const shown = async (by: string) => (await at.web.get(`${path}?open`, by)).body
  const [to_member, to_guest] = [
    await shown(at.sessions.ben),
    await shown((await at.web.follow(path, guest)).cookie),
  ]
  for (const body of [to_member, to_guest]) expect(body).toContain('Bеn Ash')
  expect([to_member, to_guest].map((body) => body.includes('similar to that of the member'))).toEqual([
    true,
    false,
  ])
})

test('in the list of votes by open link, the browser that cast one sees which is theirs', async () => {
  const recipients = { audience: 'group' as const, emails: ['ina@far.example'] }
  const { poll_id, path, token, link } = await openPoll({}, { recipients })
  const [mine, other] = [cookiesOf(await at.web.get(link)), cookiesOf(await at.web.get(link))]
  await at.web.post('/vote', { k: token, name: 'Ina Oak', choice: '1' }, withCookie(mine))
  await at.web.post('/vote', { k: token, name: 'Nina Oak', choice: '3' }, withCookie(other))
  const guests = await at.world.db.pool.query("select id from users where email = 'ina@far.example'")
  const guest = await tokenFor(at.world, 'ballot', { user_id: guests.rows[0].id, poll_id })
  const { cookie } = await at.web.follow(path, guest)
  const marked = async (by: string) =>
    [
      ...(await at.web.get(`${path}?open`, by)).body.matchAll(
        /<strong>([^<]+)<\/strong><\/bdi><span[^>]*> \(you\)/g,
      ),
    ].map(([, name]) => name)
  expect(await marked(cookie)).toEqual([])
  expect(await marked(`${cookie}; ${mine}`)).toEqual(['Ina Oak'])
  expect(await marked(`${at.sessions.ben}; ${other}`)).toEqual(['Nina Oak'])
})
