import { beforeEach, describe, expect, test } from 'vitest'
import { holders, reachClosing, rows, vote } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  LATER,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'
import { matching, openStage } from './stage.ts'

const { world, api, ben, cleo, a, elsewhere, without, make } = await openStage()
const b = await caller(world, api, { variant: 'b' })
const tagOf = (answer: Answer) => matching(answer)['if-match']
const eventsOf = (poll_id: number) =>
  rows<{ kind: string; actor_id: number; recipient_ids: number[] }>(
    world.db,
    "select kind, actor_id, recipient_ids from events where poll_id = $1 and kind <> 'poll_created' order by id",
    [poll_id],
  )

let poll: Awaited<ReturnType<typeof make>>
beforeEach(async () => {
  poll = await make()
})

describe('a poll', () => {
  test('is closed, shows its result, gets an outcome, and opens again', async () => {
    await vote(world, poll.id, ben, { agree: 1 })
    const closed = pollOf(await a.post(`/polls/${poll.key}/close`, {}))
    expect(closed).toMatchObject({ id: poll.id, results_visible: true, stance_counts: [1, 0, 0] })
    expect(closed.closed_at).not.toBeNull()
    const published = await a.post(`/polls/${poll.id}/outcomes`, {
      statement: 'We paint it.',
      review_on: '2999-03-01',
    })
    const { outcomes, meta } = envelopeOf(published)
    expect(outcomes).toMatchObject([{ poll_id: poll.id, statement: 'We paint it.', review_on: '2999-03-01' }])
    expect(meta).toEqual({ root: 'outcomes', total: null })
    const again = pollOf(await a.post(`/polls/${poll.id}/reopen`, { closing_at: LATER }))
    expect(again).toMatchObject({ closed_at: null, closing_at: LATER, current_outcome_id: null })
    const [{ bot_user_id } = { bot_user_id: 0 }] = await rows<{ bot_user_id: number }>(
      world.db,
      'select author_id as bot_user_id from polls where id = $1',
      [poll.id],
    )
    expect((await eventsOf(poll.id)).map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['stance_created', ben],
      ['poll_closed_by_user', bot_user_id],
      ['outcome_created', bot_user_id],
      ['poll_reopened', bot_user_id],
    ])
  })

  test.each(ENCODINGS)('that is a draft is opened, as %s', async (encoding) => {
    const draft = await make({ closing_at: null })
    const opened = pollOf(await a.post(`/polls/${draft.id}/open`, { closing_at: LATER }, { encoding }))
    expect(opened).toMatchObject({ id: draft.id, closing_at: LATER, opened_at: expect.any(String) })
    expect((await eventsOf(draft.id))[0]).toMatchObject({
      kind: 'poll_opened',
      recipient_ids: await holders(world.db, draft.id),
    })
  })

  test.each<[string, Fields]>([
    ['nothing', {}],
    ['null', { closing_at: null }],
    ['a blank', { closing_at: ' ' }],
    ['no time', { closing_at: 'soon' }],
    ['a number', { closing_at: 7 }],
    ['the past', { closing_at: '2001-01-01' }],
  ])('cannot be opened until %s', async (_, fields) => {
    const draft = await make({ closing_at: null })
    expectInvalid(await a.post(`/polls/${draft.id}/open`, fields), 'closing_at')
    await a.post(`/polls/${poll.id}/close`, {})
    expectInvalid(await a.post(`/polls/${poll.id}/reopen`, fields), 'closing_at')
  })

  test('refuses opening, closing and outcomes in the wrong state', async () => {
    const draft = await make({ closing_at: null })
    for (const [id, path, fields, code] of [
      [draft.id, 'close', {}, 'poll_not_open'],
      [draft.id, 'reopen', { closing_at: LATER }, 'poll_not_closed'],
      [draft.id, 'outcomes', { statement: 'x' }, 'poll_not_closed'],
      [draft.id, 'remind', {}, 'poll_not_open'],
      [poll.id, 'open', { closing_at: LATER }, 'poll_not_draft'],
      [poll.id, 'reopen', { closing_at: LATER }, 'poll_not_closed'],
      [poll.id, 'outcomes', { statement: 'x' }, 'poll_not_closed'],
    ] as const)
      expectProblem(await a.post(`/polls/${id}/${path}`, fields), 409, code)
    await reachClosing(world, poll.id)
    for (const path of ['close', 'remind']) {
      const code = path === 'close' ? 'poll_closed' : 'poll_not_open'
      expectProblem(await a.post(`/polls/${poll.id}/${path}`, {}), 409, code)
    }
    expectProblem(await a.post(`/polls/${poll.id}/voters`, { user_ids: [ben] }), 409, 'poll_closed')
  })

  test('that is anonymous is counted when it closes, and cannot be reopened', async () => {
    const secret = await make({ anonymous: true, hide_results: 'until_closed' })
    await vote(world, secret.id, ben, { agree: 1 })
    const closed = pollOf(await a.post(`/polls/${secret.id}/close`, {}))
    expect(closed).toMatchObject({ results_visible: true, stance_counts: [1, 0, 0] })
    expectProblem(await a.post(`/polls/${secret.id}/reopen`, { closing_at: LATER }), 409, 'poll_sealed')
  })

  test('gets an outcome that names an option; invalid ones are refused', async () => {
    const [option] = poll.poll_option_ids
    await a.post(`/polls/${poll.id}/close`, {})
    expectInvalid(await a.post(`/polls/${poll.id}/outcomes`, {}), 'statement')
    expectInvalid(
      await a.post(`/polls/${poll.id}/outcomes`, {
        statement: 'x'.repeat(10_001),
        review_on: '2999-02-30',
        poll_option_id: 0,
      }),
      'statement',
      'review_on',
      'poll_option_id',
    )
    expectInvalid(
      await a.post(`/polls/${poll.id}/outcomes`, { statement: 'x', review_on: '2001-01-01' }),
      'review_on',
    )
    const { outcomes } = envelopeOf(
      await a.post(
        `/polls/${poll.id}/outcomes`,
        { statement: 'x', poll_option_id: option },
        { encoding: 'form' },
      ),
    )
    expect(outcomes).toMatchObject([{ poll_option_id: option, review_on: null }])
  })

  test('reminds people who have not voted, but not twice in a row', async () => {
    pollOf(await a.post(`/polls/${poll.id}/remind`, {}))
    expect((await eventsOf(poll.id)).map(({ kind }) => kind)).toEqual(['vote_reminder'])
    expectProblem(await a.post(`/polls/${poll.id}/remind`, {}), 409, 'reminded_lately')
  })
})

