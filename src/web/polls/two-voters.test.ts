import { beforeAll, describe, expect, test } from 'vitest'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'

/** One browser shows a ballot, and then opens the personal link of somebody else to the same poll. */

let at: Awaited<ReturnType<typeof openGroupPolls>>
let ben: number
let cleo: number

beforeAll(async () => {
  at = await openGroupPolls()
  ben = at.people[0] ?? 0
  cleo = at.people[1] ?? 0
})

const shownTo = (page: string) => /name="shown_to" value="(\d+)"/.exec(page)?.[1] ?? ''

const namesOf = async () =>
  (await at.world.db.pool.query('select id, name from users order by id')).rows.map(({ name }) => name)

const votedIn = async (poll_id: number) =>
  (
    await at.world.db.pool.query<{ user_id: number }>(
      'select user_id::int from electorate where poll_id = $1 and voted order by user_id',
      [poll_id],
    )
  ).rows.map(({ user_id }) => user_id)

const LINKS_TO_POLLS = /href="\/p\/\w+\?own/g

describe.each([
  ['a named poll', { anonymous: false, fields: { own_name: 'Somebody', reason: 'Because.' } }],
  ['an anonymous poll', { anonymous: true, fields: {} }],
])('in %s', (_, { anonymous, fields: more }) => {
  test.each([
    ['by a personal link', (path: string, poll_id: number) => at.linked(path, { user_id: ben, poll_id })],
    ['signed in', () => Promise.resolve(at.ada)],
  ])('a ballot opened %s is not cast for the person of the link opened since', async (_, open) => {
    const { poll_id, path } = await at.make({ settings: { anonymous } })
    const mine = await open(path, poll_id)
    const shown_to = shownTo((await at.web.get(path, mine)).body)
    const theirs = await at.linked(path, { user_id: cleo, poll_id })
    const before = await namesOf()
    const fields = { shown_to, choice: '1', ...more }
    // Again, because the first attempt caches the poll.
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await at.web.post(`${path}/ballot`, fields, { ...SAME_ORIGIN, cookie: theirs })
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toContain('In the meantime, the poll was opened in this browser as')
      if ('reason' in more) expect(answer.body).toContain(more.reason)
    }
    expect([await votedIn(poll_id), await namesOf()]).toEqual([[], before])
    const answer = await at.web.post(`${path}/ballot`, fields, { ...SAME_ORIGIN, cookie: mine })
    expect(answer.statusCode).toBe(303)
  })
})

test('a poll opened from a person’s own list shows their own ballot, and forgets the link of another', async () => {
  const { poll_id, path } = await at.make()
  const theirs = `${at.ada}; ${await at.linked(path, { user_id: cleo, poll_id })}`
  expect(shownTo((await at.web.get(path, theirs)).body)).toBe(String(cleo))
  const answer = await at.web.get(`${path}?own`, theirs)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
  expect(String(answer.headers['set-cookie'])).toMatch(/folkmoot_link=;.*Max-Age=0/)
  const own = await at.web.get(`${path}?own`, at.ada)
  expect([own.statusCode, shownTo(own.body)]).toEqual([200, String(at.world.ada.id)])
  const linked = await at.linked(path, { user_id: cleo, poll_id })
  expect((await at.web.get(`${path}?own`, linked)).statusCode).toBe(200)
})

test('every list of a group and every thread opens a poll as the person who is signed in', async () => {
  const { handle } = at.world.group
  const discussion_id = await makeThread(at.world)
  const { poll_id, path } = await at.make({ discussion_id })
  const opened = async (page: string) => (await at.web.get(page, at.ada)).body.match(LINKS_TO_POLLS) ?? []
  const thread = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
  for (const page of ['/', `/g/${handle}`, `/g/${handle}/polls`, `/g/${handle}?joined`, thread])
    expect(await opened(page), page).toContain(`href="${path}?own`)
  await at.close(poll_id)
  const outcome = { poll_id, statement: 'We build it.', poll_option_id: null, review_on: null }
  await change(at.world.db, SYSTEM, (act) => publishOutcome(act, outcome))
  for (const page of [`/g/${handle}`, `/g/${handle}/decisions`, thread])
    expect(await opened(page), page).toContain(`href="${path}?own`)
})
