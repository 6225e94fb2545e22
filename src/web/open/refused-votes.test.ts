import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { cookiesOf, withCookie } from '../../../test/sign-in.ts'
import { type PollWish, rewordPoll } from '../../../test/tell.ts'
import { SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { change } from '../../db/db.ts'
import { discardPoll } from '../../polls/discard-poll.ts'
import { LIMITS } from '../../users/limit.ts'

/** Votes by an open link that are not recorded: each answer says so, and keeps the ballot where there is one. */

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const UNRECORDED = 'This vote was not recorded.'
const DOTS = { settings: { poll_type: 'dot_vote' as const }, options: ['Soup', 'Curry'] }

/** A poll with an open link, in a browser that has opened it. */
async function openPoll({ settings, ...wish }: PollWish = {}, link: Record<string, string> = {}) {
  const made = await at.make({ ...wish, settings: { ...settings, open_link: true } })
  const [, k = ''] = /\/vote\?k=([\w-]{32})/.exec((await made.send('open-links', link)).body) ?? []
  const page = await at.web.get(`/vote?k=${k}`)
  const cookie = cookiesOf(page)
  const send = (fields: Record<string, string | string[]>, as = cookie) =>
    at.web.post('/vote', { k, name: 'Nina Oak', ...fields }, withCookie(as))
  const votes = async () => {
    const { rows } = await at.world.db.pool.query('select scores from open_ballots where poll_id = $1', [
      made.poll_id,
    ])
    return rows.map(({ scores }) => scores)
  }
  return { ...made, k, page: page.body, cookie, post: send, votes }
}

/** What the response says above the ballot, as text. */
const alertIn = (page: string) =>
  (/role="alert".*?>(.*?)<\/div>/s.exec(page)?.[1] ?? '').replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('an empty ballot by an open link', () => {
  test('without dots asks for confirmation before it is cast', async () => {
    const { post, votes } = await openPoll(DOTS)
    const fields = { s1: '0', s2: '0', address: 'nina@far.example' }
    const asked = await post(fields)
    expect(asked.statusCode).toBe(422)
    expect(asked.body).toContain('You have not placed any dots. Cast an empty vote?')
    expect(asked.body.indexOf('id="ballot"')).toBeLessThan(asked.body.indexOf('You have not placed any dots'))
    expect(asked.body).toMatch(/name="empty" value="yes" form="change-vote"/)
    expect(asked.body).toMatch(/<form[^>]* id="change-vote"/)
    expect(asked.body).toContain('value="nina@far.example"')
    expect(await votes()).toEqual([])
    expect((await post({ ...fields, empty: 'yes' })).statusCode).toBe(303)
    expect(await votes()).toEqual([[null, null]])
  })

  test.each<[string, PollWish]>([
    ['proposal', {}],
    ['count', { settings: { poll_type: 'count' } }],
    ['poll', { settings: { poll_type: 'poll' }, options: ['A', 'B'] }],
    ['meeting', { settings: { poll_type: 'meeting' }, options: ['2098-07-02', '2098-07-03'] }],
    ['score', { settings: { poll_type: 'score' }, options: ['A', 'B'] }],
    ['ranked_choice', { settings: { poll_type: 'ranked_choice' }, options: ['A', 'B'] }],
    ['dot_vote', DOTS],
  ])('of type %s is answered as by a personal link', async (_, wish) => {
    const { poll_id, path, post, votes } = await openPoll(wish)
    const by_link = await tokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, by_link)
    const personal = await at.web.post(`${path}/ballot`, { own_name: 'Ben' }, { ...SAME_ORIGIN, cookie })
    const open = await post({})
    expect([open.statusCode, alertIn(open.body)]).toEqual([personal.statusCode, alertIn(personal.body)])
    expect(alertIn(open.body)).not.toBe('')
    expect(await votes()).toEqual([])
  })
})

