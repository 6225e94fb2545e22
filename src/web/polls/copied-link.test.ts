import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, seen, tokenFor } from '../../../test/web.ts'

/**
 * An admin who copied a link may open it. In two worlds that differ only in which of two people voted, its
 * pages are byte for byte the same.
 */

let at: PollWorld
let ben: number
let poll_id: number
let poll: string
let discussion_id: number
let thread: string

const ANONYMOUS = { anonymous: true, title: 'Who chairs' }
const UNTOLD = 'This page therefore does not show whether you have voted'

beforeAll(async () => {
  at = await openPollWorld()
  ben = at.people[0] ?? 0
  discussion_id = await makeThread(at.world)
  thread = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
  poll_id = await makePoll(at.world, { discussion_id, settings: ANONYMOUS })
  poll = `/p/${await keyOf(at.world, 'polls', poll_id)}`
})

/** Ben has voted, or someone else has instead. */
const voted = (yes: boolean) =>
  at.world.db.pool.query(
    'update electorate set voted = (user_id = $2) = $3 where poll_id = $1 and user_id = any($4)',
    [poll_id, ben, yes, at.people.slice(0, 2)],
  )

const copied = (purpose: 'ballot' | 'thread') =>
  copiedTokenFor(at.world, purpose, {
    user_id: ben,
    ...(purpose === 'ballot' ? { poll_id } : { discussion_id }),
  })

const withoutOnce = (page: string) => page.replace(/name="once" value="[^"]+"/g, '')

/** Asserts that both worlds look alike. */
async function inBoth<T>(look: () => Promise<T>): Promise<T> {
  await voted(true)
  const one = await look()
  await voted(false)
  expect(await look()).toEqual(one)
  return one
}

describe('through a link that an admin copied, an anonymous poll', () => {
  test('shows the same page whether its owner has voted or not, and explains why', async () => {
    const { cookie } = await at.web.follow(poll, await copied('ballot'))
    const page = await inBoth(async () => seen(await at.web.get(poll, cookie)))
    expect(page).toContain(UNTOLD)
    expect(page).toContain('Cast vote')
    for (const query of ['?already', '?sent', '?choice=1', '?done=started'])
      await inBoth(async () => seen(await at.web.get(`${poll}${query}`, cookie)))
    await inBoth(async () => {
      const { statusCode, headers } = await at.web.get(`${poll}?k=${await copied('ballot')}`)
      return [statusCode, headers.location]
    })
  })

  test('shows the same after it closed', async () => {
    const { cookie } = await at.web.follow(poll, await copied('ballot'))
    const set = (closing: string) =>
      at.world.db.pool.query(
        `update polls set opened_at = now() - interval '2 hours', closing_at = now() ${closing} where id = $1`,
        [poll_id],
      )
    await set("- interval '1 minute'")
    const page = await inBoth(async () => seen(await at.web.get(poll, cookie)))
    expect(page).toContain(UNTOLD)
    expect(page).not.toContain('You did not vote')
    await set("+ interval '3 days'")
  })

  test('answers a first and a second vote alike', async () => {
    const { cookie } = await at.web.follow(poll, await copied('ballot'))
    const answer = await inBoth(async () => {
      const { statusCode, headers } = await at.web.post(
        `${poll}/ballot`,
        { choice: '1' },
        { ...SAME_ORIGIN, cookie },
      )
      return [statusCode, headers.location]
    })
    expect(answer).toEqual([303, `${poll}?sent#your-vote`])
    await inBoth(async () => seen(await at.web.post(`${poll}/ballot`, {}, { ...SAME_ORIGIN, cookie })))
    const page = await inBoth(async () => seen(await at.web.get(`${poll}?sent`, cookie)))
    expect(page).toContain('A vote with this ballot was recorded.')
    expect(page).not.toContain('Your vote was recorded.')
    expect(page).toContain('Nobody can look up or change what you chose, not even you.')
    expect(page).toContain(
      'The first vote counts. If there was one already, the vote you just sent was not saved.',
    )
    expect(page).toContain('When it is opened again, this page therefore does not show that you have voted.')
    expect(page).not.toMatch(/Your ballot is ready|can vote in your place|<details class="fold" open/)
    expect(page).toContain('Show the ballot')
  })

  test('shows the same card in its thread', async () => {
    const { cookie } = await at.web.follow(thread, await copied('thread'))
    const page = await inBoth(async () => withoutOnce(seen(await at.web.get(thread, cookie))))
    expect(page).toContain('it does not show whether you have voted')
  })

  test('shows the same if it is opened from its thread', async () => {
    const { cookie } = await at.web.follow(thread, await copied('thread'))
    const open = await at.web.post(`${thread}/polls/${poll.slice(3)}`, {}, { ...SAME_ORIGIN, cookie })
    const token = String(open.headers.location).split('?k=')[1] ?? ''
    const { cookie: further } = await at.web.follow(poll, token)
    const page = await inBoth(async () => seen(await at.web.get(poll, further)))
    expect(page).toContain('An admin copied this link on')
    expect(page).toContain(UNTOLD)
  })
})

