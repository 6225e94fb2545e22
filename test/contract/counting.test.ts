import { describe, expect, test } from 'vitest'
import type { Choices } from '../../src/polls/ballots/ballot.ts'
import { countUncountedPolls } from '../../src/polls/close-due-polls.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, reachClosing, rows, settle, vote } from './acts.ts'
import {
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  LATER,
  openApi,
  pollFields,
  pollOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const people = await addMembers(
  world,
  Array.from({ length: 9 }, (_, index) => `voter${index}@mill.example`),
)
const a = await caller(world, api)

const post = (changes: Fields) => a.post('/polls', pollFields(changes))
const make = async (changes: Fields) => pollOf(await post(changes))
const show = async (id: number) => pollOf(await a.get(`/polls/${id}`))
const countOf = async (id: number) => JSON.parse((await a.get(`/polls/${id}/count`)).body)

const ranks = (names: string): Choices =>
  Object.fromEntries(names.split(' ').map((name, place) => [name, place + 1]))

async function castAll(id: number, ballots: [number, string][]): Promise<void> {
  const voters = [...people]
  for (const [times, names] of ballots)
    for (let time = 0; time < times; time++) await vote(world, id, voters.shift()!, ranks(names))
}

const RANKED = { poll_type: 'ranked_choice', options: ['Bench', 'Trees', 'Lights'] }
/** Most voters rank Bench first; Trees wins every duel. */
const CENTRE: [number, string][] = [
  [4, 'Bench Trees'],
  [3, 'Lights Trees'],
  [2, 'Trees Lights'],
]

describe('a count method', () => {
  test('is by default the first of its type, and null where there is no choice', async () => {
    const methods = new Map([
      ['ranked_choice', 'points'],
      ['score', 'sum'],
      ['dot_vote', 'sum'],
      ['poll', null],
      ['count', null],
    ])
    for (const [poll_type, count_method] of methods)
      expect(await make({ poll_type, options: ['Bench', 'Trees'] })).toMatchObject({
        count_method,
        seats: 1,
        budget: null,
        option_costs: {},
        elected_option_ids: [],
      })
  })

  test.each([
    ['poll', 'irv', 'count_method'],
    ['proposal', 'points', 'count_method'],
    ['score', 'irv', 'count_method'],
    ['ranked_choice', 'star', 'count_method'],
    ['ranked_choice', 'approval', 'count_method'],
    ['ranked_choice', 'fair', 'count_method'],
  ])('of a %s is not %s', async (poll_type, count_method, field) => {
    const options = poll_type === 'proposal' ? null : ['Bench', 'Trees']
    expectInvalid(await post({ poll_type, options, count_method }), field)
  })

  test('leaves voters the number of their ranks, unless it is points', async () => {
    const { id, ...poll } = await make({ ...RANKED, count_method: 'irv' })
    expect(poll).toMatchObject({ minimum_stance_choices: 1, maximum_stance_choices: 3 })
    await vote(world, id, people[0]!, ranks('Trees'))
    await vote(world, id, people[1]!, ranks('Bench Trees Lights'))
    expect(await show(id)).toMatchObject({ stance_counts: [3, 5, 1] })
    const points = await make(RANKED)
    await expect(vote(world, points.id, people[0]!, ranks('Trees'))).rejects.toThrow()
  })

  test('keeps the number of ranks of the opening when options are added', async () => {
    const { id } = await make({ ...RANKED, count_method: 'irv', voter_can_add_options: true })
    await vote(world, id, people[0]!, ranks('Trees Bench'))
    await a.post(`/polls/${id}/options`, { options: ['Pond'] })
    await vote(world, id, people[1]!, ranks('Pond Trees Bench'))
    await vote(world, id, people[2]!, ranks('Pond'))
    expect(await countOf(id)).toMatchObject({ elected: ['Pond'], valid: 3 })
    await expect(vote(world, id, people[3]!, ranks('Pond Trees Bench Lights'))).rejects.toThrow()
  })
})

describe('seats', () => {
  test.each([
    [{ ...RANKED, count_method: 'irv', seats: 2 }, 'seats'],
    [{ ...RANKED, count_method: 'stv_scottish', seats: 3 }, 'seats'],
    [{ ...RANKED, count_method: 'stv_meek', seats: 0 }, 'seats'],
    [{ poll_type: 'score', options: ['Bench', 'Trees', 'Pond'], seats: 2 }, 'seats'],
    [{ poll_type: 'proposal', seats: 2 }, 'seats'],
    [{ ...RANKED, seats: 1_000_000 }, 'seats'],
  ])('are refused if they do not fit: %o', async (changes, field) => {
    expectInvalid(await post(changes), field)
  })

  test.each(['points', 'stv_scottish', 'stv_meek'])('may be several of %s', async (count_method) => {
    const { id, seats } = await make({ ...RANKED, count_method, seats: 2, minimum_stance_choices: 2 })
    expect(seats).toBe(2)
    await castAll(id, CENTRE)
    await close(world, id)
    expect((await show(id)).elected_option_ids).toHaveLength(2)
  })

  test('of a poll of type poll go to the options chosen most, and ties to the lot', async () => {
    const { id } = await make({
      poll_type: 'poll',
      options: ['Bench', 'Trees', 'Pond'],
      seats: 2,
      maximum_stance_choices: 2,
    })
    await vote(world, id, people[0]!, { Bench: 1, Pond: 1 })
    await vote(world, id, people[1]!, { Pond: 1, Trees: 1 })
    await close(world, id)
    const { elected, ties, method } = await countOf(id)
    expect(method).toBe('approval')
    expect(elected[0]).toBe('Pond')
    expect(ties).toEqual([{ options: ['Bench', 'Trees'], by: 'lot', chose: elected[1] }])
  })
})

describe('the count', () => {
  test('is described round by round, with the names of options', async () => {
    const { id, poll_option_ids } = await make({ ...RANKED, count_method: 'irv' })
    await castAll(id, CENTRE)
    const open = await countOf(id)
    await close(world, id)
    const closed = await countOf(id)
    expect(closed).toMatchObject({
      results_visible: true,
      results_as_of: 9,
      method: 'irv',
      seats: 1,
      valid: 9,
      elected: ['Lights'],
      elected_option_ids: [poll_option_ids[2]],
      options: [{ name: 'Bench' }, { name: 'Trees' }, { name: 'Lights' }],
      ties: [],
      ranking: null,
      pairwise: null,
    })
    expect(closed.rounds.map((round: { votes: object }) => round.votes)).toEqual([
      { Bench: '4', Trees: '2', Lights: '3' },
      { Bench: '4', Trees: '0', Lights: '5' },
    ])
    expect(closed.rounds[1].transfers).toEqual([{ from: 'Trees', to: 'Lights', votes: '2' }])
    expect(closed.others).toContainEqual({ method: 'schulze', elected: ['Trees'] })
    expect(open).toEqual({ ...closed, others: [] })
    expect(await show(id)).toMatchObject({ elected_option_ids: [poll_option_ids[2]], count_method: 'irv' })
  })

  test('of pairwise methods has the duels', async () => {
    const { id } = await make({ ...RANKED, count_method: 'schulze' })
    await castAll(id, CENTRE)
    await close(world, id)
    expect(await countOf(id)).toMatchObject({
      elected: ['Trees'],
      pairwise: { Trees: { Bench: 5, Lights: 6 }, Bench: { Trees: 4 } },
    })
  })

  test('is empty while results are hidden, and nobody is elected', async () => {
    const { id } = await make({ ...RANKED, count_method: 'irv', hide_results: 'until_closed' })
    await castAll(id, CENTRE)
    expect(await countOf(id)).toMatchObject({
      results_visible: false,
      results_as_of: null,
      elected: [],
      rounds: [],
      valid: 0,
      others: [],
    })
    expect(await show(id)).toMatchObject({ elected_option_ids: [] })
    await close(world, id)
    expect(await countOf(id)).toMatchObject({ results_visible: true, elected: ['Lights'] })
  })

  test('of an anonymous poll is made when it is sealed', async () => {
    const { id } = await make({ ...RANKED, count_method: 'stv_scottish', seats: 2, anonymous: true })
    await castAll(id, CENTRE)
    expect(await countOf(id)).toMatchObject({ results_visible: false, rounds: [] })
    await close(world, id)
    expect(await countOf(id)).toMatchObject({ quota: '4.00000', elected: ['Bench', 'Lights'] })
    expect((await show(id)).elected_option_ids).toHaveLength(2)
  })

  test('is made again when a poll was reopened and closes again', async () => {
    const { id } = await make({ ...RANKED, count_method: 'irv' })
    await castAll(id, CENTRE)
    await close(world, id)
    await a.post(`/polls/${id}/reopen`, { closing_at: LATER })
    expect(await show(id)).toMatchObject({ elected_option_ids: [] })
    await vote(world, id, people[8]!, ranks('Bench'))
    await close(world, id)
    expect(await countOf(id)).toMatchObject({ elected: ['Bench'] })
  })

  test('of a poll whose time has come is there when it is settled', async () => {
    const { id } = await make({ ...RANKED, count_method: 'irv' })
    await castAll(id, CENTRE)
    await reachClosing(world, id)
    await settle(world.db, id)
    expect((await show(id)).elected_option_ids).toHaveLength(1)
  })

  test('of a poll that an earlier release closed is made later', async () => {
    const { id } = await make({ ...RANKED, count_method: 'irv' })
    await castAll(id, CENTRE)
    await rows(world.db, 'update polls set closed_at = now(), closing_at = now() where id = $1', [id])
    expect(await show(id)).toMatchObject({ elected_option_ids: [] })
    expect(await countOf(id)).toMatchObject({ elected: ['Lights'] })
    await countUncountedPolls(world.db)
    expect((await show(id)).elected_option_ids).toHaveLength(1)
  })

  test('elects nobody where nobody has voted, or where the type elects nothing', async () => {
    for (const changes of [{ ...RANKED, count_method: 'irv' }, { poll_type: 'proposal' }]) {
      const { id } = await make(changes)
      await close(world, id)
      expect(await show(id)).toMatchObject({ elected_option_ids: [] })
      expect(await countOf(id)).toMatchObject({ elected: [], rounds: [], valid: 0 })
    }
  })

  test('of many options is made in a thread of its own', async () => {
    const options = Array.from({ length: 60 }, (_, place) => `Option${place}`)
    const { id } = await make({ poll_type: 'ranked_choice', options, count_method: 'stv_meek', seats: 5 })
    for (const [place, voter] of people.entries())
      await vote(world, id, voter, ranks(options.slice(place, place + 20).join(' ')))
    await close(world, id)
    expect((await countOf(id)).elected).toHaveLength(5)
  })

  test('is not found for a poll of another group', async () => {
    expectProblem(await a.get('/polls/999999/count'), 404, 'not_found')
  })
})

describe('costs', () => {
  const BUDGET = { poll_type: 'dot_vote', options: ['Bench', '7', 'Pond'], dots_per_person: 10 }
  const shares = { ...BUDGET, count_method: 'equal_shares', budget: 900 }
  const option_costs = { Bench: 300, 7: 500, Pond: 900 }

  test.each(ENCODINGS)('are read from %s, and shared equally', async (encoding) => {
    const fields =
      encoding === 'json'
        ? { option_costs }
        : Object.fromEntries(
            Object.entries(option_costs).map(([name, cost]) => [`option_costs[${name}]`, String(cost)]),
          )
    const answer = await a.post('/polls', pollFields({ ...shares, ...fields }), { encoding })
    const { id, ...poll } = pollOf(answer)
    expect(poll).toMatchObject({ option_costs, budget: 900, count_method: 'equal_shares' })
    await vote(world, id, people[0]!, { Bench: 5, 7: 5 })
    await vote(world, id, people[1]!, { Bench: 10 })
    await vote(world, id, people[2]!, { 7: 10 })
    await close(world, id)
    expect((await countOf(id)).elected.sort()).toEqual(['7', 'Bench'])
  })

  test.each([
    ['missing', {}],
    ['missing for one', { option_costs: { Bench: 300, Pond: 900 } }],
    ['above the budget', { option_costs: { ...option_costs, Pond: 901 } }],
    ['of no option', { option_costs: { ...option_costs, Swing: 10 } }],
    ['of voters’ options', { option_costs, voter_can_add_options: true }],
    ['no numbers', { option_costs: { ...option_costs, Pond: 'much' } }],
    ['nothing', { option_costs: { ...option_costs, Pond: 0 } }],
    ['a list', { option_costs: [300, 500, 900] }],
    ['of a sum', { option_costs, count_method: 'sum', budget: null }],
    ['of a prototype', { option_costs: { ...option_costs, constructor: 5 } }],
  ])('that are %s are refused', async (_, changes) => {
    expectInvalid(await post({ ...shares, ...changes }), 'option_costs')
  })

  test('need a budget, and it needs them', async () => {
    expectInvalid(await post({ ...shares, option_costs, budget: null }), 'budget')
    expectInvalid(await post({ ...BUDGET, budget: 900 }), 'budget')
  })
})

describe('a change', () => {
  test('of a draft may change how it is counted', async () => {
    const { id } = await make({ ...RANKED, closing_at: null })
    const changed = await a.patch(`/polls/${id}`, { count_method: 'stv_meek', seats: 2 })
    expect(pollOf(changed)).toMatchObject({ count_method: 'stv_meek', seats: 2 })
    expectInvalid(await a.patch(`/polls/${id}`, { seats: 3 }), 'seats')
    expectInvalid(await a.patch(`/polls/${id}`, { count_method: 'star' }), 'count_method')
    expect(pollOf(await a.patch(`/polls/${id}`, { title: 'Else' }))).toMatchObject({ seats: 2 })
  })

  test('of costs is possible until voting opens', async () => {
    const shares = {
      poll_type: 'dot_vote',
      options: ['Bench', 'Pond'],
      count_method: 'equal_shares',
      budget: 900,
    }
    const draft = await make({ ...shares, option_costs: { Bench: 300, Pond: 900 }, closing_at: null })
    const option_costs = { Bench: 200, Pond: 800 }
    expect(pollOf(await a.patch(`/polls/${draft.id}`, { option_costs }))).toMatchObject({ option_costs })
    expect(pollOf(await a.patch(`/polls/${draft.id}`, { count_method: 'sum', budget: null }))).toMatchObject({
      option_costs: {},
    })
    const open = await make({ ...shares, option_costs })
    expectInvalid(
      await a.patch(`/polls/${open.id}`, { option_costs: { ...option_costs, Pond: 1 } }),
      'option_costs',
    )
    expectInvalid(await a.patch(`/polls/${open.id}`, { budget: 901 }), 'budget')
  })

  test('no option without a cost comes into an open poll, neither added nor with its draft', async () => {
    const shares = { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 900, dots_per_person: 3 }
    const costs = { Bench: 300, Pond: 900 }
    const fields = { ...shares, options: Object.keys(costs), option_costs: costs }
    const added = { options: ['Swing'] }
    const open = await make(fields)
    expectInvalid(await a.post(`/polls/${open.id}/options`, added), 'options')
    await vote(world, open.id, people[0]!, { Bench: 3 })
    expect((await a.get(`/polls/${open.id}/count`)).statusCode).toBe(200)
    const draft = await make({ ...fields, closing_at: null })
    expect((await a.post(`/polls/${draft.id}/options`, added)).statusCode).toBe(200)
    expectInvalid(await a.post(`/polls/${draft.id}/open`, { closing_at: LATER }), 'option_costs')
    await a.patch(`/polls/${draft.id}`, { option_costs: { ...costs, Swing: 50 } })
    expect((await a.post(`/polls/${draft.id}/open`, { closing_at: LATER })).statusCode).toBe(200)
  })

  test('of an open poll may not change how it is counted', async () => {
    const { id } = await make(RANKED)
    expectInvalid(await a.patch(`/polls/${id}`, { count_method: 'irv', seats: 2 }), 'count_method', 'seats')
    expect(envelopeOf(await a.patch(`/polls/${id}`, { title: 'Else' })).polls[0]).toMatchObject({ seats: 1 })
  })
})
