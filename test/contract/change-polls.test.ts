import { beforeEach, describe, expect, test } from 'vitest'
import { rows, vote } from './acts.ts'
import { ENCODINGS, expectInvalid, expectProblem, type Fields, ignoredBy, LATER, pollOf } from './api.ts'
import { matching, openStage } from './stage.ts'

const { world, api, ben, a, elsewhere, without, make } = await openStage()
const SOONER = '2998-01-31T18:00:00.123Z'

let poll: ReturnType<typeof pollOf>
beforeEach(async () => {
  poll = await make({ details: 'Blue.' })
})

describe('a poll', () => {
  test.each(ENCODINGS)('is changed in the given fields only, as %s', async (encoding) => {
    const at = `/polls/${poll.key}`
    const first = pollOf(await a.patch(at, { title: 'Paint it green?', closing_at: SOONER }, { encoding }))
    const { id, poll_option_names } = poll
    expect(first).toMatchObject({
      id,
      title: 'Paint it green?',
      details: 'Blue.',
      closing_at: SOONER,
      poll_option_names,
    })
    const second = pollOf(await a.patch(at, { details: null, hide_results: 'until_closed' }, { encoding }))
    expect(second).toMatchObject({
      title: 'Paint it green?',
      details: null,
      hide_results: 'until_closed',
      closing_at: SOONER,
    })
    expect(second.versions_count).toBe(3)
    const edits = await rows(world.db, "select 1 from events where poll_id = $1 and kind = 'poll_edited'", [
      id,
    ])
    expect(edits).toHaveLength(2)
  })

  test('keeps an unchanged description, and counts a new one as an edit', async () => {
    const option_meanings = ['Calm.', '', 'Like the door.'].slice(0, poll.poll_option_names.length)
    const at = `/polls/${poll.id}`
    const described = await a.patch(at, { option_meanings })
    const kept = await a.patch(at, { option_meanings })
    for (const answer of [described, kept]) {
      expect(pollOf(answer).versions_count).toBe(2)
      const { poll_options } = answer.json()
      expect(poll_options.map(({ meaning }: { meaning: string }) => meaning ?? '')).toEqual(option_meanings)
    }
    expectInvalid(await a.patch(at, { option_meanings: ['x'.repeat(501)] }), 'option_meanings')
  })

  test.each<[string, Fields, string[]]>([
    ['blanks', { title: ' ', closing_at: '' }, ['title', 'closing_at']],
    ['no closing time', { closing_at: null }, ['closing_at']],
    ['a past one', { closing_at: '2001-01-01' }, ['closing_at']],
    [
      'null where something must be',
      { title: null, hide_results: null, no_block: null },
      ['title', 'hide_results', 'no_block'],
    ],
    ['too much', { title: 'x'.repeat(151), details: 'x'.repeat(100_001) }, ['title', 'details']],
    [
      'what it cannot be',
      { title: 1, hide_results: 'always', closing_at: 'soon' },
      ['title', 'hide_results', 'closing_at'],
    ],
    ['a number, and a time that is past', { title: 1, closing_at: '2001-01-01' }, ['title', 'closing_at']],
  ])('cannot be changed to %s', async (_, fields, wrong) => {
    expectInvalid(await a.patch(`/polls/${poll.id}`, fields), ...wrong)
    expect(pollOf(await a.get(`/polls/${poll.id}`))).toEqual(poll)
  })

  test.each<Fields>([
    { details: null, quorum_pct: null, thresholds: null },
    { details: null, quorum_pct: null, thresholds: [] },
  ])('loses optional values by %j', async (nothing) => {
    const options = ['agree', 'disagree', 'block']
    const rules = { quorum_pct: 20, thresholds: [{ option: 'agree', percent: 50 }], no_block: true }
    const draft = await make({ closing_at: null, details: 'Blue.', options, ...rules })
    const changed = pollOf(await a.patch(`/polls/${draft.id}`, nothing))
    expect(changed).toMatchObject({ details: null, quorum_pct: null, thresholds: [], no_block: true })
  })

  test('never shows results earlier than voters were told', async () => {
    const hidden = await make({ hide_results: 'until_closed', anonymous: true })
    for (const hide_results of ['off', 'until_vote'])
      expectInvalid(await a.patch(`/polls/${hidden.id}`, { hide_results }), 'hide_results')
    const draft = await make({ hide_results: 'until_closed', closing_at: null })
    expect(pollOf(await a.patch(`/polls/${draft.id}`, { hide_results: 'off' })).hide_results).toBe('off')
  })

  test('that is a draft is not opened by a change', async () => {
    const draft = await make({ closing_at: null })
    expectInvalid(await a.patch(`/polls/${draft.id}`, { closing_at: LATER }), 'closing_at')
    const changed = pollOf(await a.patch(`/polls/${draft.id}`, { title: 'Later', closing_at: null }))
    expect(changed).toMatchObject({ title: 'Later', closing_at: null, opened_at: null })
  })

  test('that is closed cannot be changed', async () => {
    await a.post(`/polls/${poll.id}/close`, {})
    expectProblem(await a.patch(`/polls/${poll.id}`, { title: 'x' }), 409, 'poll_closed')
  })

  test('keeps its fixed fields, and says so', async () => {
    const answer = await a.patch(`/polls/${poll.id}`, {
      anonymous: true,
      poll_type: 'count',
      options: ['x'],
      closed_at: LATER,
    })
    expect(ignoredBy(answer)).toEqual(['anonymous', 'poll_type', 'options', 'closed_at'])
    expect(pollOf(answer)).toMatchObject({ anonymous: false, poll_type: 'proposal', closed_at: null })
  })

  test.each([{}, { title: 'Paint the hall blue?', details: 'Blue.', closing_at: LATER, thresholds: [] }])(
    'is not changed by %j, its current value',
    async (fields) => {
      const read = await a.get(`/polls/${poll.id}`)
      const answer = await a.patch(`/polls/${poll.id}`, fields)
      expect(answer.json()).toEqual(read.json())
      expect(answer.headers['etag']).toBe(read.headers['etag'])
      expect(await rows(world.db, 'select kind from events where poll_id = $1', [poll.id])).toEqual([
        { kind: 'poll_created' },
      ])
    },
  )

  test('is not changed by a caller with an outdated version', async () => {
    const at = `/polls/${poll.id}`
    const read = await a.get(at)
    await vote(world, poll.id, ben, { agree: 1 })
    const changed = await a.patch(at, { title: 'One' }, { headers: matching(read) })
    expect(pollOf(changed).title).toBe('One')
    expectProblem(
      await a.patch(at, { title: 'Two' }, { headers: matching(read) }),
      412,
      'precondition_failed',
    )
    expectProblem(await a.remove(at, {}, { headers: matching(read) }), 412, 'precondition_failed')
    // Of two with the same version, one writes.
    const both = await Promise.all(
      ['Three', 'Four'].map((title) => a.patch(at, { title }, { headers: matching(changed) })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
  })

  test.each([
    ['PATCH', { title: 'x' }],
    ['DELETE', {}],
  ] as const)('%s is for keys with manage_polls, of its group', async (method, payload) => {
    const ask = (ref: string | number, key?: string) =>
      api.send({
        method,
        url: `/api/b1/polls/${ref}`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        payload,
      })
    const { key } = await without('manage_polls')
    expectProblem(await ask(poll.id, key), 403, 'permission_missing')
    expectProblem(await ask(poll.id), 403, 'api_key_missing')
    for (const [ref, never] of [
      [poll.id, 999_999],
      [poll.key, 'nOsUcHky'],
    ] as const) {
      expectProblem(await ask(ref, elsewhere.key), 404, 'not_found')
      expect((await ask(ref, elsewhere.key)).json().error).toBe(
        (await ask(never, elsewhere.key)).json().error,
      )
    }
    expect(pollOf(await a.get(`/polls/${poll.id}`))).toEqual(poll)
  })
})

describe('options', () => {
  test.each(ENCODINGS)('are added to a poll that is not closed, as %s', async (encoding) => {
    const trees = await make({ poll_type: 'poll', options: ['Oak'] })
    await vote(world, trees.id, ben, { Oak: 1 })
    const changed = pollOf(
      await a.post(`/polls/${trees.id}/options`, { options: ['Ash', 'Elm'] }, { encoding }),
    )
    expect(changed).toMatchObject({ poll_option_names: ['Oak', 'Ash', 'Elm'], stance_counts: [1, 0, 0] })
  })

  test('that exist, are blank, too long or missing are refused, and so are additions to proposals', async () => {
    const trees = await make({ poll_type: 'poll', options: ['Oak'] })
    for (const options of [[], ['Oak'], [' '], ['x'.repeat(251)], [7], null])
      expectInvalid(await a.post(`/polls/${trees.id}/options`, { options }), 'options')
    expectInvalid(await a.post(`/polls/${poll.id}/options`, { options: ['block'] }), 'options')
    await a.post(`/polls/${trees.id}/close`, {})
    expectProblem(await a.post(`/polls/${trees.id}/options`, { options: ['Ash'] }), 409, 'poll_closed')
    expectProblem(await elsewhere.post(`/polls/${trees.id}/options`, { options: ['Ash'] }), 404, 'not_found')
  })
})