describe('voters', () => {
  type Voter = { user_id: number; voted: boolean; issued_as: string }
  const votersOf = (answer: Answer) => {
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ voters: Voter[]; meta: { total: number | null; next: number | null } }>()
  }

  test.each(ENCODINGS)('are invited, as %s, and get one mail', async (encoding) => {
    const own = await make({ specified_voters_only: true })
    const fields = { emails: [`guest.${encoding}@else.example`], user_ids: [ben] }
    expect(pollOf(await a.post(`/polls/${own.id}/voters`, fields, { encoding })).voters_count).toBe(2)
    expect(pollOf(await b.post(`/polls/${own.id}/voters`, fields, { encoding })).voters_count).toBe(2)
    expect((await eventsOf(own.id)).map(({ kind, recipient_ids }) => [kind, recipient_ids.length])).toEqual([
      ['voters_invited', 2],
    ])
    const { voters } = votersOf(await a.get(`/polls/${own.id}/voters`))
    expect(voters).toMatchObject([
      { user_id: ben, voted: false, issued_as: 'member' },
      { voted: false, issued_as: 'named' },
    ])
  })

  test('are not invited by invalid addresses, strangers’ ids, or an empty request', async () => {
    const [stranger] = await rows<{ id: number }>(
      world.db,
      "select id from users where email = 'admin@orchard.example'",
    )
    expectInvalid(
      await a.post(`/polls/${poll.id}/voters`, { emails: ['no address'], user_ids: [stranger!.id] }),
      'emails',
      'user_ids',
    )
    expectInvalid(await a.post(`/polls/${poll.id}/voters`, {}), 'emails')
    const many = Array.from({ length: 1_001 }, (_, index) => `p${index}@x.example`)
    expectInvalid(await a.post(`/polls/${poll.id}/voters`, { emails: many }), 'emails')
  })

  test('of a named poll are listed, with who has voted, page by page', async () => {
    await vote(world, poll.id, cleo, { agree: 1 })
    const all = votersOf(await a.get(`/polls/${poll.id}/voters`))
    expect(all.meta).toEqual({ root: 'voters', total: 5, next: null })
    expect(all.voters.filter(({ voted }) => voted).map(({ user_id }) => user_id)).toEqual([cleo])
    const first = votersOf(await a.get(`/polls/${poll.id}/voters?per=2`))
    expect(first.meta.next).toBe(first.voters[1]?.user_id)
    const rest = votersOf(await a.get(`/polls/${poll.id}/voters?after=${first.meta.next}`))
    expect([...first.voters, ...rest.voters]).toEqual(all.voters)
    expect(votersOf(await a.get(`/polls/${poll.id}/voters?voted=true`)).meta.total).toBe(1)
    expect(votersOf(await a.get(`/polls/${poll.id}/voters?voted=false`)).voters).toHaveLength(4)
    expectInvalid(
      await a.get(`/polls/${poll.id}/voters?voted=perhaps&per=0&after=x`),
      'voted',
      'per',
      'after',
    )
    // Permission to manage polls does not include reading addresses.
    expect((await a.get(`/polls/${poll.id}/voters`)).body).not.toContain('@mill.example')
  })

  test('of an anonymous poll are numbers only', async () => {
    const secret = await make({ anonymous: true })
    await vote(world, secret.id, cleo, { agree: 1 })
    for (const query of ['', '?voted=true', '?voted=false']) {
      const answer = votersOf(await a.get(`/polls/${secret.id}/voters${query}`))
      expect(answer.voters).toEqual([])
      expect(answer.meta.total).toBeNull()
      expect(answer).toMatchObject({ polls: [{ voters_count: 5, decided_voters_count: 1 }] })
    }
  })
})

