import { afterEach, expect, test } from 'vitest'
import { until } from '../../test/patience.ts'
import { ALLOWED, makeWebhook, startReceiver } from '../../test/receiver.ts'
import { startSmtp } from '../../test/smtp.ts'
import { keptLog, MAIL_CONFIG, makePoll, makeThread } from '../../test/tell.ts'
import { addMembers, createWorld, keyFor } from '../../test/world.ts'
import { openDb } from '../db/db.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { settleDuePolls } from '../polls/close-due-polls.ts'
import { type Clock, startClock } from './clock.ts'
import { dispatchEvents } from './dispatch-events.ts'
import { startLoop } from './job-loop.ts'
import { purge } from './jobs.ts'

const world = await createWorld()
const smtp = await startSmtp()
const ids = await addMembers(world)
const { pool } = world.db
const clocks: Clock[] = []

const start = (db = world.db, smtp_url: string | null = smtp.url) => {
  const log = keptLog()
  const clock = startClock({ db, config: { ...MAIL_CONFIG, smtp_url, outbound_allow: ALLOWED }, log })
  clocks.push(clock)
  return { clock, log }
}

afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()))
})

const statuses = async () =>
  (
    await pool.query<{ status: string; mails: number }>(
      'select status, count(*)::int as mails from mails group by 1 order by 1',
    )
  ).rows

test('without a mail server mails wait untried; once there is one they are sent', async () => {
  await makeThread(world, { audience: 'group' })
  const { clock } = start(world.db, null)
  await until(async () => expect(await statuses()).toEqual([{ status: 'waiting', mails: 8 }]))
  await clock.stop()
  expect((await pool.query('select max(attempts) as most from mails')).rows).toEqual([{ most: 0 }])
  start()
  await until(async () => expect(await statuses()).toEqual([{ status: 'sent', mails: 8 }]))
})

test('two clocks on one database send each mail once', async () => {
  const second = openDb(world.address, 8)
  start()
  start(second)
  const before = smtp.received.length
  for (let number = 0; number < 10; number++)
    await makeThread(world, { audience: 'group' }, `Thread ${number}`)
  await until(async () => expect(await statuses()).toEqual([{ status: 'sent', mails: 48 }]))
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()))
  await second.close()
  const names = smtp.received.slice(before).map((mail) => mail.email.messageId)
  expect(names).toHaveLength(40)
  expect(new Set(names).size).toBe(40)
})

test('two clocks on one database send each event once to a webhook', async () => {
  const receiver = await startReceiver()
  await makeWebhook(world, { url: receiver.url, kinds: ['new_discussion'] })
  const second = openDb(world.address, 8)
  start()
  start(second)
  for (let number = 0; number < 10; number++) await makeThread(world, {}, `Told ${number}`)
  const told = async () =>
    (await pool.query("select count(*)::int as sent from webhook_deliveries where status = 'sent'")).rows[0]
      .sent
  await until(async () => expect(await told()).toBe(10))
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()))
  await second.close()
  const ids = receiver.got.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(10)
  expect(new Set(ids).size).toBe(10)
  await pool.query('delete from webhooks')
})

test('webhook deliveries are kept for a month', async () => {
  const { id } = await makeWebhook(world, { url: 'https://hooks.example' })
  await pool.query(
    `insert into webhook_deliveries (webhook_id, kind, body, created_at)
     select $1, 'n' || n, '{}', now() - n * interval '16 days' from generate_series(0, 3) n`,
    [id],
  )
  await purge(world.db)
  expect((await pool.query('select kind from webhook_deliveries order by 1')).rows).toEqual([
    { kind: 'n0' },
    { kind: 'n1' },
  ])
  await pool.query('delete from webhooks')
})

test('a due poll is settled once, announced, and counted when it is anonymous', async () => {
  const before = smtp.received.length
  const [ben = 0] = ids
  const named = await makePoll(world)
  const anonymous = await makePoll(world, { settings: { anonymous: true } })
  for (const poll_id of [named, anonymous]) {
    await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
  }
  await pool.query(
    "update polls set closing_at = date_trunc('milliseconds', now()) + interval '200 milliseconds' where id = any ($1)",
    [[named, anonymous]],
  )
  const second = openDb(world.address, 8)
  start()
  start(second)
  await until(() => expect(smtp.received.length - before).toBe(2))
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()))
  await second.close()
  for (const mail of smtp.received.slice(before)) {
    expect(mail.to).toEqual([world.ada.email])
    expect(mail.email.text).toMatch(/\n1 of 5 voted\.[\s\S]*Agree: 1\b/)
  }
  const { rows } = await pool.query(
    `select (closed_at = closing_at) as at_its_time, (select count(*)::int from events e
       where e.poll_id = p.id and e.kind = 'poll_expired') as told from polls p where id = any ($1)`,
    [[named, anonymous]],
  )
  expect(rows).toEqual([
    { at_its_time: true, told: 1 },
    { at_its_time: true, told: 1 },
  ])
})

