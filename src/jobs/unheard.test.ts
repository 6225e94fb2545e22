import { beforeEach, expect, test } from 'vitest'
import { hold } from '../../test/hold.ts'
import { makeWebhook } from '../../test/receiver.ts'
import { MAIL_CONFIG, makePoll } from '../../test/tell.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { openDb } from '../db/db.ts'
import { kindsWhere } from '../events/kinds.ts'
import { tellNobody } from '../events/record.ts'
import { castBallots } from '../polls/ballots/ballots-store.ts'
import { dispatchEvents, QUIET } from './dispatch-events.ts'

/**
 * Votes, and other events that notify nobody, are dispatched many at once: in order, once, and after earlier
 * waiting events.
 */

const world = await createWorld()
const people = await addMembers(
  world,
  Array.from({ length: 40 }, (_, n) => `voter${n}@mill.example`),
)
const { pool } = world.db
const dispatch = (db = world.db) => dispatchEvents(db, MAIL_CONFIG.public_url)

let poll_id: number
beforeEach(async () => {
  await pool.query('update webhooks set disabled_at = now()')
  poll_id = await makePoll(world)
  await dispatch()
})

async function voteAll(score: number): Promise<void> {
  const common = {
    poll_id,
    scores: [score, null, null],
    reason: null,
    reason_format: 'md',
    api_key_id: null,
  } as const
  const votes = people.map((user_id) => ({ ...common, scores: [...common.scores], user_id }))
  await castBallots(world.db.pool, votes)
}

const feed = async () =>
  (
    await pool.query<{ id: number; kind: string; feed_number: number; told: boolean }>(
      `select id, kind, feed_number, dispatched_at is not null as told from events
       where poll_id = $1 and kind <> 'poll_created' order by id`,
      [poll_id],
    )
  ).rows

/** They have distinct numbers, in the order of the events. */
async function expectInOrder(count: number): Promise<void> {
  const events = await feed()
  expect(events).toHaveLength(count)
  expect(events.every(({ told, feed_number }) => told && feed_number > 0)).toBe(true)
  const numbers = events.map(({ feed_number }) => feed_number)
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
}

test('they are numbered in the order of the events', async () => {
  await voteAll(1)
  await voteAll(2)
  expect((await dispatch()).events).toBe(2 * people.length)
  await expectInOrder(2 * people.length)
  expect((await dispatch()).events).toBe(0)
})

test('and not before an older event that notifies someone', async () => {
  await voteAll(1)
  await pool.query(
    `insert into events (kind, group_id, poll_id, subject_type, subject_id, actor_id, recipient_ids)
     values ('voters_invited', $1, $2, 'Poll', $2, $3, $4::bigint[])`,
    [world.group.id, poll_id, world.ada.id, people.slice(0, 2)],
  )
  await voteAll(2)
  const { events, mails } = await dispatch()
  expect({ events, mails }).toEqual({ events: 2 * people.length + 1, mails: 2 })
  await expectInOrder(2 * people.length + 1)
})

test('once, by two processes that dispatch at the same time', async () => {
  const second = openDb(world.address, 4)
  await voteAll(1)
  await voteAll(2)
  const done = await Promise.all([dispatch(), dispatch(second), dispatch(), dispatch(second)])
  expect(done.reduce((sum, { events }) => sum + events, 0)).toBe(2 * people.length)
  const numbers = (await feed()).map(({ feed_number }) => feed_number)
  expect(new Set(numbers).size).toBe(2 * people.length)
  await second.close()
})

test('after other numbering transactions have committed, so that no reader of the feed misses an event', async () => {
  await voteAll(1)
  const numbering = await hold(world.db, "select pg_advisory_xact_lock(hashtextextended('feed_numbers', 0))")
  const dispatching = dispatch()
  await numbering.waitedFor()
  await numbering.query("select nextval('feed_numbers')")
  expect((await feed()).filter(({ told }) => told)).toEqual([])
  await numbering.release()
  expect((await dispatching).events).toBe(people.length)
  await expectInOrder(people.length)
})

test('polls without recipients too, but not those that invite someone', async () => {
  await makePoll(world)
  await makePoll(world)
  expect(await tellNobody(pool, QUIET, 10)).toMatchObject({ events: 2, left: false })
  await makePoll(world, { recipients: { audience: 'group' } })
  await makePoll(world)
  expect(await tellNobody(pool, QUIET, 10)).toMatchObject({ events: 0, left: true })
  const { events, mails } = await dispatch()
  expect({ events, mails }).toEqual({ events: 2, mails: people.length })
})

test('no event that a mail or its withdrawal may be about is among them', () => {
  const told = kindsWhere(({ mail, removes }) => removes || (mail !== null && mail.to !== 'named'))
  expect(QUIET.filter((kind) => told.includes(kind))).toEqual([])
  expect(QUIET).toEqual(expect.arrayContaining(['stance_created', 'poll_created', 'new_comment']))
})

test('except for a webhook added in the meantime, which gets events that were not yet dispatched', async () => {
  await voteAll(1)
  await dispatch()
  await voteAll(2)
  await makeWebhook(world, { url: 'https://hooks.example.org/in', kinds: ['stance_updated'] })
  await voteAll(3)
  expect((await dispatch()).deliveries).toBe(2 * people.length)
  await expectInOrder(3 * people.length)
})
