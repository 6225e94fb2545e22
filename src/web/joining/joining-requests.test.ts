import { beforeEach, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { type JoiningWorld, NEW, openJoiningWorld, REQUESTS } from '../../../test/joining.ts'
import { mailed, withCookie } from '../../../test/sign-in.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { purgeRequests } from '../../members/joining/purge-requests.ts'
import { loadArchive } from '../../personal-data/load-archive.ts'

let at: JoiningWorld

beforeEach(async () => {
  at = await openJoiningWorld()
})

describe('asking first', () => {
  test('admins get a mail and approve; the person gets a mail and is a member', async () => {
    const { token } = await at.makeLink({ asks: 'true' })
    const { entered, session } = await at.comeIn(token)
    const wish = String(entered.headers.location)
    expect(wish).toMatch(/^\/join\/wish\?id=\d+$/)
    expect((await at.web.get(wish, session)).body).toContain('Your request is waiting')
    const waits = 'Your request to join <bdi>Mill Lane Co-op</bdi> is waiting'
    const home = (await at.web.get('/', session)).body
    expect(home).toContain(waits)
    expect(home).not.toContain('you are not in a group')
    const place = await at.web.get('/g/mill-lane', session)
    expect([place.statusCode, place.body.includes('Your request is waiting')]).toEqual([200, true])
    expect(place.body).toContain('<p class="kicker" dir="auto">Mill Lane Co-op</p>')
    expect((await at.get('/g/mill-lane', 'stranger')).statusCode).toBe(404)
    await at.query('update groups set public = true')
    expect((await at.web.get('/g/mill-lane', session)).body).toContain(waits)
    expect((await at.get('/g/mill-lane', 'stranger')).body).not.toContain(waits)
    await at.query('update groups set public = false')
    expect(await at.member(NEW)).toBeUndefined()
    expect(await at.news()).toEqual(['ada@mill.example: Nina Oak asks to join Mill Lane Co-op'])
    expect(at.outbox.smtp.received.at(-1)?.email.text).toContain(`https://moot.example.org${REQUESTS}`)
    for (const page of ['/g/mill-lane/members', '/g/mill-lane', '/'])
      expect((await at.get(page, 'ada')).body).toContain('One request to join is waiting')
    for (const page of ['/g/mill-lane', '/'])
      expect((await at.get(page, 'ben')).body).not.toContain('One request to join')
    const { body } = await at.get(REQUESTS, 'ada')
    expect(body).toContain('These people have confirmed their email addresses')
    expect(body).toContain('Nina Oak')
    expect(body).toContain(NEW)
    const approve = /action="([^"]+\/approve)"/.exec(body)?.[1] ?? ''
    expect((await at.get(approve, 'ada')).headers.location).toBe(REQUESTS)
    expect(await at.member(NEW)).toBeUndefined()
    expect((await at.post(approve, 'ben')).statusCode).toBe(403)
    expect((await at.post(approve, 'ada')).headers.location).toBe(`${REQUESTS}?done=approved`)
    const none = (await at.get(REQUESTS, 'ada')).body
    expect(none).toContain('There are no open requests.')
    expect(none).not.toContain('These people')
    expect(await at.member(NEW)).toMatchObject({ name: 'Nina Oak', inviter_id: at.people.ada })
    expect((await at.web.get('/', session)).body).not.toContain(waits)
    expect((await at.post(approve, 'ada')).headers.location).toBe(`${REQUESTS}?done=approved_before`)
    expect(await at.news()).toEqual([`${NEW}: Welcome to Mill Lane Co-op`])
    const history = decoded((await at.get('/g/mill-lane/history', 'ada')).body)
    for (const words of ['created a link to join', 'asked to join', 'approved the request from'])
      expect(history).toContain(words)
  })

  test('a declined person gets a polite mail, and may not ask again immediately', async () => {
    const { token, path } = await at.makeLink({ asks: 'true' })
    const { session } = await at.comeIn(token)
    await at.news()
    const decline = /href="([^"]+\/decline)"/.exec((await at.get(REQUESTS, 'ada')).body)?.[1] ?? ''
    // It is asked for: the link alone declines nothing.
    const asked = (await at.get(decline, 'ada')).body
    for (const words of ['Decline Nina Oak’s request?', 'Nina Oak can ask again after 7 days.'])
      expect(decoded(asked)).toContain(words)
    expect([(await at.get(decline, 'ben')).statusCode, await at.states()]).toEqual([403, ['waiting']])
    expect(/method="post" action="([^"]+\/decline)"/.exec(asked)?.[1]).toBe(decline)
    await at.post(decline, 'ada')
    expect((await at.get(decline, 'ada')).headers.location).toBe(`${REQUESTS}?done=declined_before`)
    expect(await at.news()).toEqual([`${NEW}: Your request to join Mill Lane Co-op`])
    expect((await at.web.get(path, session)).statusCode).toBe(409)
    const again = await at.web.post('/join', { k: token }, withCookie(session))
    expect(again.statusCode).toBe(409)
    expect(await at.states()).toEqual(['declined'])
    await at.query("update join_requests set answered_at = now() - interval '8 days'")
    await at.web.post('/join', { k: token }, withCookie(session))
    expect(await at.states()).toEqual(['waiting'])
  })

  test('a removed person needs approval, even with a link for joining immediately', async () => {
    const { token } = await at.makeLink()
    const shown = (await at.get(`/join?k=${token}`, 'gone')).body
    expect(shown).toContain('Ask to join</button>')
    expect(shown).toContain('An admin reviews your request first.')
    const answer = await at.post('/join', 'gone', { k: token, name: 'Gone Person' })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('Your request is waiting'),
    ])
    expect((await at.get(REQUESTS, 'ada')).body).toContain('This person was a member or invited before.')
  })

  test('a name that imitates a member’s is shown beside the request', async () => {
    const { token } = await at.makeLink({ asks: 'true' })
    await at.comeIn(token, NEW, 'Аdа Vаle')
    const { body } = await at.get(REQUESTS, 'ada')
    expect(body).toContain('This name is similar to the name of the member <bdi>Ada Vale</bdi>')
  })
})

