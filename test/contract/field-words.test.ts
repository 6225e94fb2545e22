import { expect, test } from 'vitest'
import { createWorld } from '../world.ts'
import { caller, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const a = await caller(world, api, { permissions: ['create_poll', 'cast_ballots', 'manage_polls'] })

const RANKED = { poll_type: 'ranked_choice', options: ['Oak', 'Ash'] }
const SOON = '2098-01-31T18:00:00Z'

test.each([
  [
    'a number as a time',
    { closing_at: 1_797_789_600 },
    /^closing_at: must be an ISO 8601 date-time such as /,
  ],
  [
    'a boolean for one of several words',
    { hide_results: true },
    'hide_results: must be one of off, until_vote, until_closed',
  ],
  ['the only possible number', { ...RANKED, count_method: 'stv_meek', seats: 2 }, 'seats: must be 1'],
  [
    'a method that is unknown',
    { ...RANKED, count_method: 'borda' },
    'count_method: must be one of points, irv, stv_scottish, stv_meek, schulze, ranked_pairs',
  ],
  [
    'a method of another type',
    { poll_type: 'score', options: ['Oak', 'Ash'], count_method: 'borda' },
    'count_method: must be one of sum, star, median',
  ],
])('the message about %s says what is possible', async (_, fields, message) => {
  const answer = await a.post('/polls', pollFields(fields))
  expect(answer.statusCode).toBe(422)
  const [[field, [said] = []] = []] = Object.entries<string[]>(answer.json().errors)
  expect(`${field}: ${said}`).toMatch(message instanceof RegExp ? message : `${message}`)
})

test('so do those about other acts', async () => {
  const poll = pollOf(await a.post('/polls', pollFields({ closing_at: SOON })))
  const ballot = { email: 'ada@mill.example', choices: { agree: 2 } }
  const cast = await a.post(`/polls/${poll.id}/ballots`, ballot)
  expect(cast.body).toContain('it must be 1')
  const changed = await a.patch(`/polls/${poll.id}`, { closing_at: 5 })
  expect(changed.body).toContain('must be an ISO 8601 date-time')
})
