import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { vote } from './acts.ts'
import {
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  type Fields,
  openApi,
  pollFields,
  pollOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = await addMembers(world)
const a = await caller(world, api)
const b = await caller(world, api, { variant: 'b' })

const post = (changes: Fields) => a.post('/polls', pollFields(changes))
const make = async (changes: Fields) => pollOf(await post(changes))
const texts = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`)
const FREE = ['poll', 'score', 'ranked_choice', 'dot_vote'] as const
const TYPES = ['proposal', 'count', 'meeting', ...FREE] as const

describe('options', () => {
  test.each([
    ['proposal', ['agree', 'abstain', 'disagree']],
    ['count', ['accept', 'decline']],
  ])('of a %s have a default', async (poll_type, names) => {
    for (const options of [undefined, null, []])
      expect((await make({ poll_type, options })).poll_option_names).toEqual(names)
    for (const encoding of ENCODINGS.slice(1)) {
      const answer = await a.post('/polls', pollFields({ poll_type, 'options[]': '' }), { encoding })
      expect(pollOf(answer).poll_option_names).toEqual(names)
    }
  })

  test.each([...FREE, 'meeting'])(
    'of a %s have no default, and are required unless it is a draft or voters may add some',
    async (poll_type) => {
      expectInvalid(await post({ poll_type }), 'options')
      expectInvalid(await post({ poll_type, options: [] }), 'options')
      expect((await make({ poll_type, closing_at: null })).poll_option_names).toEqual([])
      expect(await make({ poll_type, voter_can_add_options: true })).toMatchObject({
        poll_option_names: [],
        voter_can_add_options: true,
      })
    },
  )

  test('of a proposal are a fixed set of words, in the order posted', async () => {
    for (const options of [['agree'], ['block', 'agree'], ['disagree', 'abstain', 'agree', 'block']])
      expect((await make({ options })).poll_option_names).toEqual(options)
    for (const options of [['Agree'], ['agree', 'maybe'], ['yes', 'no'], ['agree '], ['accept']])
      expectInvalid(await post({ options }), 'options')
  })

  test.each([...FREE, 'count'])('of a %s are any text, exactly as posted', async (poll_type) => {
    const options = [' spaced ', 'Ünï 🌍', '<b>', '2027-01-01', 'a'.repeat(250), 'agree', '7']
    const answer = envelopeOf(await post({ poll_type, options }))
    expect(answer.polls[0]!.poll_option_names).toEqual(options)
    expect(answer.poll_options.map(({ name }) => name)).toEqual(options)
  })

  test('of a ranked choice are at least two', async () => {
    expectInvalid(await post({ poll_type: 'ranked_choice', options: ['x'] }), 'options')
    expect((await make({ poll_type: 'ranked_choice', options: ['x', 'y'] })).minimum_stance_choices).toBe(2)
  })

  test.each([...FREE, 'count'])(
    'of a %s that are blank, duplicate or too long are refused',
    async (poll_type) => {
      for (const bad of ['', ' ', '\t\n', '\u00a0'])
        expectInvalid(await post({ poll_type, options: ['x', bad, 'y'] }), 'options')
      expectInvalid(await post({ poll_type, options: ['x', 'y', 'x'] }), 'options')
      expectInvalid(await post({ poll_type, options: ['x', 'a'.repeat(251)] }), 'options')
      expectInvalid(await post({ poll_type, options: ['x', 7] }), 'options')
      expect((await make({ poll_type, options: ['x', '🌍'.repeat(250)] })).poll_option_names).toHaveLength(2)
      expectInvalid(await post({ poll_type, options: ['x', '🌍'.repeat(251)] }), 'options')
    },
  )

  test.each([...FREE, 'count'])('of a %s are at most 200', async (poll_type) => {
    expect((await make({ poll_type, options: texts(200) })).poll_option_ids).toHaveLength(200)
    expectInvalid(await post({ poll_type, options: texts(201) }), 'options')
  })

  test('with several problems are reported with all of them', async () => {
    const errors = expectInvalid(
      await post({ poll_type: 'poll', options: ['', 'x', 'x', 'a'.repeat(251)] }),
      'options',
    )
    expect(errors['options']).toHaveLength(3)
  })

  test('are in the order posted, numbered from 0', async () => {
    const { poll_options } = envelopeOf(await post({ poll_type: 'poll', options: ['z', 'a', 'm'] }))
    expect(poll_options.map(({ name, priority }) => [name, priority])).toEqual([
      ['z', 0],
      ['a', 1],
      ['m', 2],
    ])
  })
})

describe('descriptions of options', () => {
  const POLL = { poll_type: 'poll', options: ['z', 'a', 'm'] }
  const meanings = (answer: Parameters<typeof envelopeOf>[0]) =>
    envelopeOf(answer).poll_options.map(({ name, meaning }) => [name, meaning])

  test('are in the order of the options, and null where none was sent', async () => {
    expect(meanings(await post(POLL))).toEqual(POLL.options.map((name) => [name, null]))
    expect(meanings(await post({ ...POLL, option_meanings: ['The last', '', ' In the\nmiddle '] }))).toEqual([
      ['z', 'The last'],
      ['a', null],
      ['m', 'In the\nmiddle'],
    ])
    const times = ['2027-05-03', '2027-05-01']
    const meeting = await post({
      poll_type: 'meeting',
      options: times,
      option_meanings: ['In town', 'At sea'],
    })
    expect(meanings(meeting)).toEqual([
      ['2027-05-01', 'At sea'],
      ['2027-05-03', 'In town'],
    ])
  })

  test('have at most 500 characters, and belong to an existing option', async () => {
    await post({ ...POLL, option_meanings: ['é'.repeat(500)] })
    expectInvalid(await post({ ...POLL, option_meanings: ['', 'x'.repeat(501)] }), 'option_meanings')
    expectInvalid(await post({ ...POLL, option_meanings: ['', '', '', 'x'] }), 'option_meanings')
  })
})

describe('a meeting', () => {
  const dates = (options: string[]) => post({ poll_type: 'meeting', options })
  test('accepts dates and date-times, stored as written and sorted by time', async () => {
    const options = [
      '2027-05-02T10:00+02:00',
      '2027-05-03',
      '2027-05-01',
      '2027-05-02T07:30:00Z',
      '2027-05-02T07:59:59.999Z',
      '2027-05-02 12:00',
    ]
    const { polls, poll_options } = envelopeOf(await dates(options))
    const byTime = [2, 3, 4, 0, 5, 1].map((place) => options[place])
    expect(polls[0]!.poll_option_names).toEqual(byTime)
    expect(poll_options.map(({ name, priority }) => [name, priority])).toEqual(
      byTime.map((name, place) => [name, place]),
    )
    expect(polls[0]!.results.map(({ name }) => name)).toEqual(byTime)
  })

  test.each([
    'tomorrow',
    '2027-02-30',
    '2027-13-01',
    '2027-05-01T25:00Z',
    '5 May 2027',
    '20270501',
    '2027-W18',
    '10:00',
    '2027-05',
    ' 2027-05-01',
    '9999-12-31T23:59-12:00',
  ])('refuses %s', async (option) => {
    expectInvalid(await dates(['2027-05-01', option]), 'options')
  })

  test('may have options in the past: only the closing time must not be', async () => {
    expect(pollOf(await dates(['1999-12-31'])).poll_option_names).toEqual(['1999-12-31'])
  })
})

describe('a new poll', () => {
  test('has the default settings of the API, in both variants', async () => {
    for (const who of [a, b]) {
      const poll = pollOf(await who.post('/polls', { title: 'T', poll_type: 'proposal' }))
      expect(poll).toMatchObject({
        details: null,
        details_format: 'md',
        closing_at: null,
        opened_at: null,
        closed_at: null,
        specified_voters_only: false,
        hide_results: 'off',
        hide_results_until_closed: false,
        shuffle_options: false,
        anonymous: false,
        discussion_id: null,
        voter_can_add_options: false,
        notify_on_closing_soon: 'nobody',
        min_score: 0,
        max_score: 5,
        dots_per_person: 8,
        agree_target: null,
        can_respond_maybe: true,
        stance_reason_required: 'optional',
        multiple_choice: false,
      })
    }
  })

  test('is returned as posted', async () => {
    const fields = {
      details: '<p>x</p>',
      details_format: 'html',
      hide_results: 'until_vote',
      shuffle_options: true,
      specified_voters_only: true,
      notify_on_closing_soon: 'undecided_voters',
      min_score: 2,
      max_score: 4,
      dots_per_person: 3,
      minimum_stance_choices: 2,
      maximum_stance_choices: 3,
      agree_target: 5,
      can_respond_maybe: false,
      stance_reason_required: 'required',
    }
    for (const who of [a, b]) {
      const poll = pollOf(
        await who.post('/polls', pollFields({ ...fields, poll_type: 'score', options: ['x', 'y', 'z'] })),
      )
      expect(poll).toMatchObject({ ...fields, closed_at: null })
      expect(poll.opened_at).toBe(poll.created_at)
    }
  })

  test.each([
    ['poll_type', 'Proposal'],
    ['poll_type', 'dot-vote'],
    ['poll_type', ''],
    ['details_format', 'MD'],
    ['hide_results', 'until_close'],
    ['notify_on_closing_soon', 'undecided'],
    ['stance_reason_required', 'sometimes'],
    ['recipient_audience', 'everyone'],
  ])('is refused with the %s "%s"', async (field, value) => {
    expectInvalid(await post({ [field]: value }), field)
  })

  test('that is a draft accepts no votes', async () => {
    const draft = await make({ closing_at: null })
    expect(draft).toMatchObject({ voters_count: 5, results_visible: true })
    await expect(vote(world, draft.id, ben!, { agree: 1 })).rejects.toMatchObject({ code: 'poll_closed' })
  })

  test.each(TYPES)('of type %s shows how many options one ballot names', async (poll_type) => {
    const options = {
      proposal: undefined,
      count: undefined,
      meeting: ['2027-01-01', '2027-01-02', '2027-01-03'],
    }
    const poll = await make({
      poll_type,
      options:
        options[poll_type as 'meeting'] ?? (FREE.includes(poll_type as 'poll') ? ['x', 'y', 'z'] : undefined),
    })
    const limits = {
      proposal: [1, 1],
      count: [1, 1],
      poll: [1, 1],
      score: [1, 3],
      ranked_choice: [3, 3],
      meeting: [3, 3],
      dot_vote: [0, 3],
    }
    expect([poll.minimum_stance_choices, poll.maximum_stance_choices]).toEqual(limits[poll_type])
  })

  test('of type poll may allow several choices', async () => {
    const options = ['x', 'y', 'z']
    expect(await make({ poll_type: 'poll', options, maximum_stance_choices: 2 })).toMatchObject({
      multiple_choice: true,
      maximum_stance_choices: 2,
    })
    expectInvalid(
      await post({ poll_type: 'poll', options, maximum_stance_choices: 4 }),
      'maximum_stance_choices',
    )
    expectInvalid(
      await post({ poll_type: 'poll', options, minimum_stance_choices: 4 }),
      'minimum_stance_choices',
    )
    expectInvalid(
      await post({ poll_type: 'poll', options, minimum_stance_choices: 3, maximum_stance_choices: 2 }),
      'minimum_stance_choices',
    )
  })

  test('of a ranked choice ranks at most as many as it has, also if it is opened later', async () => {
    const few = { poll_type: 'ranked_choice', options: ['x', 'y', 'z'], maximum_stance_choices: 2 }
    const limits = (poll: ReturnType<typeof pollOf>) => [
      poll.minimum_stance_choices,
      poll.maximum_stance_choices,
    ]
    expect(limits(await make(few))).toEqual([2, 2])
    const draft = await make({ ...few, closing_at: null })
    expect(limits(draft)).toEqual([2, 2])
    const opened = await a.post(`/polls/${draft.id}/open`, { closing_at: pollFields()['closing_at'] })
    expect(limits(pollOf(opened))).toEqual([2, 2])
  })

  test('keeps its limits within its options as a draft, too, unless voters may add some', async () => {
    const fields = { poll_type: 'poll', options: ['x', 'y'], closing_at: null, minimum_stance_choices: 3 }
    expectInvalid(await post(fields), 'minimum_stance_choices')
    expect((await post({ ...fields, voter_can_add_options: true })).statusCode).toBe(200)
    const draft = await make({ ...fields, options: null })
    await a.post(`/polls/${draft.id}/options`, { options: ['x', 'y'] })
    const open = () => a.post(`/polls/${draft.id}/open`, { closing_at: pollFields()['closing_at'] })
    expectInvalid(await open(), 'minimum_stance_choices')
    await a.post(`/polls/${draft.id}/options`, { options: ['z'] })
    expect(pollOf(await open()).minimum_stance_choices).toBe(3)
  })

  test('of type score needs a range of scores', async () => {
    const options = ['x']
    for (const range of [{ min_score: 5 }, { min_score: 3, max_score: 3 }, { min_score: 4, max_score: 2 }])
      expectInvalid(await post({ poll_type: 'score', options, ...range }), 'max_score')
  })
})
