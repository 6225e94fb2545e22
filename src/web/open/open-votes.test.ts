import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { rewordPoll } from '../../../test/tell.ts'
import { everyRow } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { LIMITS } from '../../users/limit.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

type Made = Awaited<ReturnType<ToolWorld['make']>>

async function makePoll(settings: object = {}): Promise<Made> {
  return at.make({ settings: { open_link: true, ...settings } })
}

/** A link of the poll, as its facilitator gets it. */
async function makeLink({ send }: Made, fields: Record<string, string> = {}): Promise<string> {
  const { body, statusCode } = await send('open-links', fields)
  expect(statusCode).toBe(200)
  return /\/vote\?k=([\w-]{32})/.exec(body)?.[1] ?? ''
}

/** A new browser with this link open. */
async function comeBy(token: string): Promise<string> {
  const shown = await at.web.get(`/vote?k=${token}`)
  expect(shown.statusCode).toBe(200)
  return cookiesOf(shown)
}

const vote = (token: string, cookie: string, fields: Record<string, string> = {}) =>
  at.web.post('/vote', { k: token, name: 'Nina Oak', choice: '1', ...fields }, withCookie(cookie))

const rows = async (text: string, values: unknown[] = []) => (await at.world.db.pool.query(text, values)).rows

describe('a vote by an open link', () => {
  test('says that the question was edited after it, until it is changed', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const [early, late] = [await comeBy(token), await comeBy(token)]
    const told = async (cookie: string) =>
      /The question was edited on .*, after you voted\./.test(
        (await at.web.get(`/vote?k=${token}`, cookie)).body,
      )
    await vote(token, early)
    expect(await told(early)).toBe(false)
    await rewordPoll(at.world, made.poll_id, { user_id: at.world.ada.id, details: 'For **twelve** bikes.' })
    await vote(token, late)
    expect([await told(early), await told(late)]).toEqual([true, false])
    await vote(token, early, { choice: '2' })
    expect(await told(early)).toBe(false)
  })

  test('needs options: without any, the page says who adds them', async () => {
    const settings = { poll_type: 'poll', voter_can_add_options: true, open_link: true } as const
    const token = await makeLink(await at.make({ settings, options: [] }))
    const { body } = await at.web.get(`/vote?k=${token}`)
    expect(body).toContain('There are no options yet. You can vote here once the group has added some.')
    expect(body).not.toMatch(/Cast vote|Voters add them|Add the first option/)
  })

  test('is kept apart, shown with its name on request, and counts for nothing else', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const cookie = await comeBy(token)
    const sent = await vote(token, cookie, { address: 'nina@far.example' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `/vote?k=${token}&sent#your-vote`])
    // Nobody with a ballot has voted yet; that nobody has would not be true.
    const voted = (await at.web.get(`/vote?k=${token}`, cookie)).body
    const shown = (await at.web.get(made.path, at.sessions.ada)).body
    for (const page of [voted, shown]) {
      expect(page).toContain('So far, people have voted by open link only.')
      expect(page).not.toContain('Nobody has voted yet.')
    }
    const [tally] = await rows('select cast_count, open_count, open_sums from tallies where poll_id = $1', [
      made.poll_id,
    ])
    expect(tally).toEqual({ cast_count: 0, open_count: 1, open_sums: [1, 0, 0] })
    await castBallot(at.world.db, {
      poll_id: made.poll_id,
      user_id: at.people[0] ?? 0,
      choices: { disagree: 1 },
      reason: null,
    })
    const plain = (await at.web.get(made.path, at.sessions.ada)).body
    expect(plain).toContain('1 person voted by open link. These votes do not count towards the result.')
    expect(plain).not.toContain('Nina Oak')
    const open = (await at.web.get(`${made.path}?open`, at.sessions.ada)).body
    expect(open).toMatch(/Nina Oak.*by open link/s)
    expect(open).toContain('nina@far.example')
    expect((await at.web.get(`${made.path}?open`, at.sessions.cleo)).body).not.toContain('nina@far.example')
  })

  test('shows when the results appear, to somebody who has voted', async () => {
    const made = await makePoll({ hide_results: 'until_vote' })
    const token = await makeLink(made)
    const cookie = await comeBy(token)
    await vote(token, cookie)
    const voted = (await at.web.get(`/vote?k=${token}`, cookie)).body
    expect(voted).toContain('So far, people have voted by open link only.')
    expect(voted).toContain('You have voted, so you will see the results here as soon as there are any.')
    expect(voted).not.toContain('once you have voted')
  })

  test('can be changed in its browser, and another browser casts another', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const cookie = await comeBy(token)
    await vote(token, cookie)
    await vote(token, cookie, { choice: '3', name: 'Nina O' })
    await vote(token, await comeBy(token), { choice: '2' })
    const [tally] = await rows(
      'select open_count, open_sums, open_supports from tallies where poll_id = $1',
      [made.poll_id],
    )
    expect(tally).toEqual({ open_count: 2, open_sums: [0, 1, 1], open_supports: [0, 1, 1] })
    const shown = (await at.web.get(`/vote?k=${token}`, cookie)).body
    // Said once, in the folded ballot.
    expect(shown).toContain('<span>You voted: Disagree.</span> <span>Change</span></summary>')
    expect(shown.match(/You voted:/g)).toHaveLength(1)
    expect(shown).toContain('value="Nina O"')
  })

  test('has its own order of shuffled options, the same on each visit', async () => {
    const made = await at.make({
      settings: { open_link: true, poll_type: 'poll', shuffle_options: true },
      options: ['A', 'B', 'C', 'D', 'E', 'F'],
    })
    const token = await makeLink(made)
    const orderIn = (page: string) =>
      [...page.matchAll(/<input[^>]* name="choice"[^>]* value="(\d)"/g)].map(([, slot]) => slot).join('')
    const come = async () => {
      const first = await at.web.get(`/vote?k=${token}`)
      return { cookie: cookiesOf(first), order: orderIn(first.body) }
    }
    const browsers = [await come(), await come(), await come(), await come()]
    expect(browsers[0]?.order).toHaveLength(6)
    expect(new Set(browsers.map(({ order }) => order)).size).toBeGreaterThan(1)
    for (const { cookie, order } of browsers.slice(0, 2)) {
      const again = async () => orderIn((await at.web.get(`/vote?k=${token}`, cookie)).body)
      expect(await again()).toBe(order)
      expect(orderIn((await vote(token, cookie, { name: '' })).body)).toBe(order)
      await vote(token, cookie)
      expect(await again()).toBe(order)
    }
  })

  test('sees totals as the results gate has them, and nobody’s name or reason', async () => {
    const [ben = 0] = at.people
    for (const hide_results of ['until_vote', 'until_closed'] as const) {
      const made = await makePoll({ hide_results })
      const token = await makeLink(made)
      await castBallot(at.world.db, {
        poll_id: made.poll_id,
        user_id: ben,
        choices: { agree: 1 },
        reason: { text: 'The old one leaks', format: 'md' },
      })
      const cookie = await comeBy(token)
      expect((await at.web.get(`/vote?k=${token}`, cookie)).body).not.toContain('100%')
      await vote(token, cookie, { choice: '2' })
      const { body } = await at.web.get(`/vote?k=${token}`, cookie)
      expect([hide_results, body.includes('class="bar')]).toEqual([
        hide_results,
        hide_results === 'until_vote',
      ])
      expect(body).not.toMatch(/leaks|Ben|ben@mill/)
    }
  })

  test('needs a name and a valid ballot, and says so beside what was typed', async () => {
    const token = await makeLink(await makePoll())
    const cookie = await comeBy(token)
    const wrong = await at.web.post('/vote', { k: token, name: ' ', address: 'nina@' }, withCookie(cookie))
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body).toContain('value="nina@"')
    expect(wrong.body).toContain('Your vote has not been cast yet.')
    const summaries = wrong.body.split(/role="alert"(?! hidden)/).slice(1)
    expect(summaries).toHaveLength(1)
    const fields = [...(summaries[0]?.split('</ul>')[0] ?? '').matchAll(/href="#([\w-]+)"/g)].map(
      ([, to]) => to,
    )
    expect(fields).toEqual(['name', expect.stringMatching(/^(choice|answer|o)/), 'address'])
  })

  test('by a broken link asks nobody to sign in', async () => {
    const { statusCode, body } = await at.web.get('/vote?k=torn')
    expect(statusCode).toBe(404)
    expect(body).toContain('This voting link doesn’t work')
    expect(body).not.toContain('Sign in to open this page')
  })

  test('needs a browser that keeps cookies, our own form, and an open poll', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const without = await vote(token, '')
    expect([without.statusCode, without.body.includes('blocks cookies')]).toEqual([409, true])
    const cookie = await comeBy(token)
    const elsewhere = await at.web.post(
      '/vote',
      { k: token, name: 'Eve', choice: '1' },
      { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    )
    expect(elsewhere.statusCode).toBe(403)
    await made.send('close')
    expect((await vote(token, cookie)).statusCode).toBe(409)
    expect((await at.web.get(`/vote?k=${token}`, cookie)).body).toContain('Voting closed on')
    expect((await at.web.get('/vote?k=none')).statusCode).toBe(404)
  })

  test('by a name like a member’s is marked', async () => {
    const made = await makePoll()
    await rows("update users set name = 'Ben Ash' where id = $1", [at.people[0]])
    const token = await makeLink(made)
    await vote(token, await comeBy(token), { name: 'Bеn Ash' })
    expect((await at.web.get(`${made.path}?open`, at.sessions.ada)).body).toMatch(
      /This name is similar to that of the member <bdi>Ben Ash/,
    )
  })
})

