import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { keyFor, nameMembers } from '../../../test/world.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
})

describe('changing a vote', () => {
  test('counts once, and keeps the earlier ballot', async () => {
    const { poll_id, send, page } = await at.come({})
    await send({ choice: '1', reason: 'first' })
    expect(await page()).toContain('Your vote was recorded at')
    await send({ choice: '3' })
    expect(await page()).toMatch(/Your changed vote was recorded at .*It replaces your earlier one\./)
    expect(await at.scoresOf(poll_id)).toEqual([null, null, 1])
    const { rows } = await at.world.db.pool.query(
      'select cast_count, (select count(*)::int from superseded_ballots where poll_id = $1) as earlier from tallies where poll_id = $1',
      [poll_id],
    )
    expect(rows).toEqual([{ cast_count: 1, earlier: 1 }])
  })

  test('a reason is shown with the results, beside the voter’s name and sanitized', async () => {
    const { poll_id, send, page } = await at.come({})
    await send({ choice: '1', reason: '**Yes** <script>alert(1)</script>' })
    expect(await page()).toContain('<strong>Yes</strong>')
    expect(await page()).not.toContain('<script>alert')
    const other = await tokenFor(at.world, 'ballot', { user_id: at.people[1] ?? 0, poll_id })
    const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
    expect((await at.web.follow(path, other)).page.body).toContain('<strong>Yes</strong>')
  })

  test('reasons are hidden with the results', async () => {
    const { poll_id, path, send } = await at.come({ settings: { hide_results: 'until_closed' } })
    await send({ choice: '1', reason: 'Tell-tale' })
    const other = await tokenFor(at.world, 'ballot', { user_id: at.people[1] ?? 0, poll_id })
    expect((await at.web.follow(path, other)).page.body).not.toContain('Tell-tale')
    await at.close(poll_id)
    expect((await at.web.follow(path, other)).page.body).toContain('Tell-tale')
  })
})

describe('a ballot sent from an outdated page', () => {
  const sinceIn = (body: string) => / name="since" value="([^"]*)"/.exec(body)?.[1] ?? 'none'
  const DOTS = { settings: { poll_type: 'dot_vote' as const }, options: ['Soup', 'Curry'] }

  test('does not replace a newer own vote: it says so, keeps what was typed, and replaces it when sent again', async () => {
    const { poll_id, send, page } = await at.come(DOTS)
    const since = sinceIn(await page())
    await send({ since, s1: '4', reason: 'Warm' })
    const stale = await send({ since, s2: '3', reason: 'Hot <b>' })
    expect(stale.statusCode).toBe(409)
    expect(stale.body).toContain('This vote was not recorded.')
    expect(stale.body).toContain('In the meantime, you voted in another window: Soup:\u00a04.')
    expect(stale.body).toMatch(/name="s2"[^>]*value="3"/)
    expect(stale.body).toContain('Hot &lt;b>')
    expect(await at.scoresOf(poll_id)).toEqual([4, null])
    const again = await send({ since: sinceIn(stale.body), s2: '3', reason: 'Hot' })
    expect(again.statusCode).toBe(303)
    expect(await at.scoresOf(poll_id)).toEqual([null, 3])
  })

  test('does not silently replace a vote that a key cast in the meantime', async () => {
    const { poll_id, send, page } = await at.come(DOTS)
    const since = sinceIn(await page())
    const { id: api_key_id } = await keyFor(at.world)
    await castBallot(at.world.db, {
      poll_id,
      user_id: at.people[0] ?? 0,
      choices: { Soup: 1 },
      reason: null,
      api_key_id,
    })
    const stale = await send({ since, s2: '3' })
    expect(stale.statusCode).toBe(409)
    expect(stale.body).toMatch(/In the meantime, the API key “[^”]+” cast a vote for you: Soup:\u00a01\./)
  })

  test('is reported as outdated even if it is empty', async () => {
    const { poll_id, send, page } = await at.come({ settings: { poll_type: 'score' }, options: ['Soup'] })
    const since = sinceIn(await page())
    await send({ since, s1: '4' })
    expect((await send({ since, s1: '' })).statusCode).toBe(409)
    expect(await at.scoresOf(poll_id)).toEqual([4])
  })

  test('accepts the same vote again: pressing a button twice is not a second vote', async () => {
    const { poll_id, send, page } = await at.come(DOTS)
    const since = sinceIn(await page())
    for (let press = 0; press < 2; press++)
      expect((await send({ since, s1: '4', reason: 'Warm' })).statusCode).toBe(303)
    expect(await at.scoresOf(poll_id)).toEqual([4, null])
  })

  test('of an anonymous poll contains no time of a vote', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { page } = await at.come({ settings })
    expect(sinceIn(await page())).toBe('none')
  })

  test('keeps the typed reason for copying after the poll has closed', async () => {
    const { poll_id, send } = await at.come({})
    await at.close(poll_id)
    expect((await send({ choice: '1', reason: 'Long and thoughtful' })).body).toContain(
      '>Long and thoughtful<',
    )
  })
})

test('a failed change is reported as not saved: the earlier vote is', async () => {
  const { send, page } = await at.come({ settings: { poll_type: 'dot_vote' }, options: ['Soup', 'Curry'] })
  expect(await page()).toContain('Your ballot is ready.')
  const refused = (await send({ s1: '400' })).body
  expect(refused).toContain('Your vote has not been cast yet.')
  expect(refused).not.toContain('Your ballot is ready.')
  await send({ s1: '4' })
  const answer = await send({ s1: '400' })
  expect(answer.body).not.toContain('Your vote has not been cast yet.')
  expect(answer.body).toContain(
    'Your change has not been recorded yet. The vote you cast before still counts.',
  )
})

test('a change to a vote without dots is reported as not saved, too', async () => {
  const { send } = await at.come({ settings: { poll_type: 'dot_vote' }, options: ['Soup', 'Curry'] })
  expect((await send({})).body).toContain('Your vote has not been cast yet. To place dots,')
  await send({ s1: '4' })
  expect((await send({})).body).toContain(
    'Your change has not been recorded yet. The vote you cast before still counts. To place dots,',
  )
})
