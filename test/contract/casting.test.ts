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