const ACTS: ['POST' | 'GET', string, Fields][] = [
  ['POST', 'open', { closing_at: LATER }],
  ['POST', 'close', {}],
  ['POST', 'reopen', { closing_at: LATER }],
  ['POST', 'outcomes', { statement: 'x' }],
  ['POST', 'remind', {}],
  ['POST', 'voters', { emails: ['x@else.example'] }],
  ['GET', 'voters', {}],
]

describe('permissions', () => {
  test.each(ACTS)('%s %s: only a key of the group with manage_polls', async (method, path, payload) => {
    const ask = (ref: string | number, key?: string) =>
      api.send({
        method,
        url: `/api/b1/polls/${ref}/${path}`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        ...(method === 'GET' ? {} : { payload }),
      })
    const refused = await ask(poll.id, (await without('manage_polls')).key)
    expectProblem(refused, 403, 'permission_missing')
    expect(refused.body).toContain('manage_polls')
    expectProblem(await ask(poll.id), 403, 'api_key_missing')
    const said = async (ref: string | number) => {
      const answer = await ask(ref, elsewhere.key)
      expectProblem(answer, 404, 'not_found')
      return answer.json().error
    }
    expect(await said(poll.id)).toBe(await said(999_999))
    expect(await said(poll.key)).toBe(await said('nOsUcHky'))
    expect(await eventsOf(poll.id)).toEqual([])
    expect(await rows(world.db, "select 1 from users where email = 'x@else.example'")).toEqual([])
  })

  test('that permission alone is enough', async () => {
    const one = await caller(world, api, { permissions: ['manage_polls'] })
    expect(pollOf(await one.post(`/polls/${poll.id}/close`, {})).closed_at).not.toBeNull()
  })
})

