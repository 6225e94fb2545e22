import { describe, expect, test } from 'vitest'
import { openLinkedPolls } from '../../../test/open-votes.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { rewordPoll } from '../../../test/tell.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const { at, makePoll, makeLink, comeBy, vote, rows } = await openLinkedPolls()

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
