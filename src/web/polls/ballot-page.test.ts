import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { cookiesOf, sessionOf } from '../../../test/sign-in.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, keyOf, PUBLIC_URL, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { addMembers, nameMembers } from '../../../test/world.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
})

describe('an anonymous ballot', () => {
  const settings = {
    anonymous: true,
    hide_results: 'until_closed',
    stance_reason_required: 'disabled',
  } as const

  test('says before voting that it cannot be undone, and afterwards that it cannot be looked up', async () => {
    const { send, page } = await at.come({ settings })
    const before = await page()
    expect(before).toContain('An anonymous vote cannot be undone.')
    expect(before).not.toContain('<textarea')
    expect(before).not.toContain('data-draft')
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store'])
    const after = await page()
    expect(after).toContain('Your vote was recorded.')
    expect(after).toContain('cannot be looked up or changed')
    expect(after).not.toMatch(/Cast vote|Change vote|recorded at|checked/)
  })

  test('stays when another one is sent, and the page says so', async () => {
    const { path, send, cookie } = await at.come({ settings })
    await send({ choice: '1' })
    for (const choice of ['2', '']) {
      const again = await send({ choice })
      expect([again.statusCode, again.headers.location]).toEqual([303, `${path}?already`])
    }
    expect((await at.web.get(`${path}?already`, cookie)).body).toContain('Your first vote counts')
  })

  test('leaves no trace of the voter except the mark in the electorate', async () => {
    const { send } = await at.come({ settings })
    const before = await everyRow(at.world)
    await send({ choice: '1' })
    const after = await everyRow(at.world)
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'electorate',
      'urn_boxes',
    ])
  })

  test('does not accept a pending membership, unlike a named one', async () => {
    const [ivy = 0] = await addMembers(at.world, ['ivy@mill.example'])
    const pending = async () =>
      (
        await at.world.db.pool.query<{ pending: boolean }>(
          'select accepted_at is null as pending from memberships where user_id = $1',
          [ivy],
        )
      ).rows[0]?.pending
    for (const [wish, still] of [
      [{ settings }, true],
      [{}, false],
    ] as const) {
      const poll_id = await makePoll(at.world, wish)
      const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
      const token = await tokenFor(at.world, 'ballot', { user_id: ivy, poll_id })
      const { cookie } = await at.web.follow(path, token)
      const vote = { choice: '1', own_name: 'Ivy' }
      const answer = await at.web.post(`${path}/ballot`, vote, { ...SAME_ORIGIN, cookie })
      expect(answer.statusCode).toBe(303)
      expect(await pending()).toBe(still)
    }
  })
})

describe('a refused vote', () => {
  test('after the deadline: the page says when it closed and what was decided', async () => {
    const { poll_id, send } = await at.come({})
    await at.vote(poll_id, 1)
    await at.close(poll_id)
    const answer = await send({ choice: '1' })
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('This vote was not recorded.')
    expect(answer.body).toMatch(/Voting was closed early by .* on <time/)
    expect(answer.body).toContain('Most votes: Agree.')
    expect(await at.scoresOf(poll_id)).toBeUndefined()
  })

  test('in a draft', async () => {
    const { send } = await at.come({ settings: { closing_at: null } })
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.body.includes('Voting has not opened yet.')]).toEqual([409, true])
  })

  test('without a ballot', async () => {
    const { send, page } = await at.come({ settings: { specified_voters_only: true } })
    expect(await page()).not.toContain('Cast vote')
    const answer = await send({ choice: '1' })
    expect([answer.statusCode, answer.body.includes('You don’t have a ballot in this poll.')]).toEqual([
      403,
      true,
    ])
  })

  test('from another site, or without identity', async () => {
    const { poll_id, path, cookie } = await at.come({})
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', cookie }
    expect((await at.web.post(`${path}/ballot`, { choice: '1' }, foreign)).statusCode).toBe(403)
    expect((await at.web.post(`${path}/ballot`, { choice: '1' })).statusCode).toBe(404)
    expect((await at.web.post('/p/AAAAAAA9/ballot', { choice: '1' })).statusCode).toBe(404)
    expect(await at.scoresOf(poll_id)).toBeUndefined()
  })
})

describe('a link from a mail', () => {
  test('preselects its option and casts nothing', async () => {
    const { poll_id, path, token, cookie } = await at.come({})
    const answer = await at.web.get(`${path}?k=${token}&choice=abstain`)
    expect(answer.headers.location).toBe(`${path}?choice=abstain#ballot`)
    const page = await at.web.get(`${path}?choice=abstain`, cookie)
    expect(page.body).toContain('You chose “<bdi>Abstain</bdi>”. It counts once you press “Cast vote”.')
    expect(page.body.match(/value="\d" checked/g)).toEqual(['value="2" checked'])
    expect(await at.scoresOf(poll_id)).toBeUndefined()
  })

  test('of the choice that counts already asks nothing again; of another it does', async () => {
    const { path, cookie, send } = await at.come({})
    await send({ choice: '2' })
    const same = (await at.web.get(`${path}?choice=abstain`, cookie)).body
    expect(same).toContain('You voted: Abstain.')
    expect(same).not.toContain('It counts once you press')
    expect(same).not.toContain('<details class="fold" open')
    const other = (await at.web.get(`${path}?choice=agree`, cookie)).body
    expect(other).toContain('You chose “<bdi>Agree</bdi>”. It counts once you press “Change vote”.')
  })

  test('without a valid option preselects nothing', async () => {
    const { path, token, cookie } = await at.come({})
    const evil = encodeURIComponent('x\r\nset-cookie: a=b')
    const answer = await at.web.get(`${path}?k=${token}&choice=${evil}`)
    expect(answer.headers.location).toBe(path)
    expect((await at.web.get(`${path}?choice=${evil}`, cookie)).body).not.toContain('checked')
  })
})