describe('through their own link', () => {
  test('voters see that they have voted, from the mail and from the thread', async () => {
    await voted(true)
    const mailed = await at.web.follow(poll, await tokenFor(at.world, 'ballot', { user_id: ben, poll_id }))
    expect(mailed.page.body).toContain('Your vote was recorded.')
    const talk = await at.web.follow(
      thread,
      await tokenFor(at.world, 'thread', { user_id: ben, discussion_id }),
    )
    expect(talk.page.body).toContain('Your vote was recorded.')
    const headers = { ...SAME_ORIGIN, cookie: talk.cookie }
    const open = await at.web.post(`${thread}/polls/${poll.slice(3)}`, {}, headers)
    const token = String(open.headers.location).split('?k=')[1] ?? ''
    expect((await at.web.follow(poll, token)).page.body).toContain('Your vote was recorded.')
  })
})

test('one’s own ballot, sent again by a link that one copied, tells nothing of its person', async () => {
  const id = await makePoll(at.world, {
    recipients: { audience: 'group' },
    settings: { ...ANONYMOUS, receipts: true, stance_reason_required: 'disabled' },
  })
  const path = `/p/${await keyOf(at.world, 'polls', id)}`
  const b = 'ab'.repeat(32)
  const castBy = async (cookie: string) => {
    const answer = await at.web.app.inject({
      method: 'POST',
      url: `${path}/ballot`,
      headers: { ...SAME_ORIGIN, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `choice=1&b=${b}`,
    })
    return [answer.statusCode, answer.headers.location, answer.body.length]
  }
  const [one = 0, other = 0] = at.people
  const own = async (user_id: number) =>
    (await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id, poll_id: id }))).cookie
  const copy = async (user_id: number) =>
    (await at.web.follow(path, await copiedTokenFor(at.world, 'ballot', { user_id, poll_id: id }))).cookie
  const admin = await tokenFor(at.world, 'ballot', { user_id: at.world.ada.id, poll_id: id })
  expect((await castBy((await at.web.follow(path, admin)).cookie))[0]).toBe(200)
  const before = await castBy(await copy(one))
  await at.world.db.pool.query('update electorate set voted = true where poll_id = $1 and user_id = $2', [
    id,
    one,
  ])
  expect(await castBy(await copy(one))).toEqual(before)
  expect(before[0]).toBe(303)
  // Their own link says that this vote was not recorded.
  expect((await castBy(await own(other)))[0]).toBe(422)
})

test('the page with a receipt does not offer the ballot again, also after a vote by a copied link', async () => {
  const id = await makePoll(at.world, { settings: { anonymous: true, receipts: true } })
  const path = `/p/${await keyOf(at.world, 'polls', id)}`
  const token = await copiedTokenFor(at.world, 'ballot', { user_id: ben, poll_id: id })
  const { page, cookie } = await at.web.follow(path, token)
  expect(page.body).toContain('Cast vote')
  const answer = await at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie })
  expect(answer.body).toContain('Save receipt')
  expect(answer.body).toContain('Your ballot: Agree<')
  expect(answer.body.match(/recorded/g)).toHaveLength(1)
  expect(answer.body).toContain(
    'Nobody can change what you chose, not even you. Only your receipt can show it.',
  )
  expect(answer.body).not.toContain('Cast vote')
  expect(answer.body).not.toContain('Your ballot is ready')
  expect((await at.web.get(path, cookie)).body).toContain(UNTOLD)
})
