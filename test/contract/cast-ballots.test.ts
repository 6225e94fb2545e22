import { beforeEach, describe, expect, test } from 'vitest'
import { reachClosing, rows, vote } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  pollOf,
} from './api.ts'
import { openStage } from './stage.ts'

const { world, api, ben, cleo, a, elsewhere, without, make: makePoll } = await openStage()
const b = await caller(world, api, { variant: 'b' })
const make = async (changes: Fields = {}) => (await makePoll(changes)).id
const stanceOf = (answer: Answer) => envelopeOf(answer).stances[0]!
const sums = async (id: number) => pollOf(await a.get(`/polls/${id}`)).stance_counts
const cast = (id: number, fields: Fields, by = a) => by.post(`/polls/${id}/ballots`, fields)

let id: number
beforeEach(async () => {
  id = await make()
})

describe('a wrong ballot', () => {
  test.each<[string, Fields, string[]]>([
    [
      'a voter without a ballot',
      { email: 'nobody@else.example', choices: { maybe: 1 } },
      ['email', 'choices'],
    ],
    ['no voter', { choices: { maybe: 1 } }, ['user_id', 'choices']],
    ['no voter and no choices', {}, ['user_id', 'choices']],
    ['two voters', { user_id: 1, email: 'ada@mill.example', choices: { maybe: 1 } }, ['email', 'choices']],
  ])('is refused with everything that is wrong: %s', async (_, fields, wrong) => {
    expectInvalid(await cast(id, fields), ...wrong)
  })
})

describe('a key can cast', () => {
  test.each(ENCODINGS)('the ballot of a member, by id and by address, as %s', async (encoding) => {
    for (const [who, user_id] of [
      [{ user_id: ben }, ben],
      [{ email: 'CLEO@mill.example ' }, cleo],
    ] as const) {
      const answer = await a.post(
        `/polls/${id}/ballots`,
        { ...who, choices: { agree: 1 }, reason: 'Because.' },
        { encoding },
      )
      const [option] = envelopeOf(answer).poll_options
      expect(stanceOf(answer)).toMatchObject({
        poll_id: id,
        participant_id: user_id,
        option_scores: { [option!.id]: 1 },
        reason: 'Because.',
        api_key_id: expect.any(Number),
      })
      expect(envelopeOf(answer).meta).toEqual({ root: 'stances', total: null })
      expect(envelopeOf(answer).users.map((user) => user.id)).toContain(user_id)
    }
    expect(await sums(id)).toEqual([2, 0, 0])
  })

  test('by the ids of options too, with names matched first', async () => {
    const { poll_options } = envelopeOf(await a.get(`/polls/${id}`))
    await cast(id, { user_id: ben, choices: { [poll_options[2]!.id]: 1 } })
    await a.post(
      `/polls/${id}/ballots`,
      { user_id: cleo, choices: JSON.stringify({ [poll_options[2]!.id]: '1' }) },
      { encoding: 'form' },
    )
    expect(await sums(id)).toEqual([0, 0, 2])
  })

  test.each(['form', 'multipart'] as const)(
    'in a %s whose options have numbers as names',
    async (encoding) => {
      const { poll_options } = envelopeOf(await a.get(`/polls/${id}`))
      const choices = { [poll_options[2]!.id]: 1 }
      expect(
        stanceOf(await a.post(`/polls/${id}/ballots`, { user_id: ben, choices }, { encoding })),
      ).toMatchObject({
        option_scores: choices,
      })
      const years = await make({ poll_type: 'dot_vote', options: ['2029', 'later', '0'] })
      const dots = { '2029': 3, later: 2, '0': 1 }
      await a.post(`/polls/${years}/ballots`, { user_id: ben, choices: dots }, { encoding })
      expect(await sums(years)).toEqual([3, 2, 1])
      const path = `/polls/${years}/ballots?user_id=${ben}`
      expectInvalid(await a.post(path, { user_id: ben, choices: ['2029'] }, { encoding }), 'choices')
    },
  )

  test('ranks, times and scores, like voters', async () => {
    const ranked = await make({ poll_type: 'ranked_choice', options: ['Oak', 'Ash'] })
    await cast(ranked, { user_id: ben, choices: { Oak: 1, Ash: 2 } })
    expect(await sums(ranked)).toEqual([2, 1])
    const meeting = await make({ poll_type: 'meeting', options: ['2999-01-01', '2999-01-02'] })
    await a.post(
      `/polls/${meeting}/ballots`,
      { user_id: ben, choices: { '2999-01-01': 2, '2999-01-02': 0 } },
      { encoding: 'form' },
    )
    expect(await sums(meeting)).toEqual([2, 0])
  })

  test('that of a guest who has one, and no others', async () => {
    await a.post(`/polls/${id}/voters`, { emails: ['guest@else.example'] })
    expect((await cast(id, { email: 'guest@else.example', choices: { agree: 1 } })).statusCode).toBe(200)
    const said = async (fields: Fields, field: string) =>
      expectInvalid(await cast(id, { ...fields, choices: { agree: 1 } }), field)
    const unknown = await said({ email: 'nobody@else.example' }, 'email')
    // A known address without a ballot looks like an unknown one.
    expect(await said({ email: 'admin@orchard.example' }, 'email')).toEqual(unknown)
    await said({ user_id: 999_999 }, 'user_id')
    await said({}, 'user_id')
    await said({ user_id: ben, email: 'ben@mill.example' }, 'email')
  })

  test('again: the same vote changes nothing, another one is a change', async () => {
    const first = stanceOf(await cast(id, { user_id: ben, choices: { agree: 1 } }))
    const headers = { 'idempotency-key': 'ballot' }
    const same = await a.post(`/polls/${id}/ballots`, { user_id: ben, choices: { agree: 1 } }, { headers })
    expect(stanceOf(same)).toEqual(first)
    const other = await a.post(
      `/polls/${id}/ballots`,
      { user_id: ben, choices: { disagree: 1 } },
      { headers },
    )
    expect(stanceOf(other)).toMatchObject({ id: first.id })
    expect(stanceOf(other).cast_at).not.toBe(first.cast_at)
    expect(await sums(id)).toEqual([0, 0, 1])
    expect(
      (
        await rows<{ kind: string }>(
          world.db,
          "select kind from events where poll_id = $1 and kind like 'stance%' order by id",
          [id],
        )
      ).map(({ kind }) => kind),
    ).toEqual(['stance_created', 'stance_updated'])
    // A stored hash of a ballot would reveal it.
    expect(await rows(world.db, 'select 1 from idempotent_answers')).toEqual([])
  })

  test('nothing over the voter’s own vote; the voter can replace a key’s vote', async () => {
    await cast(id, { user_id: ben, choices: { agree: 1 } })
    await vote(world, id, ben, { agree: 1 })
    const [ballot] = await rows(world.db, 'select api_key_id from ballots where poll_id = $1', [id])
    expect(ballot).toEqual({ api_key_id: null })
    for (const by of [a, b])
      for (const choices of [{ agree: 1 }, { disagree: 1 }])
        expectProblem(await cast(id, { user_id: ben, choices }, by), 409, 'ballot_of_voter')
    expectProblem(await a.remove(`/polls/${id}/ballots`, { user_id: ben }), 409, 'ballot_of_voter')
    expect(await sums(id)).toEqual([1, 0, 0])
  })

  test('without seeing what another key has cast', async () => {
    await cast(id, { user_id: ben, choices: { agree: 1 } })
    const changed = await cast(id, { user_id: ben, choices: { disagree: 1 } }, b)
    expect(stanceOf(changed).option_scores).toEqual({ [envelopeOf(changed).poll_options[2]!.id]: 1 })
    const voters = (await a.get(`/polls/${id}/voters`)).json().voters as {
      user_id: number
      api_key_id: number
    }[]
    expect(voters.find(({ user_id }) => user_id === ben)?.api_key_id).toBe(stanceOf(changed).api_key_id)
  })
})