test('ten processes settling at once write one closing', async () => {
  const id = await makePoll(world)
  await pool.query('update polls set closing_at = now() where id = $1', [id])
  await Promise.all(Array.from({ length: 10 }, () => settleDuePolls(world.db)))
  const { rows } = await pool.query(
    "select count(*)::int as told from events where poll_id = $1 and kind = 'poll_expired'",
    [id],
  )
  expect(rows).toEqual([{ told: 1 }])
})

test('a group of many thousands is notified in one go, with shared bodies', async () => {
  // Mails are written in lots of 5 000: two whole ones and a rest.
  await pool.query(
    `with people as (
      insert into users (email, time_zone)
      select 'member' || n || '@many.example', case n % 2 when 0 then 'UTC' else 'Asia/Tokyo' end from generate_series(1, 12000) n returning id)
    insert into memberships (group_id, user_id, accepted_at) select $1, id, now() from people`,
    [world.group.id],
  )
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await makeThread(world, { audience: 'group' }, 'To all')
  expect(await dispatchEvents(world.db, MAIL_CONFIG.public_url)).toEqual({
    events: 1,
    mails: 12_004,
    pushes: 0,
    deliveries: 0,
    failed: [],
  })
  const { rows } =
    await pool.query(`select count(*)::int as mails, count(distinct body_hash)::int as bodies from mails m
    join events e on e.id = m.event_id where e.kind = 'new_discussion' and m.status = 'waiting'`)
  expect(rows[0]).toEqual({ mails: 12_004, bodies: 1 })
  await pool.query("delete from mails where status = 'waiting'")
})

test('many concurrent dispatchers send each event once', async () => {
  for (let number = 0; number < 5; number++) await makeThread(world, { user_ids: ids }, `Again ${number}`)
  const all = await Promise.all(
    Array.from({ length: 6 }, () => dispatchEvents(world.db, MAIL_CONFIG.public_url)),
  )
  expect(all.reduce((sum, { mails }) => sum + mails, 0)).toBe(20)
})

test('stored answers are purged after a day', async () => {
  const { id } = await keyFor(world)
  await pool.query(
    `insert into idempotent_answers (api_key_id, key, route, body_hash, answer, created_at)
    select $1, 'key ' || n, 'r', '', '{}', now() - n * interval '20 hours' from generate_series(0, 2500) n`,
    [id],
  )
  await purge(world.db)
  expect((await pool.query('select key from idempotent_answers order by 1')).rows).toEqual([
    { key: 'key 0' },
    { key: 'key 1' },
  ])
})

test('results of forms are purged after a day', async () => {
  await pool.query(
    `insert into sent_forms (id, answer, created_at)
    select convert_to('form ' || n, 'utf8'), '', now() - n * interval '20 hours' from generate_series(0, 2500) n`,
  )
  await purge(world.db)
  expect((await pool.query(`select convert_from(id, 'utf8') as id from sent_forms order by 1`)).rows).toEqual(
    [{ id: 'form 0' }, { id: 'form 1' }],
  )
})

test('a job never overlaps itself, continues after failures, and logs them without their contents', async () => {
  const log = keptLog()
  let running = 0
  let runs = 0
  const job = {
    name: 'try',
    every_ms: 1,
    run: async () => {
      running += 1
      runs += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      if (runs === 1) throw new Error('Connection terminated unexpectedly')
      if (runs === 2) throw Object.assign(new Error('bad row'), { detail: 'Key (email)=(ben@mill.example)' })
    },
  }
  const loop = startLoop(job, log)
  loop.wake()
  loop.wake()
  await until(() => expect(runs).toBeGreaterThan(4))
  await loop.stop()
  const ended = runs
  loop.wake()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toBe(ended)
  expect(log.lines.map((line) => JSON.parse(line)[1])).toEqual([
    'database unreachable; the job continues when it is back',
    'job failed; will retry',
    'job recovered',
  ])
  expect(log.lines.join()).not.toContain('ben@mill.example')
})
