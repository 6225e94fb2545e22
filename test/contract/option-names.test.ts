import { expect, test } from 'vitest'
import { createWorld } from '../world.ts'
import { caller, expectInvalid, type Fields, openApi, pollFields, pollOf } from './api.ts'

/** Options whose names every object of the language inherits. */

const world = await createWorld()
const a = await caller(world, await openApi(world))
const options = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
const later = { closing_at: new Date(Date.now() + 86_400_000).toISOString() }
// As parsed JSON: a literal would set the prototype.
const costs = JSON.parse('{"constructor": 40, "__proto__": 30, "toString": 20, "hasOwnProperty": 10}')

test.each<[string, Fields]>([
  ['poll', {}],
  ['count', {}],
  ['score', {}],
  ['ranked_choice', { minimum_stance_choices: 1 }],
  ['dot_vote', {}],
  ['dot_vote', { count_method: 'equal_shares', budget: 100, option_costs: costs }],
])('a %s with them is started, edited, voted in and counted', async (poll_type, more) => {
  const fields = { poll_type, options, maximum_stance_choices: null, ...later, ...more }
  const { id } = pollOf(await a.post('/polls', pollFields(fields)))
  const edited = await a.patch(`/polls/${id}`, { title: 'Edited' })
  expect([edited.statusCode, edited.json().polls?.[0]?.title]).toEqual([200, 'Edited'])
  const costs_after = edited.json().polls[0].option_costs
  expect(Object.entries(costs_after)).toEqual(Object.entries(more['option_costs'] ?? {}))
  const ballot = { email: 'ada@mill.example', choices: { constructor: 1 } }
  const cast = await a.post(`/polls/${id}/ballots`, ballot)
  expect([cast.statusCode, cast.body]).toEqual([200, expect.stringContaining('constructor')])
  expect((await a.post(`/polls/${id}/close`, {})).statusCode).toBe(200)
  expect((await a.get(`/polls/${id}/results`)).statusCode).toBe(200)
})

test('a proposal knows none of them as a position', async () => {
  const fields = { poll_type: 'proposal', options: [...options, 'agree'], ...later }
  expectInvalid(await a.post('/polls', pollFields(fields)), 'options')
})
