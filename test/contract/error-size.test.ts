import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

/** The error response has a limited size, however many problems a request has. */

const { a, make } = await openStage()
// Each problem appears twice in words and once as a code with its params.
const MOST_BYTES = 250_000
const poll = await make({ poll_type: 'poll', options: ['Tea', 'Milk'] })

const bad = (count: number) => Array.from({ length: count }, (_, at) => `"\u0001${at}"@@`)
const long = 'x\u0001"'.repeat(100_000)

test('of 50 000 invalid addresses a hundred are listed, and the others counted', async () => {
  const answer = await a.post('/memberships', { emails: ['ok@far.example', ...bad(50_000)] })
  const { emails } = answer.json().errors
  expect([answer.statusCode, emails.length, emails.at(-1)]).toEqual([
    422,
    101,
    'have 49900 more entries that are not email addresses',
  ])
  expect(answer.body.length).toBeLessThan(MOST_BYTES)
})

test('a hundred invalid addresses are all listed', async () => {
  const { errors } = (await a.post('/memberships', { emails: bad(100) })).json()
  expect([errors.emails.length, errors.emails[99]]).toEqual([100, expect.stringContaining('99')])
})

const AT_POLLS = '/polls'
const PROBLEMS: [name: string, path: string, fields: Record<string, unknown>][] = [
  ['addresses', '/discussions', { title: 'T', recipient_emails: bad(1_000) }],
  [
    'users',
    '/discussions',
    { title: 'T', recipient_user_ids: Array.from({ length: 1_000 }, (_, at) => 9e14 + at) },
  ],
  [
    'options',
    AT_POLLS,
    {
      title: 'T',
      poll_type: 'meeting',
      options: Array.from({ length: 200 }, (_, at) => `${at}${'\u0001'.repeat(200)}`),
    },
  ],
  ['an option twice', AT_POLLS, { title: 'T', poll_type: 'poll', options: [long, long] }],
  [
    'items of many kinds',
    AT_POLLS,
    { title: 'T', poll_type: 'poll', options: Array.from({ length: 100_000 }, () => ({})) },
  ],
  [
    'rules',
    AT_POLLS,
    {
      title: 'T',
      poll_type: 'proposal',
      thresholds: Array.from({ length: 20 }, () => ({ option: long.slice(0, 40_000), percent: 0.001 })),
    },
  ],
  [
    'records',
    AT_POLLS,
    {
      title: 'T',
      poll_type: 'proposal',
      thresholds: Array.from({ length: 20 }, (_, at) => ({ [`x${long.slice(0, 40_000)}${at}`]: 1 })),
    },
  ],
  [
    'choices',
    `/polls/${poll.id}/ballots`,
    {
      user_id: 1,
      choices: Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`${at}${'\u0001'.repeat(1_000)}`, 'x']),
      ),
    },
  ],
  [
    'voters',
    `/polls/${poll.id}/voters`,
    { emails: bad(1_000), user_ids: Array.from({ length: 1_000 }, (_, at) => 9e14 + at) },
  ],
  ['unknown fields', AT_POLLS, Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`x${at}`, 1]))],
  ['a type', AT_POLLS, { title: 'T', poll_type: long }],
  ['a time', AT_POLLS, { title: 'T', poll_type: 'count', closing_at: long }],
]

test.each(PROBLEMS)('many invalid %s get a response of limited size', async (_, path, fields) => {
  const answer = await a.post(path, fields)
  expect(answer.statusCode, answer.body.slice(0, 500)).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body.length + JSON.stringify(answer.headers).length).toBeLessThan(MOST_BYTES)
})

test('problems are codes, with messages in the requested language', async () => {
  const headers = { 'accept-language': 'en-XA' }
  const answer = await a.post('/polls', { poll_type: 'poll', title: '', options: ['a', 'b'] }, { headers })
  const { errors, problems } = answer.json()
  expect(errors.title).toEqual(["can't be blank"])
  expect(problems).toContainEqual({
    field: 'title',
    code: 'blank',
    params: {},
    message: expect.stringMatching(/ļåå/),
  })
})
