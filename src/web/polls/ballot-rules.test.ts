import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { nameMembers } from '../../../test/world.ts'
import { type Db, openDb } from '../../db/db.ts'

/** The page's form checks votes with a cached poll. It must still respect changes made by other processes. */

let at: PollWorld
let elsewhere: Db
let came: Awaited<ReturnType<PollWorld['come']>>

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
  elsewhere = openDb(at.world.address, 2)
})
afterAll(() => elsewhere.close())

const write = (text: string, ...values: unknown[]) => elsewhere.pool.query(text, [came.poll_id, ...values])

/** The process has the poll in its cache: its voter has voted, and changed the vote. */
beforeEach(async () => {
  came = await at.come({ settings: { poll_type: 'poll' }, options: ['Blue', 'Green'] })
  for (const choice of ['1', '2']) expect((await came.send({ choice })).statusCode).toBe(303)
})

test('a vote is changed again and again', async () => {
  expect((await came.send({ choice: '1', reason: 'The sky' })).statusCode).toBe(303)
  expect(await at.scoresOf(came.poll_id)).toEqual([1, null])
  const { rows } = await elsewhere.pool.query('select cast_count, sums from tallies where poll_id = $1', [
    came.poll_id,
  ])
  expect(rows).toEqual([{ cast_count: 1, sums: [1, 0] }])
})

test('a vote for an option that was added counts', async () => {
  await write("insert into poll_options (poll_id, slot, priority, name) values ($1, 3, 3, 'Red')")
  expect((await came.send({ choice: '3' })).statusCode).toBe(303)
  expect(await at.scoresOf(came.poll_id)).toEqual([null, null, 1])
})

test('a vote needs a reason once the poll requires one', async () => {
  await write("update polls set stance_reason_required = 'required' where id = $1")
  const answer = await came.send({ choice: '1' })
  expect(answer.statusCode).toBe(422)
  expect(await at.scoresOf(came.poll_id)).toEqual([null, 1])
  expect((await came.send({ choice: '1', reason: 'The sky' })).statusCode).toBe(303)
})

test.each([
  ['closed', 409, 'update polls set closed_at = now(), closing_at = now() where id = $1', 'Voting closed'],
  [
    'past its closing time',
    409,
    "update polls set opened_at = now() - interval '1 hour', closing_at = now() where id = $1",
    'Voting closed',
  ],
  ['deleted', 410, 'update polls set discarded_at = now() where id = $1', 'It was deleted on'],
  [
    'one they hold no ballot of any more',
    403,
    'update electorate set withdrawn_at = now() where poll_id = $1',
    'You don’t have a ballot',
  ],
])('it is not cast where the poll is %s', async (_, status, change, words) => {
  await write(change)
  const answer = await came.send({ choice: '1' })
  expect(answer.statusCode).toBe(status)
  expect(answer.body).toContain(words)
  expect(await at.scoresOf(came.poll_id)).toEqual([null, 1])
})

test('it is not cast over another vote than the page showed', async () => {
  const answer = await came.send({ choice: '1', since: '' })
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('In the meantime, you voted in another window: Green.')
})