describe('an open link', () => {
  test('is made by facilitators of polls that allow it, with a QR code and a sheet', async () => {
    const made = await makePoll()
    const { body } = await made.send('open-links')
    expect(body).toContain('QR code of https://moot.example/vote?k=')
    const token = /\/vote\?k=([\w-]{32})/.exec(body)?.[1] ?? ''
    const sheet = await at.web.get(`/vote/sheet?k=${token}`)
    expect([sheet.statusCode, sheet.body.includes('Scan the code with your phone to vote.')]).toEqual([
      200,
      true,
    ])
    expect((await made.send('open-links', {}, at.sessions.ben)).statusCode).toBe(403)
    expect((await (await at.make()).send('open-links')).statusCode).toBe(403)
    expect(JSON.stringify(await everyRow(at.world))).not.toContain(token)
  })

  test('ends at its limit or when someone ends it; people who have voted may still change their vote', async () => {
    const made = await makePoll()
    const token = await makeLink(made, { most: '1' })
    const [first, second] = [await comeBy(token), await comeBy(token)]
    await vote(token, first)
    const late = await vote(token, second)
    expect([late.statusCode, late.body.includes('This link has reached its limit')]).toEqual([410, true])
    const other = await makeLink(made)
    const third = await comeBy(other)
    const [{ id }] = await rows('select max(id)::int as id from open_links')
    await made.send(`open-links/${id}/end`)
    expect((await vote(other, third)).statusCode).toBe(410)
    expect((await vote(token, first, { choice: '3' })).statusCode).toBe(303)
  })

  test('shows nothing to others once it has ended, also after the closing, and can be ended then', async () => {
    const made = await makePoll()
    const [ended, used] = [await makeLink(made), await makeLink(made)]
    const cookie = await comeBy(ended)
    await vote(ended, cookie)
    await made.send('close')
    const [{ id }] = await rows('select min(id)::int as id from open_links where poll_id = $1', [
      made.poll_id,
    ])
    const page = (await at.web.get(`${made.path}/open-links`, at.sessions.ada)).body
    expect([page.includes('End link'), page.includes('Create link')]).toEqual([true, false])
    const last = await made.send(`open-links/${id}/end`)
    expect(last.headers.location).toMatch(/\/open-links\?done=link_ended$/)
    expect((await at.web.get(`/vote?k=${ended}`)).statusCode).toBe(410)
    expect((await vote(ended, await comeBy(used))).statusCode).toBe(410)
    expect((await at.web.get(`/vote?k=${ended}`, cookie)).statusCode).toBe(200)
    expect((await at.web.get(`/vote?k=${used}`)).statusCode).toBe(200)
  })

  test('accepts only whole numbers of votes', async () => {
    const made = await makePoll()
    for (const most of ['0', 'many', '10001'])
      expect((await made.send('open-links', { most })).statusCode).toBe(422)
  })

  test('stops a bot, and the poll’s page warns its facilitators', async () => {
    const made = await makePoll()
    const token = await makeLink(made)
    const cookie = await comeBy(token)
    for (let tried = 0; tried < LIMITS.open_vote_network.most; tried++) await vote(token, cookie)
    const refused = await vote(token, cookie)
    expect([refused.statusCode, refused.body.includes('Too many votes at once')]).toEqual([429, true])
    const told = 'Many votes by open link were rejected'
    expect((await at.web.get(made.path, at.sessions.ada)).body).toContain(told)
    expect((await at.web.get(made.path, at.sessions.ben)).body).not.toContain(told)
  })
})

