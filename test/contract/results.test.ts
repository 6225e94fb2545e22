import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { close, reachClosing, settle, vote } from './acts.ts'
import { caller, envelopeOf, type Fields, openApi, pollFields } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben, cleo, dai, esi] = (await addMembers(world)) as [number, number, number, number]
const ada = world.ada.id
const a = await caller(world, api)

type Ballots = [number, Record<string, number>][]

const make = async (changes: Fields) => envelopeOf(await a.post('/polls', pollFields(changes))).polls[0]!.id
const cast = async (id: number, ballots: Ballots) => {
  for (const [person, choices] of ballots) await vote(world, id, person, choices)
}
/** The results in b1: by option in display order, and its rows. */
const read = async (id: number) => {
  const { polls, poll_options } = envelopeOf(await a.get(`/polls/${id}`))
  const poll = polls[0]!
  return {
    poll,
    totals: poll_options.map((option) => option.total_score),
    scores: poll_options.map((option) => option.voter_scores),
    omitted: poll_options.map((option) => option.voter_scores_omitted),
    rows: poll.results.map(({ name, rank, score, voter_count, average, voter_ids }) => ({
      name,
      rank,
      score,
      voter_count,
      average,
      voter_ids,
    })),
    percents: poll.results.map((row) => [row.score_percent, row.max_score_percent, row.voter_percent]),
  }
}

describe('the results of', () => {
  test('a proposal are in the order posted, with ties sharing a rank', async () => {
    const id = await make({ options: ['disagree', 'agree', 'block', 'abstain'] })
    await cast(id, [
      [ben, { agree: 1 }],
      [cleo, { agree: 1 }],
      [dai, { disagree: 1 }],
      [esi, { abstain: 1 }],
    ])
    const { poll, totals, scores, rows, percents } = await read(id)
    expect(totals).toEqual([1, 2, 0, 1])
    expect(poll).toMatchObject({
      stance_counts: [1, 2, 0, 1],
      total_score: 4,
      results_as_of: 4,
      cast_stances_pct: 80,
      voters_count: 5,
      undecided_voters_count: 1,
      decided_voters_count: 4,
    })
    expect(scores).toEqual([{ [dai]: 1 }, { [ben]: 1, [cleo]: 1 }, {}, { [esi]: 1 }])
    expect(rows).toEqual([
      { name: 'disagree', rank: 2, score: 1, voter_count: 1, average: 1, voter_ids: [dai] },
      { name: 'agree', rank: 1, score: 2, voter_count: 2, average: 1, voter_ids: [ben, cleo] },
      { name: 'block', rank: 4, score: 0, voter_count: 0, average: null, voter_ids: [] },
      { name: 'abstain', rank: 2, score: 1, voter_count: 1, average: 1, voter_ids: [esi] },
    ])
    expect(percents).toEqual([
      [25, 50, 25],
      [50, 100, 50],
      [0, 0, 0],
      [25, 50, 25],
    ])
  })

  test('a count are in the order posted', async () => {
    const id = await make({ poll_type: 'count' })
    await cast(id, [
      [ben, { decline: 1 }],
      [cleo, { decline: 1 }],
      [dai, { accept: 1 }],
    ])
    const { poll, rows } = await read(id)
    expect(rows.map(({ name, rank, score }) => [name, rank, score])).toEqual([
      ['accept', 2, 1],
      ['decline', 1, 2],
    ])
    expect(poll).toMatchObject({ cast_stances_pct: 60, stance_counts: [1, 2] })
  })

  test('a poll are sorted by score, options with equal scores as posted', async () => {
    const id = await make({ poll_type: 'poll', options: ['x', 'y', 'z'], maximum_stance_choices: 2 })
    await cast(id, [
      [ben, { z: 1, y: 1 }],
      [cleo, { z: 1 }],
      [dai, { x: 1 }],
    ])
    const { totals, rows, percents } = await read(id)
    expect(totals).toEqual([1, 1, 2])
    expect(rows.map(({ name, rank }) => [name, rank])).toEqual([
      ['z', 1],
      ['x', 2],
      ['y', 2],
    ])
    expect(percents).toEqual([
      [50, 100, 66.67],
      [25, 50, 33.33],
      [25, 50, 33.33],
    ])
  })

  test('a score poll count given zeros as answers, and missing options as none', async () => {
    const id = await make({ poll_type: 'score', options: ['x', 'y', 'z'], max_score: 9 })
    await cast(id, [
      [ben, { x: 9, y: 0 }],
      [cleo, { x: 4, y: 1 }],
      [dai, { y: 0 }],
    ])
    const { totals, scores, rows } = await read(id)
    expect(totals).toEqual([13, 1, 0])
    expect(scores).toEqual([{ [ben]: 9, [cleo]: 4 }, { [cleo]: 1 }, {}])
    expect(rows).toMatchObject([
      { name: 'x', rank: 1, score: 13, voter_count: 2, average: 6.5, voter_ids: [ben, cleo] },
      { name: 'y', rank: 2, score: 1, voter_count: 3, average: 0.33, voter_ids: [ben, cleo, dai] },
      { name: 'z', rank: 3, score: 0, voter_count: 0, average: null, voter_ids: [] },
    ])
  })

  test('a ranked choice are Borda points of N - rank + 1', async () => {
    const options = ['x', 'y', 'z', 'w']
    const all = await make({ poll_type: 'ranked_choice', options })
    await cast(all, [
      [ben, { x: 1, y: 2, z: 3, w: 4 }],
      [cleo, { z: 1, y: 2, x: 3, w: 4 }],
    ])
    expect(await read(all)).toMatchObject({
      totals: [6, 6, 6, 2],
      scores: [
        { [ben]: 4, [cleo]: 2 },
        { [ben]: 3, [cleo]: 3 },
        { [ben]: 2, [cleo]: 4 },
        { [ben]: 1, [cleo]: 1 },
      ],
    })
    expect((await read(all)).rows.map(({ name, rank }) => [name, rank])).toEqual([
      ['x', 1],
      ['y', 1],
      ['z', 1],
      ['w', 4],
    ])
    const two = await make({ poll_type: 'ranked_choice', options, minimum_stance_choices: 2 })
    await cast(two, [
      [ben, { w: 1, y: 2 }],
      [cleo, { y: 1, x: 2 }],
    ])
    expect(await read(two)).toMatchObject({ totals: [1, 3, 0, 2] })
  })

  test('a meeting are sorted by time, and show who said no', async () => {
    const id = await make({ poll_type: 'meeting', options: ['2027-05-03', '2027-05-01', '2027-05-02'] })
    const [may1, may2, may3] = ['2027-05-01', '2027-05-02', '2027-05-03'] as const
    await cast(id, [
      [ben, { [may1]: 2, [may2]: 0, [may3]: 1 }],
      [cleo, { [may1]: 0, [may2]: 0, [may3]: 2 }],
    ])
    const { totals, scores, rows } = await read(id)
    expect(totals).toEqual([2, 0, 3])
    expect(scores).toEqual([
      { [ben]: 2, [cleo]: 0 },
      { [ben]: 0, [cleo]: 0 },
      { [ben]: 1, [cleo]: 2 },
    ])
    expect(rows.map(({ name, rank, score, voter_count }) => [name, rank, score, voter_count])).toEqual([
      [may1, 2, 2, 1],
      [may2, 3, 0, 0],
      [may3, 1, 3, 2],
    ])
  })

  test('a dot vote omit zeros', async () => {
    const id = await make({ poll_type: 'dot_vote', options: ['x', 'y', 'z'], dots_per_person: 5 })
    await cast(id, [
      [ben, { x: 4, y: 1 }],
      [cleo, { y: 5, x: 0 }],
      [dai, {}],
    ])
    const { poll, totals, scores, rows } = await read(id)
    expect(totals).toEqual([4, 6, 0])
    expect(scores).toEqual([{ [ben]: 4 }, { [ben]: 1, [cleo]: 5 }, {}])
    expect(rows.map(({ name, voter_count }) => [name, voter_count])).toEqual([
      ['y', 2],
      ['x', 1],
      ['z', 0],
    ])
    expect(poll).toMatchObject({ decided_voters_count: 3, total_score: 10 })
  })

  test('no votes at all are zeros', async () => {
    const { poll, totals, rows, percents } = await read(await make({ specified_voters_only: true }))
    expect(poll).toMatchObject({
      voters_count: 0,
      cast_stances_pct: 0,
      total_score: 0,
      results_as_of: 0,
      stance_counts: [0, 0, 0],
    })
    expect(totals).toEqual([0, 0, 0])
    expect(rows.every(({ rank, average }) => rank === 1 && average === null)).toBe(true)
    expect(percents).toEqual(Array(3).fill([0, 0, 0]))
  })
})

