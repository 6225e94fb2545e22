import { describe, expect, test } from 'vitest'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, vote } from './acts.ts'
import {
  caller,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  multipart,
  openApi,
  pollFields,
  pollOf,
  urlencoded,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben, cleo, dai, esi] = (await addMembers(world)) as [number, number, number, number]
const a = await caller(world, api)
const b = await caller(world, api, { variant: 'b', permissions: ['create_poll'] })

const TWO_THIRDS = { option: 'agree', percent: 66.66 }
const POSITIONS = ['agree', 'abstain', 'disagree', 'block']

type Ballots = [number, string][]
const make = async (changes: Fields, ballots: Ballots = []) => {
  const { id } = pollOf(await a.post('/polls', pollFields(changes)))
  for (const [person, choice] of ballots) await vote(world, id, person, { [choice]: 1 })
  return id
}
const read = async (id: number | string) => {
  const answer = await a.get(`/polls/${id}/results`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('the rules of a poll', () => {
  const rules = {
    quorum_pct: 50,
    thresholds: [TWO_THIRDS, { option: 'disagree', percent: 10, of: 'eligible', at: 'most' }],
    no_block: true,
  }
  const kept = {
    ...rules,
    thresholds: [{ ...TWO_THIRDS, of: 'cast', at: 'least' }, rules.thresholds[1]],
  }

  test('are stored as posted, in both variants, and returned with the poll', async () => {
    for (const by of [a, b]) {
      const made = pollOf(await by.post('/polls', pollFields({ options: POSITIONS, ...rules })))
      expect(made).toMatchObject(kept)
      expect(pollOf(await by.get(`/polls/${made.id}`))).toEqual(made)
    }
  })

  test('are empty by default', async () => {
    const none = { quorum_pct: null, thresholds: [], no_block: false }
    expect(pollOf(await a.post('/polls', pollFields()))).toMatchObject(none)
    const nulls = { quorum_pct: null, thresholds: null }
    expect(pollOf(await a.post('/polls', pollFields(nulls)))).toMatchObject(none)
    const blanks = urlencoded(Object.entries({ ...pollFields(), quorum_pct: '', thresholds: '' }) as never)
    expect(pollOf(await send(blanks))).toMatchObject(none)
  })

  const send = ({ payload, type }: { payload: string; type: string }) =>
    api.send({
      method: 'POST',
      url: '/api/b1/polls',
      headers: { authorization: `Bearer ${a.key}`, 'content-type': type },
      payload,
    })

  test.each([urlencoded, multipart])(
    'can be sent as a form, part by part and in any order',
    async (encode) => {
      const fields = pollFields({
        quorum_pct: '50',
        no_block: 'true',
        'thresholds[1][at]': 'most',
        'thresholds[1][of]': 'eligible',
        'thresholds[0][percent]': '66.66',
        'thresholds[1][option]': 'disagree',
        'thresholds[1][percent]': '10',
        'thresholds[0][option]': 'agree',
      })
      const pairs = [...Object.entries(fields), ...POSITIONS.map((name) => ['options[]', name])]
      const answer = await send(encode(pairs as [string, string][]))
      expect(pollOf(answer)).toMatchObject(kept)
      expect(answer.headers['folkmoot-ignored-fields']).toBeUndefined()
    },
  )

  test.each<[unknown, string]>([
    [[{ percent: 50 }], "item 1 option can't be blank"],
    [[TWO_THIRDS, { option: 'agree' }], "item 2 percent can't be blank"],
    [[{ ...TWO_THIRDS, percent: 101 }], 'item 1 percent must be between 0 and 100'],
    [[{ ...TWO_THIRDS, percent: -1 }], 'item 1 percent must be between 0 and 100'],
    [[{ ...TWO_THIRDS, percent: 'half' }], 'item 1 percent must be a number'],
    [[{ ...TWO_THIRDS, percent: true }], 'item 1 percent must be a number'],
    [[{ ...TWO_THIRDS, percent: 33.333 }], 'contain the percentage 33.333; use at most two decimals'],
    [[{ ...TWO_THIRDS, of: 'all' }], 'item 1 of must be one of cast, eligible'],
    [[{ ...TWO_THIRDS, at: 'last', of: '' }], "item 1 of can't be blank, at must be one of least, most"],
    [[{ ...TWO_THIRDS, share: 1 }], 'item 1 may only have the fields option, percent, of, at'],
    [[{ option: 'blue', percent: 1 }], 'name "blue", which is not one of the options'],
    [
      [TWO_THIRDS, { ...TWO_THIRDS, percent: 1 }],
      'contain "at least … of those who vote" more than once for "agree"',
    ],
    [
      [
        { ...TWO_THIRDS, share: 1 },
        { ...TWO_THIRDS, share: 1 },
      ],
      'item 1 may only have the fields option, percent, of, at, item 2 may only have the fields option, percent, of, at',
    ],
    [['agree'], 'item 1 must be an object with the fields option, percent, of, at'],
    [[null], 'item 1 must be an object with the fields option, percent, of, at'],
    [[[]], 'item 1 must be an object with the fields option, percent, of, at'],
    [7, 'item 1 must be an object with the fields option, percent, of, at'],
    [Array.from({ length: 21 }, () => TWO_THIRDS), 'are too many (at most 20)'],
  ])('thresholds %j are refused: %s', async (thresholds, message) => {
    const { thresholds: said } = expectInvalid(
      await a.post('/polls', pollFields({ thresholds })),
      'thresholds',
    )
    expect(said).toEqual([message])
  })

  test('are refused all at once, whether they are unreadable or name no option', async () => {
    const thresholds = [
      { ...TWO_THIRDS, percent: 101 },
      { option: 'blue', percent: 33.333 },
    ]
    const answer = await a.post('/polls', pollFields({ thresholds }))
    expect(expectInvalid(answer, 'thresholds')['thresholds']).toEqual([
      'item 1 percent must be between 0 and 100',
      'name "blue", which is not one of the options',
      'contain the percentage 33.333; use at most two decimals',
    ])
  })

  test('are refused all at once, each with its field and how to fix it', async () => {
    const wrong = { quorum_pct: 101, thresholds: [{ ...TWO_THIRDS, at: 'x' }], no_block: true }
    expect(
      expectInvalid(await a.post('/polls', pollFields(wrong)), 'quorum_pct', 'thresholds', 'no_block'),
    ).toMatchObject({
      quorum_pct: ['must be between 0 and 100'],
      no_block: ['needs a proposal with the option block'],
    })
    for (const quorum_pct of [-1, 50.5, 'half'])
      expectInvalid(await a.post('/polls', pollFields({ quorum_pct })), 'quorum_pct')
    const meeting = { poll_type: 'meeting', options: ['2098-01-01'], no_block: true }
    expectInvalid(await a.post('/polls', pollFields(meeting)), 'no_block')
  })
})

describe('a change of rules', () => {
  const rules = { quorum_pct: 50, thresholds: [TWO_THIRDS], no_block: true }
  const kept = [{ ...TWO_THIRDS, of: 'cast', at: 'least' }]

  test('of a draft writes the given ones, and leaves the others', async () => {
    const id = await make({ closing_at: null, options: POSITIONS, ...rules })
    const change = async (fields: Fields, encoding: 'json' | 'form' = 'json') =>
      pollOf(await a.patch(`/polls/${id}`, fields, { encoding }))
    expect(await change({ title: 'T' })).toMatchObject({
      title: 'T',
      quorum_pct: 50,
      thresholds: kept,
      no_block: true,
    })
    expect(await change({ quorum_pct: null })).toMatchObject({
      quorum_pct: null,
      thresholds: kept,
      no_block: true,
    })
    const part = { 'thresholds[0][option]': 'disagree', 'thresholds[0][percent]': '5', no_block: 'false' }
    expect(await change(part, 'form')).toMatchObject({
      thresholds: [{ option: 'disagree', percent: 5, of: 'cast', at: 'least' }],
      no_block: false,
    })
    expect(await change({ thresholds: [] })).toMatchObject({ thresholds: [] })
  })

  test('is refused with all errors at once, and once voting has opened', async () => {
    const draft = await make({ closing_at: null })
    const wrong = { title: '', quorum_pct: 101, thresholds: [{ option: 'blue', percent: 1 }], no_block: true }
    expectInvalid(await a.patch(`/polls/${draft}`, wrong), 'title', 'quorum_pct', 'thresholds', 'no_block')
    const open = await make({ options: POSITIONS, ...rules })
    expect(pollOf(await a.patch(`/polls/${open}`, rules))).toMatchObject({ quorum_pct: 50 })
    const errors = expectInvalid(
      await a.patch(`/polls/${open}`, { quorum_pct: null, thresholds: [], no_block: false }),
      'quorum_pct',
      'thresholds',
      'no_block',
    )
    expect(errors).toMatchObject({ quorum_pct: ["can't be changed once voting has opened"] })
  })
})

describe('the results', () => {
  test('contain numbers by option, the turnout, and the decision of the rules', async () => {
    const thresholds = [TWO_THIRDS, { option: 'disagree', percent: 20, of: 'eligible', at: 'most' }]
    const id = await make({ options: POSITIONS, thresholds, quorum_pct: 80, no_block: true }, [
      [ben, 'agree'],
      [cleo, 'agree'],
      [dai, 'disagree'],
    ])
    await close(world, id)
    const { poll_options, polls } = envelopeOf(await a.get(`/polls/${id}`))
    const [agree, abstain, disagree, block] = poll_options.map((option) => option.id)
    const none = { score: 0, voter_count: 0, share_of_cast: 0, share_of_eligible: 0, average: null, rank: 3 }
    const expected = {
      results_visible: true,
      results_as_of: 3,
      options: [
        {
          id: agree,
          name: 'agree',
          score: 2,
          voter_count: 2,
          share_of_cast: 0.6667,
          share_of_eligible: 0.4,
          average: 1,
          rank: 1,
        },
        { id: abstain, name: 'abstain', ...none },
        {
          id: disagree,
          name: 'disagree',
          score: 1,
          voter_count: 1,
          share_of_cast: 0.3333,
          share_of_eligible: 0.2,
          average: 1,
          rank: 2,
        },
        { id: block, name: 'block', ...none },
      ],
      turnout: { eligible: 5, cast: 3, share: 0.6 },
      decision: {
        passed: false,
        rules: [
          {
            rule: 'threshold',
            option: 'agree',
            of: 'cast',
            at: 'least',
            required: 66.66,
            actual: 66.67,
            passed: true,
          },
          {
            rule: 'threshold',
            option: 'disagree',
            of: 'eligible',
            at: 'most',
            required: 20,
            actual: 20,
            passed: true,
          },
          { rule: 'no_block', option: 'block', of: 'cast', at: 'most', required: 0, actual: 0, passed: true },
          {
            rule: 'quorum',
            option: null,
            of: 'eligible',
            at: 'least',
            required: 80,
            actual: 60,
            passed: false,
          },
        ],
        sentence:
          'Not passed: 3 of 5 voted (60%, quorum 80%); 2 of 3 who voted agree (66.7%, at least two thirds needed); 1 of all 5 voters disagrees (20%, at most 20% allowed); no blocks.',
      },
    }
    expect(await read(id)).toEqual(expected)
    expect(await read(polls[0]!.key)).toEqual(expected)
  })

  test('give the average and the rank of scores', async () => {
    const { id } = pollOf(await a.post('/polls', pollFields({ poll_type: 'score', options: ['x', 'y'] })))
    await vote(world, id, ben, { x: 5, y: 0 })
    await vote(world, id, cleo, { x: 2 })
    expect((await read(id)).options).toMatchObject([
      { name: 'x', score: 7, voter_count: 2, share_of_cast: 1, average: 3.5, rank: 1 },
      { name: 'y', score: 0, voter_count: 1, share_of_cast: 0.5, average: 0, rank: 2 },
    ])
  })

  test('without rules have no decision, closed or not', async () => {
    const id = await make({}, [[ben, 'agree']])
    expect((await read(id)).decision).toEqual({
      passed: null,
      rules: [],
      sentence: 'Not decided yet: voting is open. So far, 1 of 5 voted (20%).',
    })
    await close(world, id)
    const { decision } = await read(id)
    expect(decision).toMatchObject({ passed: null, rules: [] })
    expect(decision.sentence).toBe('This poll has no conditions: 1 of 5 voted (20%).')
  })

  test('without votes have no decision if nothing is required', async () => {
    const most = { option: 'disagree', percent: 10, of: 'eligible', at: 'most' }
    for (const rules of [{ no_block: true }, { no_block: false, thresholds: [most] }]) {
      const id = await make({ options: POSITIONS, ...rules })
      await close(world, id)
      expect((await read(id)).decision).toMatchObject({
        passed: null,
        rules: [{ actual: 0, passed: null }],
        sentence: 'Not decided: nobody voted. 5 could have.',
      })
    }
  })

  test('of open voting show the current state, without a decision', async () => {
    const id = await make({ thresholds: [TWO_THIRDS] }, [[ben, 'agree']])
    const open = await read(id)
    expect(open.decision).toMatchObject({ passed: null, rules: [{ actual: 100, passed: null }] })
    await close(world, id)
    expect((await read(id)).decision).toMatchObject({ passed: true, rules: [{ actual: 100, passed: true }] })
  })

  test.each(['until_vote', 'until_closed'])('hidden %s contain only the turnout', async (hide_results) => {
    const id = await make({ hide_results, thresholds: [TWO_THIRDS], quorum_pct: 20 }, [
      [ben, 'agree'],
      [cleo, 'disagree'],
    ])
    expect(await read(id)).toMatchObject({
      results_visible: false,
      results_as_of: null,
      options: [],
      turnout: { eligible: 5, cast: 2, share: 0.4 },
      decision: {
        passed: null,
        rules: [
          { rule: 'threshold', required: 66.66, actual: null, passed: null },
          { rule: 'quorum', required: 20, actual: 40, passed: null },
        ],
        sentence: 'Not decided yet: voting is open. So far, 2 of 5 voted (40%, quorum 20%).',
      },
    })
    await close(world, id)
    expect((await read(id)).decision).toMatchObject({
      passed: false,
      rules: [{ actual: 50 }, { actual: 40 }],
    })
  })

  test('of an open anonymous poll contain the turnout, and the rest once it is sealed', async () => {
    const id = await make({ anonymous: true, thresholds: [TWO_THIRDS] }, [
      [ben, 'agree'],
      [cleo, 'disagree'],
      [dai, 'agree'],
      [esi, 'agree'],
    ])
    const open = await read(id)
    expect(open).toMatchObject({
      results_visible: false,
      results_as_of: null,
      options: [],
      turnout: { cast: 4 },
    })
    expect(open.decision).toMatchObject({ passed: null, rules: [{ actual: null, passed: null }] })
    expect(open.decision.sentence).toBe('Not decided yet: voting is open. So far, 4 of 5 voted (80%).')
    await world.db.pool.query('update polls set closed_at = now() where id = $1', [id])
    const counting = await read(id)
    expect(counting).toMatchObject({ results_visible: false, options: [], decision: { passed: null } })
    expect(counting.decision.sentence).toBe('Not decided yet: the votes are being counted.')
    await sealPoll(world.db, id)
    expect(await read(id)).toMatchObject({
      results_as_of: 4,
      decision: { passed: true, rules: [{ actual: 75 }] },
    })
  })

  test('of a draft say that voting has not opened', async () => {
    const id = await make({ closing_at: null, quorum_pct: 50 })
    expect(await read(id)).toMatchObject({ turnout: { cast: 0 }, decision: { passed: null } })
    expect((await read(id)).decision.sentence).toBe('Not decided yet: voting has not opened.')
  })

  test('of a poll without voters are zeros', async () => {
    const id = await make({ specified_voters_only: true, thresholds: [TWO_THIRDS], quorum_pct: 1 })
    await close(world, id)
    expect(await read(id)).toMatchObject({
      turnout: { eligible: 0, cast: 0, share: 0 },
      decision: { passed: false, rules: [{ actual: 0 }, { actual: 0 }] },
    })
  })

  test('of missing polls, or of another group’s, are the same 404', async () => {
    for (const ref of ['999999', 'nOsUcHkY', 'x'])
      expectProblem(await a.get(`/polls/${ref}/results`), 404, 'not_found')
  })
})

describe('a proposal that offers block and has a rule', () => {
  const ruled = async (changes: Fields) => {
    const options = ['agree', 'disagree', 'block']
    return pollOf(await a.post('/polls', pollFields({ options, quorum_pct: 10, ...changes })))
  }

  test('fails by a single block, unless it was made with no_block false', async () => {
    const asked: [Fields, boolean][] = [
      [{}, true],
      [{ no_block: true }, true],
      [{ no_block: false }, false],
      [{ quorum_pct: null, thresholds: [{ option: 'agree', percent: 50 }] }, true],
      [{ quorum_pct: null }, false],
      [{ options: ['agree', 'disagree'] }, false],
      [{ poll_type: 'poll' }, false],
    ]
    const made = await Promise.all(asked.map(([changes]) => ruled(changes)))
    expect(made.map(({ no_block }) => no_block)).toEqual(asked.map(([, set]) => set))
  })

  test('keeps this setting when it is edited', async () => {
    const { id } = await ruled({ quorum_pct: null, closing_at: null })
    expect(pollOf(await a.patch(`/polls/${id}`, { quorum_pct: 10 }))).toMatchObject({
      quorum_pct: 10,
      no_block: false,
    })
  })
})