test('votes sent at once by one browser count once, and by many never exceed the limit', async () => {
  const made = await makePoll()
  const token = await makeLink(made, { most: '3' })
  const browsers = await Promise.all(Array.from({ length: 6 }, () => comeBy(token)))
  await Promise.all([...browsers, ...browsers].map((cookie) => vote(token, cookie)))
  const [tally] = await rows(
    `select open_count, (select count(*)::int from open_ballots b where b.poll_id = t.poll_id) as ballots
     from tallies t where poll_id = $1`,
    [made.poll_id],
  )
  expect(tally).toEqual({ open_count: 3, ballots: 3 })
})

test('the form of a refused vote is at its own address, where a reload finds it', async () => {
  const token = await makeLink(await makePoll())
  const cookie = await comeBy(token)
  const refused = await vote(token, cookie, { name: '' })
  expect(refused.statusCode).toBe(422)
  const [, action = ''] = /method="post" action="(\/vote[^"#]+)#ballot"/.exec(refused.body) ?? []
  expect((await at.web.get(action, cookie)).statusCode).toBe(200)
})

test('a closed poll in which people voted by open link only says so', async () => {
  const made = await makePoll()
  const token = await makeLink(made)
  const cookie = await comeBy(token)
  await vote(token, cookie)
  await made.send('close', {})
  const { body } = await at.web.get(`/vote?k=${token}`, cookie)
  expect(body).toContain('People voted by open link only.')
  expect(body).not.toContain('Nobody voted.')
})