describe('the visitor', () => {
  test('a signed-in member votes without a link', async () => {
    const { poll_id, path } = await at.come({})
    const cookie = await sessionOf(at.world, at.people[2] ?? 0)
    const page = await at.web.get(path, cookie)
    expect(page.body).toContain('Cast vote')
    expect(page.body).not.toContain('personal link')
    const answer = await at.web.post(`${path}/ballot`, { choice: '2' }, { ...SAME_ORIGIN, cookie })
    expect(answer.statusCode).toBe(303)
    expect(await at.scoresOf(poll_id, 2)).toEqual([null, 1, null])
  })

  test('a signed-in stranger gets the same 404, byte for byte', async () => {
    const { path } = await at.come({})
    const { rows } = await at.world.db.pool.query<{ id: number }>(
      "insert into users (email) values ('far@far.example') returning id",
    )
    const cookie = await sessionOf(at.world, rows[0]?.id ?? 0)
    const [found, never] = [await at.web.get(path, cookie), await at.web.get('/p/AAAAAAA9', cookie)]
    expect([found.statusCode, found.body]).toEqual([404, never.body])
  })

  test('a link overrides another person’s session, says so, and can be forgotten', async () => {
    const { poll_id, path, cookie } = await at.come({}, 0)
    const both = `${cookie}; ${await sessionOf(at.world, at.people[1] ?? 0)}`
    const page = await at.web.get(path, both)
    expect(page.body).toContain('was created for Ben')
    expect(page.body).toContain('You are signed in as Cleo')
    await at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie: both })
    expect([await at.scoresOf(poll_id, 0), await at.scoresOf(poll_id, 1)]).toEqual([
      [1, null, null],
      undefined,
    ])
    const away = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie: both })
    expect(away.headers.location).toBe(path)
    expect(away.headers['set-cookie']).toContain(
      `__Secure-folkmoot_link=; Max-Age=0; Path=${path}; HttpOnly; Secure; SameSite=Lax`,
    )
  })

  test('a person who does not own the link and is not signed in learns what to do', async () => {
    const { path, cookie } = await at.come({})
    const away = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie })
    expect(away.headers.location).toBe('/p/link-put-away')
    expect((await at.web.get('/p/link-put-away')).body).toContain('no longer uses the link')
    expect(String(away.headers.location).startsWith(PUBLIC_URL)).toBe(false)
  })

  test('a vote sent from another tab afterwards says that the link was given up, and can be sent again', async () => {
    const { path, token, cookie, poll_id } = await at.come({}, 0)
    const away = await at.web.post(`${path}/not-me`, {}, { ...SAME_ORIGIN, cookie })
    const left = cookiesOf(away)
    const vote = { choice: '1', reason: 'I like it' }
    const answer = await at.web.post(`${path}/ballot`, vote, { ...SAME_ORIGIN, cookie: left })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('This browser no longer uses your personal link')
    expect(answer.body).toContain('open the link in your email again')
    expect(answer.body).not.toContain('You are not signed in, or')
    expect(answer.body).toContain('<input type="hidden" name="choice" value="1"/>')
    const back = cookiesOf(await at.web.get(`${path}?k=${token}`, left))
    const again = await at.web.post(`${path}/ballot`, vote, { ...SAME_ORIGIN, cookie: `${left}; ${back}` })
    expect(again.statusCode).toBe(303)
    expect(await at.scoresOf(poll_id, 0)).toEqual([1, null, null])
  })

  test.each(['poll', 'thread'])(
    'leaving by the %s puts away the links to the poll and its thread',
    async (from) => {
      const discussion_id = await makeThread(at.world)
      const { path, cookie, page } = await at.come({ discussion_id })
      const led = await at.web.get(`${path}/thread`, cookie)
      const [thread, in_thread] = [String(led.headers.location), cookiesOf(led)]
      const opened = async (left = '') => [
        (await at.web.get(thread, `${in_thread}; ${left}`)).statusCode,
        (await at.web.get(path, `${cookie}; ${left}`)).statusCode,
      ]
      expect(await opened()).toEqual([200, 200])
      const [here, kept] = from === 'poll' ? [path, cookie] : [thread, in_thread]
      const away = await at.web.post(`${here}/not-me`, {}, { ...SAME_ORIGIN, cookie: kept })
      expect(await opened(cookiesOf(away))).toEqual([404, 404])
      expect((await at.web.get(String(away.headers.location))).body).toContain('Other personal links')
      expect(await page()).toContain('Cast vote')
    },
  )

  test('the same person by both is treated as a member', async () => {
    const { path, cookie } = await at.come({}, 0)
    const page = await at.web.get(path, `${cookie}; ${await sessionOf(at.world, at.people[0] ?? 0)}`)
    expect(page.body).not.toContain('personal link')
  })
})

test('a dot vote without dots asks for confirmation before it is cast', async () => {
  const { send } = await at.come({ settings: { poll_type: 'dot_vote' }, options: ['Soup', 'Curry'] })
  const asked = await send({ s1: '0', s2: '' })
  expect(asked.statusCode).toBe(422)
  expect(asked.body).toContain('You have not placed any dots. Cast an empty vote?')
  expect(asked.body).toContain('name="empty" value="yes"')
  // The response opens at the ballot, so the question must be on it.
  expect(asked.body.indexOf('id="ballot"')).toBeLessThan(asked.body.indexOf('You have not placed any dots.'))
  expect(asked.body).not.toContain('type="hidden" name="s1"')
  const cast = await send({ s1: '0', s2: '', empty: 'yes' })
  expect(cast.statusCode).toBe(303)
})