test('a request is its person’s alone', async () => {
  const { token } = await at.makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  const [{ id } = { id: 0 }] = await at.query('select id from join_requests')
  expect((await at.get(`/join/wish?id=${id}`, 'ben')).statusCode).toBe(404)
  expect((await at.get(`/join/wish?id=${id}`, 'outsider')).headers.location).toContain('/sign-in')
  for (const who of ['outsider', 'stranger', 'gone', 'cleo'] as const)
    expect((await at.get(REQUESTS, who)).statusCode).toBe(404)
  expect((await at.get(REQUESTS, 'ben')).statusCode).toBe(403)
})

test('addresses that nobody confirms are forgotten after a day', async () => {
  const { token } = await at.makeLink()
  await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
  await at.web.post('/join', { k: token, name: 'Ben', address: 'ben@mill.example' })
  await mailed(at.world, at.outbox)
  expect(await purgeRequests(at.world.db, 10)).toBe(0)
  await at.query("update join_requests set asked_at = now() - interval '25 hours'")
  expect(await purgeRequests(at.world.db, 10)).toBe(2)
  expect(await at.query('select 1 from users where email = $1', [NEW])).toEqual([])
  expect(await at.query("select 1 from users where email = 'ben@mill.example'")).toHaveLength(1)
})

test('a person’s archive lists their requests', async () => {
  const { token } = await at.makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  const archive = await loadArchive(at.world.db.pool, at.people.stranger)
  expect(archive.requests).toMatchObject([{ group: 'Mill Lane Co-op', state: 'waiting' }])
})

test('leaving permanently removes a person’s requests; removing the group removes everything', async () => {
  const { token } = await at.makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  await change(at.world.db, SYSTEM, ({ tx }) =>
    tx.query("select erase_person($1, 'Former member', array['Sam'])", [at.people.stranger]),
  )
  expect(await at.states()).toEqual([])
  await at.post('/join', 'gone', { k: token, name: 'Gone' })
  await change(at.world.db, SYSTEM, ({ tx }) => tx.query('select remove_group($1)', [at.world.group.id]))
  expect(await at.query('select 1 from join_links')).toEqual([])
})
