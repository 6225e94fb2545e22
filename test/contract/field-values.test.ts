import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { told } from './acts.ts'
import {
  caller,
  expectInvalid,
  expectProblem,
  type Fields,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = await addMembers(world)
const a = await caller(world, api)

const make = async (changes: Fields, encoding: 'json' | 'form' | 'multipart' = 'json') =>
  pollOf(await a.post('/polls', pollFields(changes), { encoding }))
const refused = async (field: string, value: unknown, encoding: 'json' | 'form' = 'json') =>
  expectInvalid(await a.post('/polls', pollFields({ [field]: value }), { encoding }), field)

describe('booleans', () => {
  const TRUE = ['true', 'TRUE', 'True', 't', 'T', '1', 'on', 'ON', 'yes', 'Yes']
  const FALSE = ['false', 'FALSE', 'False', 'f', 'F', '0', 'off', 'Off', 'no', 'NO', '']
  test('every word in a form that means yes or no is accepted', async () => {
    for (const word of TRUE) expect((await make({ anonymous: word }, 'form')).anonymous, word).toBe(true)
    for (const word of FALSE)
      expect((await make({ can_respond_maybe: word }, 'form')).can_respond_maybe, word).toBe(false)
    expect((await make({ can_respond_maybe: 'False' }, 'multipart')).can_respond_maybe).toBe(false)
  })

  test('JSON accepts true, false, 0 and 1', async () => {
    expect((await make({ anonymous: 1 })).anonymous).toBe(true)
    expect((await make({ anonymous: true })).anonymous).toBe(true)
    expect((await make({ can_respond_maybe: 0 })).can_respond_maybe).toBe(false)
    expect((await make({ can_respond_maybe: false })).can_respond_maybe).toBe(false)
  })

  test('anything else is a field error', async () => {
    for (const word of ['2', 'ja', 'null', 'truee', '-1']) await refused('anonymous', word, 'form')
    for (const value of ['true', 'False', '1', 2, -1, 0.5, 'on', {}, [true, true]])
      await refused('anonymous', value)
  })

  test.each([
    'anonymous',
    'specified_voters_only',
    'shuffle_options',
    'voter_can_add_options',
    'can_respond_maybe',
    'hide_results_until_closed',
  ] as const)('%s is what was sent', async (field) => {
    expect((await make({ [field]: true }))[field]).toBe(true)
    expect((await make({ [field]: false }))[field]).toBe(false)
  })

  test('False for notify_recipients in a form notifies nobody', async () => {
    const quiet = await make({ recipient_user_ids: [ben], notify_recipients: 'False' }, 'form')
    expect(await told(world.db, { poll_id: quiet.id })).toEqual([])
    const loud = await make({ recipient_user_ids: [ben], notify_recipients: 'True' }, 'form')
    expect(await told(world.db, { poll_id: loud.id })).toEqual([ben])
  })
})

test('a JSON list where one value is due is a value of the wrong type, whatever its length', async () => {
  for (const [field, value, sentence] of [
    ['title', ['T'], 'must be text'],
    ['closing_at', [], expect.stringMatching(/^must be an ISO 8601 date-time /)],
    ['discussion_id', [1], 'must be a whole number'],
    ['anonymous', [true], 'must be true or false'],
  ] as const) {
    const { errors } = (await a.post('/polls', pollFields({ [field]: value }))).json()
    expect(errors).toEqual({ [field]: [sentence] })
  }
})

describe('integers and ids', () => {
  test('a number or a string of digits', async () => {
    const thread = threadOf(await a.post('/discussions', { title: 'T' }))
    for (const discussion_id of [thread.id, String(thread.id)]) {
      expect((await make({ discussion_id })).discussion_id).toBe(thread.id)
      expect((await make({ discussion_id }, 'form')).discussion_id).toBe(thread.id)
    }
    expect(await make({ recipient_user_ids: [String(ben)], specified_voters_only: true })).toMatchObject({
      voters_count: 1,
    })
  })

  test('anything else is a field error', async () => {
    for (const value of ['x', '1.5', 1.5, true, {}, '0x10', '1e3', '١٢', 1e30]) {
      await refused('discussion_id', value)
      await refused('recipient_user_ids', [value])
      await refused('max_score', value)
    }
  })

  test.each([
    ['min_score', 0, 4, -1],
    ['max_score', 1, 10_000, 10_001],
    ['dots_per_person', 1, 10_000, 0],
    ['dots_per_person', 1, 10_000, 10_001],
    ['agree_target', 1, 1_000_000, 0],
    ['maximum_stance_choices', 1, 3, 4],
    ['minimum_stance_choices', 1, 3, 0],
  ])('%s goes from %i to %i, and %i is refused', async (field, least, most, beyond) => {
    const fields = { poll_type: 'poll', options: ['x', 'y', 'z'] }
    for (const value of [least, most]) {
      expect((await a.post('/polls', pollFields({ ...fields, [field]: value }))).statusCode, `${value}`).toBe(
        200,
      )
    }
    expectInvalid(await a.post('/polls', pollFields({ ...fields, [field]: beyond })), field)
  })

  test('digits in the path are an id, anything else is a key', async () => {
    const poll = await make({})
    const thread = threadOf(await a.post('/discussions', { title: 'T' }))
    for (const [path, { id, key }] of [
      ['/polls', poll],
      ['/discussions', thread],
    ] as const) {
      for (const ref of [id, key]) expect((await a.get(`${path}/${ref}`)).body).toContain(`"key":"${key}"`)
      for (const ref of [
        `${id}x`,
        `-${id}`,
        ` ${id}`,
        key.slice(1),
        `${key}x`,
        '0',
        '9'.repeat(15),
        '9'.repeat(40),
        '9007199254740993',
      ]) {
        expectProblem(await a.get(`${path}/${encodeURIComponent(ref)}`), 404, 'not_found')
      }
    }
  })
})

test.each([' ', '\u200b', '\u2060\u00a0', '\u2800', '\u3164'])(
  'a title in which nothing can be seen is blank: %j',
  async (title) => {
    await refused('title', title)
    await refused('title', title, 'form')
  },
)

describe('closing_at', () => {
  test.each([
    ['2999-01-31T18:00:00Z', '2999-01-31T18:00:00.000Z'],
    ['2999-01-31T18:00:00.123Z', '2999-01-31T18:00:00.123Z'],
    ['2999-01-31T18:00:00.001Z', '2999-01-31T18:00:00.001Z'],
    ['2999-01-31T18:00:00.999Z', '2999-01-31T18:00:00.999Z'],
    ['2999-01-31T18:00:00.120000Z', '2999-01-31T18:00:00.120Z'],
    ['2999-01-31T18:00:00,5Z', '2999-01-31T18:00:00.500Z'],
    ['2999-01-31T18:00', '2999-01-31T18:00:00.000Z'],
    ['2999-01-31T18:00:07', '2999-01-31T18:00:07.000Z'],
    ['2999-01-31 18:00:00', '2999-01-31T18:00:00.000Z'],
    ['2999-01-31T18:00:00+02:00', '2999-01-31T16:00:00.000Z'],
    ['2999-01-31T18:00:00-0530', '2999-01-31T23:30:00.000Z'],
    ['2999-01-31T18:00:00+14', '2999-01-31T04:00:00.000Z'],
    ['2999-01-31T18:00:00.5+00:00', '2999-01-31T18:00:00.500Z'],
    ['2999-01-31', '2999-01-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    // As programs print it, with micro- or nanoseconds: responses have milliseconds.
    ['2999-01-31T18:00:00.123456', '2999-01-31T18:00:00.123Z'],
    ['2999-01-31T18:00:00.999999+00:00', '2999-01-31T18:00:00.999Z'],
    ['2999-01-31T18:00:00.123999999Z', '2999-01-31T18:00:00.123Z'],
  ])('%s is stored exactly, as %s', async (closing_at, kept) => {
    const poll = await make({ closing_at })
    expect(poll).toMatchObject({ closing_at: kept, closed_at: null })
    expect(pollOf(await a.get(`/polls/${poll.id}`)).closing_at).toBe(kept)
    expect((await make({ closing_at }, 'form')).closing_at).toBe(kept)
  })

  test.each([
    '2020-01-31T18:00:00Z',
    '2020-01-31',
    '0000-01-01',
    '2999-02-30',
    '2999-13-01',
    '2999-01-31T25:00:00Z',
    '2999-01-31T18:00:00+99:00',
    '9999-12-31T23:59:59-12:00',
    '+010000-01-01T00:00:00Z',
    '31/01/2999',
    'tomorrow',
    '4102444800',
  ])('%s is refused', async (closing_at) => {
    await refused('closing_at', closing_at)
    await refused('closing_at', closing_at, 'form')
  })

  test('values other than text are refused', async () => {
    for (const value of [4_102_444_800, true, {}, ['2999-01-31', '2999-02-01'], ''])
      await refused('closing_at', value)
  })

  test('a minute that has just passed is refused, a future one is accepted', async () => {
    await refused('closing_at', new Date(Date.now() - 60_000).toISOString())
    const soon = new Date(Date.now() + 60_000).toISOString()
    expect((await make({ closing_at: soon })).closing_at).toBe(soon)
  })

  test('null, missing, or empty in a form makes a draft', async () => {
    for (const fields of [{ closing_at: null }, { closing_at: undefined }])
      expect(await make(fields)).toMatchObject({ closing_at: null, opened_at: null, closed_at: null })
    expect(await make({ closing_at: '' }, 'form')).toMatchObject({ closing_at: null, opened_at: null })
  })
})