test.each([
  [1, 3, 33],
  [2, 3, 66],
  [3, 3, 100],
  [1, 5, 20],
])('%i of %i ballots are %i percent, rounded down', async (voted, of, percent) => {
  const people = [ada, ben, cleo, dai, esi].slice(0, of)
  const id = await make({ specified_voters_only: true, recipient_user_ids: people })
  await cast(
    id,
    people.slice(0, voted).map((person) => [person, { agree: 1 }]),
  )
  expect((await read(id)).poll).toMatchObject({ voters_count: of, cast_stances_pct: percent })
})

describe('closing', () => {
  test('by time happens at the closing time, for readers and voters, before and after the closing job', async () => {
    const id = await make({ hide_results: 'until_closed' })
    await vote(world, id, ben, { agree: 1 })
    const closing_at = await reachClosing(world, id)
    const due = await read(id)
    expect(due.poll).toMatchObject({
      closing_at,
      closed_at: closing_at,
      results_visible: true,
      stance_counts: [1, 0, 0],
    })
    await expect(vote(world, id, cleo, { agree: 1 })).rejects.toMatchObject({ code: 'poll_closed' })
    expect(await settle(world.db, id)).toBe(true)
    expect(await read(id)).toEqual(due)
  })

  test('by hand happens at the time of the request', async () => {
    const id = await make({})
    const before = Date.now()
    await close(world, id)
    const { poll } = await read(id)
    expect(Math.abs(Date.parse(poll.closed_at!) - before)).toBeLessThan(5_000)
    expect(poll.closing_at).toBe('2999-01-31T18:00:00.000Z')
    await expect(vote(world, id, ben, { agree: 1 })).rejects.toMatchObject({ code: 'poll_closed' })
    await expect(close(world, id)).rejects.toMatchObject({ code: 'poll_closed' })
  })
})