describe('repeating a request', () => {
  test('with the same Idempotency-Key runs it once', async () => {
    const headers = { 'idempotency-key': 'close once' }
    const first = await a.post(`/polls/${poll.id}/close`, {}, { headers })
    const second = await a.post(`/polls/${poll.id}/close`, {}, { headers })
    expect(pollOf(second)).toEqual(pollOf(first))
    expect(await eventsOf(poll.id)).toHaveLength(1)
  })

  test('with one Idempotency-Key for two polls is refused', async () => {
    const headers = { 'idempotency-key': 'two polls' }
    const other = await make()
    await a.post(`/polls/${poll.id}/close`, {}, { headers })
    expectProblem(await a.post(`/polls/${other.id}/close`, {}, { headers }), 422, 'idempotency_key_reuse')
    expect(pollOf(await a.get(`/polls/${other.id}`)).closed_at).toBeNull()
  })
})

describe('an ETag', () => {
  test('answers 304 until something changes', async () => {
    const read = await a.get(`/polls/${poll.id}`)
    const headers = { 'if-none-match': tagOf(read) }
    const same = await a.get(`/polls/${poll.key}`, headers)
    expect(same.statusCode).toBe(304)
    expect(same.body).toBe('')
    expect(tagOf(same)).toBe(tagOf(read))
    expect((await a.get(`/polls/${poll.id}`, { 'if-none-match': `"x", W/${tagOf(read)}` })).statusCode).toBe(
      304,
    )
    await vote(world, poll.id, ben, { agree: 1 })
    expect(pollOf(await a.get(`/polls/${poll.id}`, headers)).decided_voters_count).toBe(1)
  })

  test('is already returned when the record is made', async () => {
    const made = await a.post('/polls', pollFields())
    const { id } = pollOf(made)
    expect((await a.patch(`/polls/${id}`, { title: 'x' }, { headers: matching(made) })).statusCode).toBe(200)
    const begun = await a.post('/discussions', { title: 'x' })
    const path = `/discussions/${threadOf(begun).id}`
    expect((await a.patch(path, { title: 'y' }, { headers: matching(begun) })).statusCode).toBe(200)
    expectProblem(
      await a.patch(path, { title: 'z' }, { headers: matching(begun) }),
      412,
      'precondition_failed',
    )
  })

  test('is not returned to callers without access', async () => {
    const headers = { 'if-none-match': tagOf(await a.get(`/polls/${poll.id}`)) }
    expectProblem(await elsewhere.get(`/polls/${poll.id}`, headers), 404, 'not_found')
    expectProblem(await elsewhere.get(`/polls/${poll.id}`, { 'if-none-match': '*' }), 404, 'not_found')
  })

  test('prevents changes to an outdated version, but votes do not count as changes', async () => {
    const headers = { 'if-match': tagOf(await a.get(`/polls/${poll.id}`)) }
    await vote(world, poll.id, ben, { agree: 1 })
    const closed = await a.post(`/polls/${poll.id}/close`, {}, { headers })
    expect(closed.statusCode).toBe(200)
    expectProblem(
      await a.post(`/polls/${poll.id}/reopen`, { closing_at: LATER }, { headers }),
      412,
      'precondition_failed',
    )
    const present = { 'if-match': tagOf(closed) }
    expect(
      (await a.post(`/polls/${poll.id}/reopen`, { closing_at: LATER }, { headers: present })).statusCode,
    ).toBe(200)
    expectProblem(
      await a.post(`/polls/${poll.id}/close`, {}, { headers: { 'if-match': '"made-up"' } }),
      412,
      'precondition_failed',
    )
    expect((await a.post(`/polls/${poll.id}/close`, {}, { headers: { 'if-match': '*' } })).statusCode).toBe(
      200,
    )
  })
})

test('unknown fields are reported', async () => {
  expect(ignoredBy(await a.post(`/polls/${poll.id}/close`, { why: 'x' }))).toEqual(['why'])
})
