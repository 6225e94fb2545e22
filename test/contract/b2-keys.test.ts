import { describe, expect, test } from 'vitest'
import { keyFor } from '../world.ts'
import { rows } from './acts.ts'
import { expectRefused, openB2, personalKey } from './b2.ts'

/** Personal keys: which are accepted, and what each person may do with them. */

const at = await openB2()
const { as, group_id, thread, people, world } = at
const ada = (path: string, fields: object) => as.ada.post(path, fields as Record<string, unknown>)
const poll = (
  await ada('/polls', { discussion_id: thread.id, title: 'Q', poll_type: 'count', closing_at: '2099-01-01' })
).json().polls[0]
const alone = (
  await ada('/polls', { group_id, title: 'Alone', poll_type: 'count', closing_at: '2099-01-01' })
).json().polls[0]
const comment = (await ada('/comments', { discussion_id: thread.id, body: 'Hear, hear.' })).json().comments[0]
const [member] = (await as.ada.get(`/memberships?group_id=${group_id}`)).json().memberships
const NEW_POLL = { title: 'x', poll_type: 'count', closing_at: '2099-01-01' }

// 2: answered; 3: only admins may; 4: not found; 0: answered with an empty list.
const MATRIX: [call: string, fields: object | null, who: Record<keyof typeof as, number>][] = [
  ['/groups', null, { ada: 2, ben: 2, cleo: 0, gone: 0, stranger: 0, guest: 0 }],
  [`/groups/${group_id}`, null, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [`/discussions?group_id=${group_id}`, null, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [`/discussions/${thread.id}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  ['/discussions', { group_id, title: 'x' }, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  ['/threads', null, { ada: 2, ben: 2, cleo: 0, gone: 0, stranger: 0, guest: 2 }],
  [`/threads/${thread.id}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [`/threads/${thread.id}/items`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [`/threads/${thread.id}/markdown`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [`/api/v1/groups/${group_id}`, null, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [
    `/api/v1/events?discussion_id=${thread.id}`,
    null,
    { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 },
  ],
  [`/polls?group_id=${group_id}`, null, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [`/polls/${poll.id}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [`/polls/${alone.key}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 4 }],
  ['/polls', { ...NEW_POLL, group_id }, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [
    '/polls',
    { ...NEW_POLL, discussion_id: thread.id },
    { ada: 2, ben: 2, cleo: 3, gone: 4, stranger: 4, guest: 3 },
  ],
  [`/memberships?group_id=${group_id}`, null, { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 }],
  [
    `/memberships/${member.id}?group_id=${group_id}`,
    null,
    { ada: 2, ben: 2, cleo: 4, gone: 4, stranger: 4, guest: 4 },
  ],
  [
    '/memberships',
    { group_id, emails: [], dry_run: true },
    { ada: 2, ben: 3, cleo: 4, gone: 4, stranger: 4, guest: 4 },
  ],
  [`/comments?discussion_id=${thread.id}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [`/comments/${comment.id}`, null, { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 }],
  [
    '/comments',
    { discussion_id: thread.id, body: 'x' },
    { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 },
  ],
  [
    '/comments',
    { parent_id: comment.id, parent_type: 'Comment', body: 'x' },
    { ada: 2, ben: 2, cleo: 2, gone: 4, stranger: 4, guest: 2 },
  ],
]

describe('the person of a key', () => {
  test.each(MATRIX)('%s %j answers according to their permissions', async (path, fields, expected) => {
    const found: Record<string, number> = {}
    for (const [who, person] of Object.entries(as)) {
      const answer = await (fields === null ? person.get(path) : person.post(path, { ...fields }))
      const { statusCode } = answer
      if (statusCode === 404) expect(answer.body).not.toMatch(/Paint|Mill|Alone|Hear/)
      const code = { 200: answer.json().meta?.total === 0 ? 0 : 2, 403: 3, 404: 4 }[statusCode]
      found[who] = code ?? statusCode
    }
    expect(found).toEqual(expected)
  })

  test('from outside does not see the numbers and the text of the group', async () => {
    await rows(world.db, "update groups set description = 'Only for us' returning id")
    for (const path of [`/discussions/${thread.id}`, `/polls/${poll.id}`, `/comments/${comment.id}`]) {
      const [group] = (await as.guest.get(path)).json().groups
      expect(group).toMatchObject({ id: group_id, memberships_count: 0, polls_count: 0, description: null })
      expect((await as.ben.get(path)).json().groups[0]).toMatchObject({ description: 'Only for us' })
    }
  })

  test('with a ballot but no access to its thread does not see the thread', async () => {
    const { id } = (
      await ada('/polls', {
        ...NEW_POLL,
        discussion_id: thread.id,
        recipient_user_ids: [people.ben],
        specified_voters_only: true,
      })
    ).json().polls[0]
    await rows(world.db, 'update memberships set revoked_at = now() where user_id = $1 returning id', [
      people.ben,
    ])
    const { polls, discussions, groups } = (await as.ben.get(`/polls/${id}`)).json()
    expect([polls.length, discussions, groups[0].memberships_count]).toEqual([1, [], 0])
    for (const path of [
      `/discussions/${thread.id}`,
      `/discussions?group_id=${group_id}`,
      `/polls/${alone.id}`,
    ])
      expectRefused(await as.ben.get(path), 404, 'not_found')
    await rows(world.db, 'update memberships set revoked_at = null where user_id = $1 returning id', [
      people.ben,
    ])
    expect((await as.ben.get(`/discussions/${thread.id}`)).statusCode).toBe(200)
  })

  test('gets the same response for a record of another group as for a missing one', async () => {
    const answers = await Promise.all(
      [`/polls/${poll.id}`, '/polls/999999', `/polls?group_id=${group_id}`, '/polls?group_id=999999'].map(
        (path) => as.stranger.get(path),
      ),
    )
    const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '' }))
    for (const body of bodies) expect(body).toEqual(bodies[0])
  })
})

describe('keys', () => {
  const ask = (authorization: string | null, url = '/api/b2/groups') =>
    at.send({ url, headers: authorization === null ? {} : { authorization } })

  test('are accepted in the header, in the body, and in the query', async () => {
    const { key } = as.ben
    expect((await ask(`Bearer ${key}`)).statusCode).toBe(200)
    expect((await ask(null, `/api/b2/groups?api_key=${key}`)).statusCode).toBe(200)
    const made = await at.send({
      method: 'POST',
      url: '/api/b2/discussions',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `api_key=${key}&group_id=${group_id}&title=Form`,
    })
    expect(made.json().discussions[0]).toMatchObject({ title: 'Form', author_id: people.ben })
  })

  test('that are missing, unknown, a group’s, or revoked are refused, each with its reason', async () => {
    expectRefused(await ask(null), 403, 'api_key_missing')
    for (const other of ['Token fmp_nobody', 'fmp_nobody', 'Basic Zm1wOg==', 'Bearerfmp_nobody', 'Bearer']) {
      const answer = await ask(other)
      expectRefused(answer, 403, 'api_key_missing')
      expect(answer.json().error).toBe(
        'The Authorization header contains no API key. Write it as "Authorization: Bearer KEY".',
      )
    }
    expectRefused(await ask('Bearer fmp_nobody'), 403, 'api_key_invalid')
    expectRefused(await ask(`Bearer ${(await keyFor(world)).key}`), 403, 'api_key_invalid')
    expectRefused(
      await at.web.app.inject({ url: '/api/b1/polls', headers: { authorization: `Bearer ${as.ben.key}` } }),
      403,
      'api_key_invalid',
    )
    const key = await personalKey(world, people.ben, 'Gone')
    expect((await ask(`Bearer ${key}`)).statusCode).toBe(200)
    await rows(world.db, "update personal_keys set revoked_at = now() where name = 'Gone' returning id")
    expectRefused(await ask(`Bearer ${key}`), 403, 'api_key_revoked')
  })

  test('are stored as hashes, with the day of their last use', async () => {
    const key = await personalKey(world, people.ben, 'Used')
    const kept = () => rows<object>(world.db, "select * from personal_keys where name = 'Used'")
    expect(await kept()).toMatchObject([{ last_used_on: null, prefix: key.slice(0, 10) }])
    await ask(`Bearer ${key}`)
    const today = new Date().toISOString().slice(0, 10)
    await expect.poll(kept).toMatchObject([{ last_used_on: today }])
    expect(JSON.stringify(await kept())).not.toContain(key)
  })

  test('run a POST with an Idempotency-Key once, each separately', async () => {
    const once = { 'idempotency-key': 'paint' }
    const fields = { group_id, title: 'Once' }
    const [first, again] = [
      await as.ben.post('/discussions', fields, once),
      await as.ben.post('/discussions', fields, once),
    ]
    expect(again.body).toBe(first.body)
    const other = await as.ada.post('/discussions', fields, once)
    expect(other.json().discussions[0].author_id).toBe(people.ada)
    expect(other.json().discussions[0].id).not.toBe(first.json().discussions[0].id)
    expectRefused(
      await as.ben.post('/discussions', { ...fields, title: 'Else' }, once),
      422,
      'idempotency_key_reuse',
    )
  })
})

test('requests are limited per minute for each key', async () => {
  const limited = await openB2({ API_RATE_LIMIT: '3' })
  const statuses = []
  for (let count = 0; count < 4; count++) statuses.push((await limited.as.ben.get('/groups')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  const other = await limited.as.stranger.get('/groups')
  expect([other.statusCode, other.headers['ratelimit-remaining']]).toEqual([200, '2'])
})