describe('a key can withdraw', () => {
  test.each([...ENCODINGS, 'query'] as const)('its own vote, named as %s', async (way) => {
    await cast(id, { user_id: ben, choices: { agree: 1 }, reason: 'x' })
    await vote(world, id, cleo, { agree: 1 })
    const answer =
      way === 'query'
        ? await api.send({
            method: 'DELETE',
            url: `/api/b1/polls/${id}/ballots?email=ben%40mill.example`,
            headers: { authorization: `Bearer ${a.key}` },
          })
        : await a.remove(`/polls/${id}/ballots`, { user_id: ben }, { encoding: way })
    expect(pollOf(answer)).toMatchObject({
      decided_voters_count: 1,
      stance_counts: [1, 0, 0],
      voters_count: 5,
    })
    expectProblem(await a.remove(`/polls/${id}/ballots`, { user_id: ben }), 409, 'ballot_not_cast')
    await vote(world, id, ben, { disagree: 1 })
    expect(await sums(id)).toEqual([1, 0, 1])
    const [kept] = await rows(
      world.db,
      'select reason, api_key_id is not null as by_key from superseded_ballots where poll_id = $1',
      [id],
    )
    expect(kept).toEqual({ reason: 'x', by_key: true })
  })

  test('a vote of every type, and the tally is as before', async () => {
    for (const [changes, choices] of [
      [
        { poll_type: 'score', options: ['Oak', 'Ash', 'Elm'] },
        { Oak: 0, Elm: 5 },
      ],
      [{ poll_type: 'dot_vote', options: ['Oak', 'Ash'] }, {}],
      [
        { poll_type: 'meeting', options: ['2999-01-01', '2999-01-02'] },
        { '2999-01-01': 1, '2999-01-02': 0 },
      ],
    ] as const) {
      const poll_id = await make(changes)
      await cast(poll_id, { user_id: ben, choices })
      await a.remove(`/polls/${poll_id}/ballots`, { user_id: ben })
      const [tally] = await rows<{
        cast_count: number
        sums: number[]
        answers: number[]
        supports: number[]
      }>(world.db, 'select cast_count, sums, answers, supports from tallies where poll_id = $1', [poll_id])
      expect(tally?.cast_count).toBe(0)
      for (const totals of [tally!.sums, tally!.answers, tally!.supports])
        expect(totals.filter((total) => Number(total) !== 0)).toEqual([])
    }
  })
})

