import { beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../src/groups/api-key.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { makeGroup, rows, vote } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  LATER,
  openApi,
  pollFields,
  pollOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = (await addMembers(world)) as [number, number, number, number]
const a = await caller(world, api)
await makeGroup(world, 'orchard')
const elsewhere = await caller(world, api, { handle: 'orchard' })

const make = async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes)))
const tagOf = (answer: Answer) => ({ 'if-match': String(answer.headers['etag']) })
const SOONER = '2998-01-31T18:00:00.123Z'

let poll: ReturnType<typeof pollOf>
beforeEach(async () => {
  poll = await make({ details: 'Blue.' })
})

describe('a poll', () => {
  test.each(ENCODINGS)(
    'is changed in the fields that are given, and in no other, as %s',
    async (encoding) => {
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
    },
  )

  test.each<[string, Fields, string[]]>([
    ['blanks', { title: ' ', closing_at: '' }, ['title', 'closing_at']],
    ['no closing time', { closing_at: null }, ['closing_at']],
    ['a past one', { closing_at: '2001-01-01' }, ['closing_at']],
    ['too much', { title: 'x'.repeat(151), details: 'x'.repeat(100_001) }, ['title', 'details']],
    [
      'what it cannot be',
      { title: 1, hide_results: 'always', closing_at: 'soon' },
      ['title', 'hide_results', 'closing_at'],
    ],
    ['a number, and a time that is past', { title: 1, closing_at: '2001-01-01' }, ['title', 'closing_at']],
  ])('is not changed to %s', async (_, fields, wrong) => {
    expectInvalid(await a.patch(`/polls/${poll.id}`, fields), ...wrong)
    expect(pollOf(await a.get(`/polls/${poll.id}`))).toEqual(poll)
  })

  test('never shows results sooner than people were told when they voted', async () => {
    const hidden = await make({ hide_results: 'until_closed', anonymous: true })
    for (const hide_results of ['off', 'until_vote'])
      expectInvalid(await a.patch(`/polls/${hidden.id}`, { hide_results }), 'hide_results')
    const draft = await make({ hide_results: 'until_closed', closing_at: null })
    expect(pollOf(await a.patch(`/polls/${draft.id}`, { hide_results: 'off' })).hide_results).toBe('off')
  })

  test('that is a draft is not opened by it', async () => {
    const draft = await make({ closing_at: null })
    expectInvalid(await a.patch(`/polls/${draft.id}`, { closing_at: LATER }), 'closing_at')
    const changed = pollOf(await a.patch(`/polls/${draft.id}`, { title: 'Later', closing_at: null }))
    expect(changed).toMatchObject({ title: 'Later', closing_at: null, opened_at: null })
  })

  test('that is closed stays as it was voted on', async () => {
    await a.post(`/polls/${poll.id}/close`, {})
    expectProblem(await a.patch(`/polls/${poll.id}`, { title: 'x' }), 409, 'poll_closed')
  })

  test('keeps what is not to be changed, and says so', async () => {
    const answer = await a.patch(`/polls/${poll.id}`, {
      anonymous: true,
      poll_type: 'count',
      options: ['x'],
      closed_at: LATER,
    })
    expect(ignoredBy(answer)).toEqual(['anonymous', 'poll_type', 'options', 'closed_at'])
    expect(pollOf(answer)).toMatchObject({ anonymous: false, poll_type: 'proposal', closed_at: null })
  })

  test('is not changed by one who read it before somebody else changed it', async () => {
    const at = `/polls/${poll.id}`
    const read = await a.get(at)
    await vote(world, poll.id, ben, { agree: 1 })
    const changed = await a.patch(at, { title: 'One' }, { headers: tagOf(read) })
    expect(pollOf(changed).title).toBe('One')
    expectProblem(await a.patch(at, { title: 'Two' }, { headers: tagOf(read) }), 412, 'precondition_failed')
    expectProblem(await a.remove(at, {}, { headers: tagOf(read) }), 412, 'precondition_failed')
    // Of two who read the same, one writes.
    const both = await Promise.all(
      ['Three', 'Four'].map((title) => a.patch(at, { title }, { headers: tagOf(changed) })),
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
    const without = await keyFor(world, { permissions: PERMISSIONS.filter((one) => one !== 'manage_polls') })
    expectProblem(await ask(poll.id, without.key), 403, 'permission_missing')
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
