import { afterEach, describe, expect, test } from 'vitest'
import { hold } from '../../test/hold.ts'
import { addressees, openPost } from '../../test/post.ts'
import { keptLog, MAIL_CONFIG, makePoll } from '../../test/tell.ts'
import { addMembers, CAST, createWorld, keyFor } from '../../test/world.ts'
import { isDatabaseTrouble } from '../db/failures.ts'
import { listSetAside, retrySetAside } from '../events/set-aside-store.ts'
import { valuesOf } from '../metrics/figures.ts'
import { loadStatus } from '../metrics/load-status.ts'
import { queueFigures } from '../metrics/queues-store.ts'
import { DISPATCH, type JobTools, jobsOf } from './jobs.ts'

/** An event that fails delays no others: it is set aside, and the operator is notified. */

const world = await createWorld()
const post = await openPost(world)
await addMembers(world)
await post.deliver()
const { pool } = world.db

afterEach(async () => {
  await pool.query('update events set dispatched_at = now(), set_aside_at = null')
  await pool.query("update mails set status = 'sent'")
})

/** An event of an API key that does not exist: loading it fails. */
async function poison(key_id = 999_999): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into events (kind, group_id, subject_type, subject_id, recipient_ids)
     values ('key_ending', $1, 'ApiKey', $2, array[$3::bigint]) returning id`,
    [world.group.id, key_id, world.ada.id],
  )
  return rows[0]?.id ?? 0
}

/** An event that loads, but has no text: it names no webhook. */
async function unspeakable(): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into events (kind, group_id, subject_type, subject_id, recipient_ids)
     values ('webhook_disabled', $1, 'Group', $1, array[$2::bigint]) returning id`,
    [world.group.id, world.ada.id],
  )
  return rows[0]?.id ?? 0
}

/** A poll that notifies all members. */
const announce = () => makePoll(world, { recipients: { audience: 'group' }, told: 'named' })
const aside = () => listSetAside(pool, { per: 100, from: 0 })
const waiting = async () =>
  (await pool.query('select id from events where dispatched_at is null order by id')).rows.map(({ id }) => id)
const numbered = async (id: number) =>
  (await pool.query('select feed_number from events where id = $1', [id])).rows[0].feed_number

/** Runs the job as the service does; returns what it logged. */
async function runJob() {
  const log = keptLog()
  const errors: unknown[][] = []
  const tools = {
    db: world.db,
    config: { public_url: MAIL_CONFIG.public_url, mail_from: MAIL_CONFIG.mail_from },
    log: { ...log, error: (...parts: unknown[]) => void errors.push(parts) },
    transport: null,
    deliveries: { send: async () => 0, landed: async () => 0 },
    mailsWait: () => undefined,
    deliveriesWait: () => undefined,
  } as unknown as JobTools
  await jobsOf(tools)
    .find(({ name }) => name === DISPATCH)
    ?.run(() => false)
  return errors
}

describe.each([
  ['loaded', () => poison(), /notices\.key returned no row/],
  ['put into words', unspeakable, /webhook_disabled is not told by/],
] as const)('an event that cannot be %s', (_, plant, reason) => {
  test('is set aside, while those before and after it are sent', async () => {
    await announce()
    const id = await plant()
    await announce()
    await post.dispatch()
    expect(await waiting()).toEqual([])
    expect(await aside()).toMatchObject([
      { id, group_handle: 'mill-lane', reason: expect.stringMatching(reason) },
    ])
    const before = post.smtp.received.length
    await post.send()
    const mails = post.smtp.received.slice(before)
    expect(addressees(mails.filter(({ email }) => email.subject?.includes('vote')))).toEqual(
      [...CAST, ...CAST].sort(),
    )
    expect(await numbered(id)).not.toBeNull()
  })

  test('is reported to the operator: in the log, in the status and as a metric', async () => {
    const id = await plant()
    expect((await loadStatus(pool)).events_set_aside).toBe(0)
    const errors = await runJob()
    expect(errors).toEqual([
      [
        { event_id: id, code: expect.anything(), message: expect.stringMatching(reason) },
        expect.stringContaining('set aside'),
      ],
    ])
    expect((await loadStatus(pool)).events_set_aside).toBe(1)
    expect(valuesOf(await queueFigures(pool), 'folkmoot_events_set_aside')[0]?.value).toBe(1)
    expect(await runJob()).toEqual([])
  })
})

test('many failing events are set aside, each on its own', async () => {
  const ids: number[] = []
  for (let round = 0; round < 3; round++) {
    await announce()
    ids.push(await poison(), await poison())
  }
  await post.dispatch()
  expect((await aside()).map(({ id }) => id)).toEqual(ids)
  expect(await waiting()).toEqual([])
})

test('a retried event is sent once, and keeps its place in the feed', async () => {
  const [id, other] = [await poison(), await poison()]
  await post.dispatch()
  const place = await numbered(id)
  const { id: key_id } = await keyFor(world)
  await pool.query('update events set subject_id = $2 where id = $1', [id, key_id])
  expect(await retrySetAside(pool, [id])).toBe(1)
  expect(addressees(await post.deliver())).toEqual([world.ada.email])
  expect((await aside()).map((one) => one.id)).toEqual([other])
  expect(await numbered(id)).toBe(place)
  expect(await retrySetAside(pool, [id])).toBe(0)
  expect(await retrySetAside(pool, null)).toBe(1)
  expect(await waiting()).toEqual([other])
  await post.dispatch()
  expect((await aside()).map((one) => one.id)).toEqual([other])
})

describe('a database error is not the fault of an event', () => {
  test('a connection that is cut while an event is sent', async () => {
    await announce()
    const before = await waiting()
    const holder = await hold(world.db, 'lock table mails in access exclusive mode')
    const telling = post.dispatch().catch((error: { code?: string }) => error.code)
    await holder.waitedFor()
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(await telling).toBe('57P01')
    await holder.release()
    expect(await waiting()).toEqual(before)
    expect(await aside()).toEqual([])
    expect(await post.dispatch()).toBe(CAST.length)
  })

  test('nor during the search for a failing one', async () => {
    const id = await poison()
    await announce()
    const holder = await hold(world.db, 'lock table mails in access exclusive mode')
    const telling = post.dispatch().catch((error: { code?: string }) => error.code)
    await holder.waitedFor()
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(await telling).toBe('57P01')
    await holder.release()
    expect((await aside()).map((one) => one.id)).toEqual([id])
    expect(await waiting()).toHaveLength(1)
    expect(await post.dispatch()).toBe(CAST.length)
  })

  test.each<[string, string, boolean]>([
    ['a lock that is waited for too long', '55P03', true],
    ['a serialization failure', '40001', true],
    ['a deadlock', '40P01', true],
    ['a statement that took too long', '57014', true],
    ['a full disk', '53100', true],
    ['a table that an older schema does not have', '42P01', true],
    ['a row that breaks a rule', '23514', false],
    ['a value that cannot be read', '22P02', false],
  ])('%s (%s): %s', async (_, code, is_trouble) => {
    const failure = await pool
      .query(`do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`)
      .catch((error: unknown) => error)
    expect((failure as { code: string }).code).toBe(code)
    expect(isDatabaseTrouble(failure)).toBe(is_trouble)
  })

  test('a program error is', () => {
    expect(isDatabaseTrouble(new TypeError('undefined is not an object'))).toBe(false)
  })
})
