import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Scores } from '../../src/polls/ballots/ballot.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { tallyOf } from '../../src/polls/results/tally/tally.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, reachClosing, rows, settle, vote } from './acts.ts'
import { caller, envelopeOf, expectProblem, type Fields, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const people = await addMembers(
  world,
  Array.from({ length: 12 }, (_, index) => `member${index}@mill.example`),
)
const [ben, cleo] = people as [number, number]
const a = await caller(world, api)

const make = async (changes: Fields) => envelopeOf(await a.post('/polls', pollFields(changes))).polls[0]!.id
const read = async (id: number) => {
  const { polls, poll_options } = envelopeOf(await a.get(`/polls/${id}`))
  const poll = polls[0]!
  return { poll, poll_options, totals: poll_options.map((option) => option.total_score) }
}

const expectHidden = async (id: number, decided: number) => {
  const { poll, poll_options, totals } = await read(id)
  expect(poll).toMatchObject({
    results_visible: false,
    stance_counts: [],
    results: [],
    total_score: null,
    results_as_of: null,
  })
  expect(poll).toMatchObject({
    decided_voters_count: decided,
    voters_count: 13,
    undecided_voters_count: 13 - decided,
  })
  expect(totals).toEqual([null, null, null])
  for (const option of poll_options) expect(option.voter_scores).toEqual({})
}

describe.each(['off', 'until_vote', 'until_closed'])('hide_results %s', (hide_results) => {
  test('of a named poll shows programs what a non-voter may see', async () => {
    const id = await make({ hide_results })
    await vote(world, id, ben, { agree: 1 })
    await vote(world, id, cleo, { disagree: 1 })
    if (hide_results === 'off') {
      expect((await read(id)).poll).toMatchObject({
        results_visible: true,
        stance_counts: [1, 0, 1],
        results_as_of: 2,
      })
    } else await expectHidden(id, 2)
    await close(world, id)
    const { poll, poll_options } = await read(id)
    expect(poll).toMatchObject({
      results_visible: true,
      stance_counts: [1, 0, 1],
      total_score: 2,
      results_as_of: 2,
    })
    expect(poll_options.map(({ voter_scores }) => voter_scores)).toEqual([{ [ben]: 1 }, {}, { [cleo]: 1 }])
  })

  test('of an anonymous poll never shows who, and shows everything only once it is sealed', async () => {
    const id = await make({ hide_results, anonymous: true })
    for (const person of people.slice(0, 4)) await vote(world, id, person, { agree: 1 })
    await expectHidden(id, 4)
    await reachClosing(world, id)
    await expectHidden(id, 4)
    await settle(world.db, id)
    await expectHidden(id, 4)
    await sealPoll(world.db, id)
    const { poll, poll_options, totals } = await read(id)
    expect(poll).toMatchObject({
      results_visible: true,
      stance_counts: [4, 0, 0],
      total_score: 4,
      results_as_of: 4,
    })
    expect(totals).toEqual([4, 0, 0])
    for (const option of poll_options) expect(option.voter_scores).toEqual({})
    for (const row of poll.results) expect(row.voter_ids).toEqual([])
  })
})

test('an open anonymous poll shows the turnout, and nothing else that depends on votes', async () => {
  const id = await make({ anonymous: true, poll_type: 'score', options: ['x', 'y', 'z'] })
  for (const [index, person] of people.slice(0, 4).entries()) {
    await vote(world, id, person, { x: index % 5 })
    await expectHidden(id, index + 1)
  }
  await close(world, id)
  const { poll, totals } = await read(id)
  expect(poll.results_as_of).toBe(4)
  expect(totals).toEqual([0 + 1 + 2 + 3, 0, 0])
})

test('an anonymous poll hides its results until it closes, and says that another setting was ignored', async () => {
  for (const [wish, ignored] of [
    [{ hide_results: 'off' }, 'hide_results'],
    [{ hide_results: 'until_vote' }, 'hide_results'],
    [{ hide_results_until_closed: false }, 'hide_results_until_closed'],
    [{ hide_results: 'until_closed' }, undefined],
    [{ hide_results: 'off', hide_results_until_closed: true }, undefined],
    [{}, undefined],
  ] as const) {
    const answer = await a.post('/polls', pollFields({ anonymous: true, ...wish }))
    const { id, hide_results } = pollOf(answer)
    expect([hide_results, answer.headers['folkmoot-ignored-fields']]).toEqual(['until_closed', ignored])
    expect((await a.patch(`/polls/${id}`, { hide_results: 'off' })).statusCode).toBe(422)
  }
  const draft = pollOf(await a.post('/polls', pollFields({ anonymous: true, closing_at: null })))
  const changed = await a.patch(`/polls/${draft.id}`, { hide_results: 'off', title: 'Another title' })
  expect(pollOf(changed)).toMatchObject({ hide_results: 'until_closed', title: 'Another title' })
  expect(changed.headers['folkmoot-ignored-fields']).toBe('hide_results')
  const invalid = await a.post('/polls', pollFields({ anonymous: true, hide_results: 'never' }))
  expect([invalid.statusCode, invalid.headers['folkmoot-ignored-fields']]).toEqual([422, undefined])
  // The control: a named poll follows the setting.
  const named = await a.post('/polls', pollFields({ hide_results: 'until_vote' }))
  expect([pollOf(named).hide_results, named.headers['folkmoot-ignored-fields']]).toEqual([
    'until_vote',
    undefined,
  ])
})

test('an anonymous poll accepts no options after the first vote: ballots without them would stand out', async () => {
  const id = await make({ anonymous: true, poll_type: 'score', options: ['x'] })
  const added = await a.post(`/polls/${id}/options`, { options: ['y'] })
  expect(pollOf(added).poll_option_names).toEqual(['x', 'y'])
  await vote(world, id, ben, { x: 1, y: 2 })
  expectProblem(await a.post(`/polls/${id}/options`, { options: ['z'] }), 409, 'poll_anonymous')
  await vote(world, id, cleo, { x: 3, y: 4 })
  await close(world, id)
  const lengths = await rows(
    world.db,
    'select distinct cardinality(choices) as length from sealed_ballots where poll_id = $1',
    [id],
  )
  expect(lengths).toEqual([{ length: 2 }])
  // Named ballots have their voter anyway.
  const named = await make({ poll_type: 'score', options: ['x'] })
  await vote(world, named, ben, { x: 1 })
  expect(pollOf(await a.post(`/polls/${named}/options`, { options: ['y'] })).poll_option_names).toHaveLength(
    2,
  )
})

test('an anonymous poll accepts no reasons', async () => {
  const answer = await a.post('/polls', pollFields({ anonymous: true, stance_reason_required: 'required' }))
  expect(answer.statusCode).toBe(422)
  const id = await make({ anonymous: true })
  const reason = { text: 'I am Ben', format: 'md' as const }
  await expect(
    castBallot(world.db, { poll_id: id, user_id: ben, choices: { agree: 1 }, reason }),
  ).rejects.toMatchObject({ code: 'invalid' })
})

test('above 5 000 ballots the scores of voters are omitted, and the option says so', async () => {
  const id = await make({ poll_type: 'count' })
  const fill = async (count: number, prefix: string) => {
    await world.db.pool.query(
      `with made as (
         insert into users (email) select $2 || n || '@many.example' from generate_series(1, $3::int) n returning id
       ), given as (
         insert into electorate (poll_id, user_id, inviter_id, issued_as, voted) select $1, id, 1, 'named', true from made
       )
       update tallies set voters = voters + $3::int where poll_id = $1`,
      [id, prefix, count],
    )
    await world.db.pool.query(
      `insert into ballots (poll_id, user_id, scores, cast_at)
       select poll_id, user_id, '{1,null}', now() from electorate e where poll_id = $1 and voted
       on conflict do nothing`,
      [id],
    )
    await world.db.pool.query(
      `update tallies set cast_count = c.n, sums = array[c.n, 0], answers = array[c.n, 0], supports = array[c.n, 0]
       from (select count(*)::int as n from ballots where poll_id = $1) c where poll_id = $1`,
      [id],
    )
  }
  await fill(5_000, 'many')
  const full = await read(id)
  expect(Object.keys(full.poll_options[0]!.voter_scores)).toHaveLength(5_000)
  expect(full.poll_options[0]).not.toHaveProperty('voter_scores_omitted')
  expect(full.poll.results[0]!.voter_ids).toHaveLength(5_000)
  await fill(1, 'more')
  const { poll, poll_options, totals } = await read(id)
  expect(totals).toEqual([5_001, 0])
  for (const option of poll_options)
    expect(option).toMatchObject({ voter_scores: {}, voter_scores_omitted: true })
  expect(poll).toMatchObject({ voters_count: 5_014, cast_stances_pct: 99, results_visible: true })
})

describe('totals stored in the database', () => {
  const OPTIONS = ['x', 'y', 'z']
  const numbers = fc.array(fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }), {
    minLength: 3,
    maxLength: 3,
  })
  const sequence = (anonymous: boolean) =>
    fc.array(fc.tuple(fc.integer({ min: 0, max: people.length - 1 }), numbers), {
      minLength: 1,
      maxLength: anonymous ? 20 : 40,
    })
  const choicesOf = (scores: (number | null)[]) =>
    Object.fromEntries(scores.flatMap((score, place) => (score === null ? [] : [[OPTIONS[place], score]])))
  const filled = (counts: number[]) => OPTIONS.map((_, place) => counts[place] ?? 0)

  test.each([
    ['named', false],
    ['anonymous', true],
  ])(
    'are those of the ballots, whatever was cast and changed in whatever order, in a %s poll',
    async (_, anonymous) => {
      await fc.assert(
        fc.asyncProperty(sequence(anonymous), async (casts) => {
          const id = await make({ poll_type: 'score', options: OPTIONS, anonymous })
          const ballots = new Map<number, Scores>()
          for (let at = 0; at < casts.length; at += 4) {
            // Four at a time, each by another voter, as in real traffic.
            const wave = new Map(
              casts.slice(at, at + 4).filter(([, scores]) => scores.some((score) => score !== null)),
            )
            await Promise.all(
              [...wave].map(([person, scores]) => vote(world, id, people[person]!, choicesOf(scores))),
            )
            for (const [person, scores] of wave)
              if (!anonymous || !ballots.has(person)) ballots.set(person, scores)
          }
          const counted = tallyOf(ballots.values())
          if (anonymous) await close(world, id)
          const [kept] = await rows<{
            cast_count: number
            sums: number[]
            answers: number[]
            supports: number[]
          }>(
            world.db,
            'select cast_count, sums, answers::bigint[], supports::bigint[] from tallies where poll_id = $1',
            [id],
          )
          expect(kept!.cast_count).toBe(counted.cast_count)
          for (const part of ['sums', 'answers', 'supports'] as const)
            expect(filled(kept![part])).toEqual(filled(counted[part]))
          expect((await read(id)).poll.stance_counts).toEqual(filled(counted.sums))
        }),
        { numRuns: 15, seed: 2026 },
      )
    },
  )
})

test('a repeated request shows no results that are hidden again', async () => {
  const id = await make({ hide_results: 'until_closed' })
  await vote(world, id, ben, { agree: 1 })
  const once = { headers: { 'idempotency-key': 'close and reopen' } }
  const ask = () => a.post(`/polls/${id}/close`, {}, once)
  const shown = { results_visible: true, stance_counts: [1, 0, 0] }
  const first = await ask()
  expect(envelopeOf(first).polls[0]).toMatchObject(shown)
  expect((await ask()).body).toBe(first.body)
  await a.post(`/polls/${id}/reopen`, { closing_at: '2099-01-01' })
  const again = envelopeOf(await ask())
  expect(again.polls[0]).toMatchObject({ results_visible: false, stance_counts: [], closed_at: null })
  expect(again.poll_options.every(({ voter_scores }) => Object.keys(voter_scores).length === 0)).toBe(true)
  await a.post(`/polls/${id}/close`, {})
  expect(envelopeOf(await ask()).polls[0]).toMatchObject(shown)
})