describe('a vote is refused', () => {
  test.each<[string, Fields, string[]]>([
    ['nothing', {}, ['choices']],
    ['no options', { choices: {} }, ['choices']],
    ['an unknown option', { choices: { perhaps: 1 } }, ['choices']],
    ['two options', { choices: { agree: 1, disagree: 1 } }, ['choices']],
    ['a text for a number', { choices: { agree: 'yes' } }, ['choices']],
    ['half a number', { choices: { agree: 0.5 } }, ['choices']],
    ['a list', { choices: ['agree'] }, ['choices']],
    ['a word', { choices: 'agree' }, ['choices']],
    ['a prototype', { choices: { __proto__: 1, constructor: 1 } }, ['choices']],
    [
      'too many',
      { choices: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`o${index}`, 1])) },
      ['choices'],
    ],
    ['a long reason', { choices: { agree: 1 }, reason: 'x'.repeat(10_001) }, ['reason']],
    ['all of it', { choices: null, reason: 7, reason_format: 'pdf' }, ['choices', 'reason', 'reason_format']],
  ])('%s', async (_, fields, wrong) => {
    expectInvalid(await cast(id, { user_id: ben, ...fields }), ...wrong)
    expect(await rows(world.db, 'select 1 from ballots where poll_id = $1', [id])).toEqual([])
  })

  test('in anonymous polls, for everyone, without looking up people', async () => {
    const secret = await make({ anonymous: true })
    const answers = [
      await cast(secret, { user_id: ben, choices: { agree: 1 } }),
      await cast(secret, { email: 'nobody@else.example', choices: {} }),
      await a.remove(`/polls/${secret}/ballots`, { user_id: ben }),
    ]
    for (const answer of answers) expectProblem(answer, 409, 'poll_anonymous')
    expect(await rows(world.db, 'select 1 from urn_boxes where poll_id = $1', [secret])).toEqual([])
    expect(
      await rows(world.db, "select 1 from events where poll_id = $1 and kind <> 'poll_created'", [secret]),
    ).toEqual([])
  })

  test('if voting is not open', async () => {
    const draft = await make({ closing_at: null })
    await cast(id, { user_id: ben, choices: { agree: 1 } })
    await reachClosing(world, id)
    for (const poll_id of [draft, id]) {
      expectProblem(await cast(poll_id, { user_id: cleo, choices: { agree: 1 } }), 409, 'poll_closed')
      expectProblem(await a.remove(`/polls/${poll_id}/ballots`, { user_id: ben }), 409, 'poll_closed')
    }
  })

  test('for a person who has left', async () => {
    await a.post('/memberships', { emails: ['fay@mill.example'] })
    await a.post('/memberships', {
      emails: [
        'ada@mill.example',
        'ben@mill.example',
        'cleo@mill.example',
        'dai@mill.example',
        'esi@mill.example',
      ],
      remove_absent: true,
    })
    expectInvalid(await cast(id, { email: 'fay@mill.example', choices: { agree: 1 } }), 'email')
  })

  test('for keys without cast_ballots, and keys of other groups', async () => {
    const other = await without('cast_ballots')
    const fields = { user_id: ben, choices: { agree: 1 } }
    for (const answer of [
      await cast(id, fields, other),
      await other.remove(`/polls/${id}/ballots`, fields),
    ]) {
      expectProblem(answer, 403, 'permission_missing')
      expect(answer.body).toContain('cast_ballots')
    }
    const said = async (poll_id: number) => (await cast(poll_id, fields, elsewhere)).json().error
    expect(await said(id)).toBe(await said(999_999))
    expectProblem(await cast(id, fields, elsewhere), 404, 'not_found')
    expectProblem(await elsewhere.remove(`/polls/${id}/ballots`, fields), 404, 'not_found')
  })
})

test('the page of the poll tells a voter that a key voted for them', async () => {
  const { loadOwnBallot } = await import('../../src/polls/ballots/load-ballot.ts')
  await cast(id, { user_id: ben, choices: { agree: 1 } })
  expect(await loadOwnBallot(world.db.pool, { id, anonymous: false }, ben)).toMatchObject({
    cast_by: 'Test key',
  })
})

test('unknown fields are reported', async () => {
  const answer = await cast(id, { user_id: ben, choices: { agree: 1 }, cast_at: '2001-01-01', score: 1 })
  expect(ignoredBy(answer)).toEqual(['cast_at', 'score'])
})

test('hidden results stay hidden from the key that votes', async () => {
  const hidden = await make({ hide_results: 'until_vote' })
  await vote(world, hidden, cleo, { disagree: 1 })
  const answer = await cast(hidden, { user_id: ben, choices: { agree: 1 } })
  expect(envelopeOf(answer)).toMatchObject({
    polls: [{ results_visible: false, stance_counts: [], decided_voters_count: 2 }],
    stances: [{ participant_id: ben }],
  })
  expect(answer.body).not.toContain(`"${cleo}"`)
})
