import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { vote } from './acts.ts'
import { caller, envelopeOf, type Fields, openApi, pollFields } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = (await addMembers(world)) as [number]
const a = await caller(world, api)

const make = async (changes: Fields) => envelopeOf(await a.post('/polls', pollFields(changes))).polls[0]!.id
const read = async (id: number) => {
  const { polls, poll_options } = envelopeOf(await a.get(`/polls/${id}`))
  return {
    poll: polls[0]!,
    totals: poll_options.map((option) => option.total_score),
    scores: poll_options.map((option) => option.voter_scores),
  }
}

describe('ballots', () => {
  const refuse = (id: number, choices: Record<string, number>) =>
    expect(vote(world, id, ben, choices)).rejects.toMatchObject({ code: 'invalid' })
  test.each<[string, Fields, Record<string, number>[], Record<string, number>[]]>([
    [
      'proposal',
      {},
      [{ agree: 1 }],
      [{}, { agree: 1, abstain: 1 }, { agree: 2 }, { block: 1 }, { agree: 0 }],
    ],
    ['count', {}, [{ accept: 1 }], [{}, { accept: 1, decline: 1 }]],
    [
      'poll',
      { options: ['x', 'y', 'z'], maximum_stance_choices: 2 },
      [{ x: 1 }, { x: 1, z: 1 }],
      [{}, { x: 1, y: 1, z: 1 }, { x: 2 }],
    ],
    [
      'score',
      { options: ['x', 'y'], min_score: 1 },
      [{ x: 1 }, { x: 5, y: 3 }],
      [{}, { x: 0 }, { x: 6 }, { x: 1.5 }, { x: Number.NaN }],
    ],
    [
      'ranked_choice',
      { options: ['x', 'y', 'z'], minimum_stance_choices: 2 },
      [{ z: 1, x: 2 }],
      [{ x: 1 }, { x: 1, y: 1 }, { x: 1, y: 3 }, { x: 1, y: 2, z: 3 }, { x: 0, y: 1 }],
    ],
    [
      'meeting',
      { options: ['2027-05-01', '2027-05-02'], can_respond_maybe: false },
      [{ '2027-05-01': 2, '2027-05-02': 0 }],
      [{ '2027-05-01': 2 }, { '2027-05-01': 1, '2027-05-02': 0 }, { '2027-05-01': 3, '2027-05-02': 0 }],
    ],
    [
      'dot_vote',
      { options: ['x', 'y'], dots_per_person: 3 },
      [{}, { x: 3 }, { x: 1, y: 2 }],
      [{ x: 4 }, { x: 2, y: 2 }, { x: -1 }, { x: 2 ** 40 }],
    ],
  ])('of a %s contain what the type defines', async (poll_type, fields, good, bad) => {
    const id = await make({ poll_type, ...fields })
    for (const choices of bad) await refuse(id, choices)
    expect((await read(id)).poll.decided_voters_count).toBe(0)
    for (const choices of good) await vote(world, id, ben, choices)
    await refuse(id, { nothing: 1 })
    expect((await read(id)).poll.decided_voters_count).toBe(1)
  })

  const wordsOf = async (id: number, choices: Record<string, number>): Promise<string> => {
    const refused: unknown = await vote(world, id, ben, choices).catch((error: unknown) => error)
    return refused instanceof Error ? refused.message : 'cast'
  }

  test('with an unknown option name the options there are, once', async () => {
    const id = await make({ poll_type: 'poll', options: ['Blue', 'Green'] })
    const only = 'Choices must be among these options: "Blue", "Green"'
    const unknown = (name: string) => `Choices name "${name}", which is not an option of this poll`
    expect(await wordsOf(id, { blue: 1 })).toBe(`${unknown('blue')}; ${only}`)
    expect(await wordsOf(id, { blue: 1, Red: 1 })).toBe(
      `${unknown('blue')}; ${unknown('Red')}; ${only}; Choices name 2 options; a ballot in this poll must name exactly 1`,
    )
    const many = await make({ poll_type: 'poll', options: Array.from({ length: 120 }, (_, n) => `x${n}`) })
    expect(await wordsOf(many, { y: 1 })).toContain('"x99" and 20 more')
  })

  test.each([false, true])('wait for the first option, in anonymous polls too (%s)', async (anonymous) => {
    const id = await make({ poll_type: 'poll', options: [], voter_can_add_options: true, anonymous })
    const asked = { code: 'invalid', problems: [{ field: 'choices', code: 'no_options_yet' }] }
    await expect(vote(world, id, ben, {})).rejects.toMatchObject(asked)
    expect((await a.post(`/polls/${id}/options`, { options: ['x', 'y'] })).statusCode).toBe(200)
    await vote(world, id, ben, { x: 1 })
  })

  test('cannot be made to rank more options than there are at the opening', async () => {
    const ranked = {
      poll_type: 'ranked_choice',
      count_method: 'irv',
      options: ['x', 'y'],
      minimum_stance_choices: 3,
    }
    const answer = await a.post('/polls', pollFields({ ...ranked, voter_can_add_options: true }))
    const problems = [{ field: 'minimum_stance_choices', code: 'above_options' }]
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { problems }])
    await make({ ...ranked, minimum_stance_choices: 2, voter_can_add_options: true })
  })

  test('of a meeting may write a time in another way, but not a day', async () => {
    const id = await make({ poll_type: 'meeting', options: ['2027-05-01T18:00:00Z', '2027-05-02'] })
    const day = { '2027-05-02': 2 }
    expect(await wordsOf(id, { '2027-05-01T18:00:00+00:00': 1, ...day })).toBe('cast')
    expect(await wordsOf(id, { '2027-05-01T20:00+02:00': 2, ...day })).toBe('cast')
    expect((await read(id)).totals).toEqual([2, 2])
    expect(await wordsOf(id, { '2027-05-01T19:00:00Z': 1, ...day })).toContain('is not an option')
    expect(await wordsOf(id, { '2027-05-01T18:00:00Z': 1, '2027-05-02T00:00:00Z': 2 })).toContain(
      'is not an option',
    )
  })

  test('may name options by id, with names matched first', async () => {
    const id = await make({ poll_type: 'poll', options: ['x', 'y'] })
    const [, y] = (await read(id)).poll.poll_option_ids
    await vote(world, id, ben, { [String(y)]: 1 })
    expect((await read(id)).totals).toEqual([0, 1])
    const tricky = await make({ poll_type: 'poll', options: ['x', String(y! + 3)] })
    expect((await read(tricky)).poll.poll_option_ids[0]).toBe(y! + 1)
    await vote(world, tricky, ben, { [String(y! + 3)]: 1 })
    expect((await read(tricky)).totals).toEqual([0, 1])
  })

  test('that change move the totals and keep their id; the same again changes nothing', async () => {
    const id = await make({ poll_type: 'score', options: ['x', 'y'] })
    const first = await vote(world, id, ben, { x: 5 })
    const second = await vote(world, id, ben, { x: 1, y: 2 })
    expect(second).toMatchObject({ outcome: 'recorded', ballot_id: first.ballot_id })
    expect(await vote(world, id, ben, { y: 2, x: 1 })).toMatchObject({
      outcome: 'unchanged',
      ballot_id: first.ballot_id,
    })
    expect(await read(id)).toMatchObject({
      totals: [1, 2],
      scores: [{ [ben]: 1 }, { [ben]: 2 }],
      poll: { decided_voters_count: 1 },
    })
  })
})