describe('a vote by an open link that is not recorded', () => {
  test('because a field beside the ballot is wrong says so as of a wrong ballot', async () => {
    const { post, votes } = await openPoll()
    const answer = await post({ choice: '1', name: '', address: 'nina' })
    expect(answer.statusCode).toBe(422)
    const said = alertIn(answer.body)
    expect(said).toContain('Your vote has not been cast yet.')
    expect(said).toContain('Your email address must be a complete address')
    expect(await votes()).toEqual([])
  })

  test('because voting has closed', async () => {
    const { post, send, votes } = await openPoll()
    await send('close')
    const late = await post({ choice: '1' })
    expect(late.statusCode).toBe(409)
    expect(alertIn(late.body)).toMatch(
      /This vote was not recorded\. Voting closed before your vote arrived\. The result is below\./,
    )
    expect(await votes()).toEqual([])
  })

  test('because voting has closed does not replace an earlier one', async () => {
    const { post, send, votes } = await openPoll()
    await post({ choice: '1' })
    await send('close')
    const late = await post({ choice: '3' })
    expect([late.statusCode, late.body.includes(UNRECORDED)]).toEqual([409, true])
    expect(late.body).toContain('You voted: Agree.')
    expect(await votes()).toEqual([[1, null, null]])
  })

  test('because the link was ended or used up', async () => {
    const [ended, full] = [await openPoll(), await openPoll({}, { most: '1' })]
    const { rows } = await at.world.db.pool.query('select id from open_links where poll_id = $1', [
      ended.poll_id,
    ])
    await ended.send(`open-links/${rows[0].id}/end`)
    await full.post({ choice: '1' })
    const late = [await ended.post({ choice: '1' }), await full.post({ choice: '1' }, ended.cookie)]
    expect(late.map(({ statusCode }) => statusCode)).toEqual([410, 410])
    expect(late.map(({ body }) => alertIn(body).trim())).toEqual([
      `This link no longer works Ask the person who gave it to you for a new link. ${UNRECORDED}`,
      `This link has reached its limit Ask the person who gave it to you for a new link. ${UNRECORDED}`,
    ])
  })

  test('because its poll was deleted', async () => {
    const { poll_id, post } = await openPoll()
    await change(at.world.db, { kind: 'person', user_id: at.world.ada.id }, (act) =>
      discardPoll(act, poll_id),
    )
    const { statusCode, body } = await post({ choice: '1' })
    expect([statusCode, body.includes('Nothing was saved')]).toEqual([410, true])
  })

  test('because there is no such link, which asks nobody to sign in', async () => {
    const { post } = await openPoll()
    const { statusCode, body } = await post({ k: 'torn', choice: '1' })
    expect([statusCode, alertIn(body).includes(UNRECORDED)]).toEqual([404, true])
    expect(body).toContain('This voting link doesn’t work')
    expect(body).not.toContain('Sign in')
  })

  test('because too many came at once, and keeps the ballot', async () => {
    const { post } = await openPoll()
    for (let tried = 0; tried < LIMITS.open_vote_network.most; tried++) await post({ choice: '1' })
    const { statusCode, body } = await post({ choice: '3' })
    expect([statusCode, alertIn(body).includes('Your vote was not saved')]).toEqual([429, true])
    expect(body).toContain('value="3" checked')
  })

  test('because the question was edited since, and keeps the ballot for it', async () => {
    const { poll_id, k, page, post, votes } = await openPoll({ settings: { details: 'For **ten** bikes.' } })
    const question = questionIn(page)
    await rewordPoll(at.world, poll_id, { user_id: at.world.ada.id, details: 'For **twelve** bikes.' })
    const asked = await post({ choice: '3', question, address: 'nina@far.example' })
    expect(asked.statusCode).toBe(409)
    expect(alertIn(asked.body)).toContain(`${UNRECORDED} The question was edited after you opened this page.`)
    expect(asked.body).toContain(`<a href="/vote/history?k=${k}">See what changed</a>`)
    for (const kept of ['value="3" checked', 'value="Nina Oak"', 'value="nina@far.example"'])
      expect(asked.body).toContain(kept)
    expect(await votes()).toEqual([])
    expect((await post({ choice: '3', question: questionIn(asked.body) })).statusCode).toBe(303)
  })

  test('because the browser sent no cookie, and can be cast again with it', async () => {
    const { post, votes } = await openPoll()
    const without = await post({ choice: '2', address: 'nina@far.example' }, '')
    expect(without.statusCode).toBe(409)
    expect(alertIn(without.body)).toMatch(/Your browser blocks cookies .*This vote was not recorded\./)
    for (const kept of ['value="2" checked', 'value="Nina Oak"', 'value="nina@far.example"'])
      expect(without.body).toContain(kept)
    expect((await post({ choice: '2' }, cookiesOf(without))).statusCode).toBe(303)
    expect(await votes()).toEqual([[null, 1, null]])
  })
})

const questionIn = (page: string) => /name="question" value="([\w-]+)"/.exec(page)?.[1] ?? ''

describe('a vote by an open link from a page that was opened before this browser voted', () => {
  const sinceIn = (body: string) => / name="since" value="([^"]*)"/.exec(body)?.[1] ?? 'none'

  test('does not replace that vote: it names it, keeps what was typed, and replaces it when sent again', async () => {
    const { page, post, votes } = await openPoll(DOTS)
    const since = sinceIn(page)
    expect((await post({ since, name: 'Anna Oak', s1: '4' })).statusCode).toBe(303)
    const stale = await post({ since, name: 'Bert Oak', s2: '3' })
    expect(stale.statusCode).toBe(409)
    expect(alertIn(stale.body)).toContain(UNRECORDED)
    expect(alertIn(stale.body)).toContain('Soup: 4. You voted as Anna Oak (guest).')
    expect(stale.body).toMatch(/name="name"[^>]*value="Bert Oak"/)
    expect(stale.body).toMatch(/name="s2"[^>]*value="3"/)
    expect(await votes()).toEqual([[4, null]])
    const again = await post({ since: sinceIn(stale.body), name: 'Bert Oak', s2: '3' })
    expect(again.statusCode).toBe(303)
    expect(await votes()).toEqual([[null, 3]])
  })

  test('is accepted if it is the same vote: pressing a button twice is not a second vote', async () => {
    const { page, post, votes } = await openPoll(DOTS)
    for (let press = 0; press < 2; press++)
      expect((await post({ since: sinceIn(page), s1: '4' })).statusCode).toBe(303)
    expect(await votes()).toEqual([[4, null]])
  })
})
