import { describe, expect, test } from 'vitest'
import { answering, makeWebhook, openHooks, sendDue, turning, verified } from '../../test/receiver.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { openDb } from '../db/db.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { loadDelivery } from './load-webhooks.ts'
import { removeWebhook } from './remove-webhook.ts'
import { rotateWebhook } from './rotate-webhook.ts'
import { sendAgain } from './send-again.ts'
import { sendDelivery, takeDelivery } from './send-delivery.ts'

const { world, receiver, via, ben, act, own, delivered } = await openHooks()
const { pool } = world.db

test('each event is sent once, signed as the standard requires', async () => {
  const { secret } = await makeWebhook(world, { url: receiver.url })
  const poll_id = await makePoll(world)
  expect(await via.deliver()).toBe(1)
  expect(await via.deliver()).toBe(0)
  const [got] = receiver.got
  const { rows } = await pool.query('select key from polls where id = $1', [poll_id])
  expect(verified(got!, secret)).toMatchObject({
    kind: 'poll_created',
    url: `https://moot.example.org/p/${rows[0].key}`,
    text: expect.stringMatching(/^Ada Vale started a poll: A second bike shed\nVoting closes on .* UTC\.$/),
    title: 'A second bike shed',
    poll_type: 'proposal',
    group_name: 'Mill Lane Co-op',
    actor_name: 'Ada Vale',
    poll_id,
    occurred_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    data: { polls: [{ id: poll_id, results_visible: true }], groups: [{ handle: 'mill-lane' }] },
  })
  expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Folkmoot' })
  const other = `whsec_${Buffer.alloc(24).toString('base64')}`
  expect(() => verified(got!, other)).toThrow('No matching signature')
  expect(() => verified({ ...got!, body: `${got?.body} ` }, secret)).toThrow('No matching signature')
})

test('only the chosen kinds are sent, and only of the own group', async () => {
  await makeWebhook(world, { url: receiver.url, kinds: ['new_discussion', 'poll_closed_by_user'] })
  await makeThread(world)
  const poll_id = await makePoll(world)
  await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
  await act((one) => closePoll(one, poll_id))
  await pool.query("insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other')")
  await pool.query(
    `insert into events (kind, group_id, subject_type, subject_id)
     select 'membership_created', id, 'Membership', 1 from groups where handle = 'other'`,
  )
  expect((await delivered()).map(({ kind }) => kind).sort()).toEqual([
    'new_discussion',
    'poll_closed_by_user',
  ])
})

test('rolled-back events are not sent', async () => {
  await makeWebhook(world, { url: receiver.url })
  const undone = act(async ({ tx }) => {
    await tx.query(
      `insert into events (kind, group_id, subject_type, subject_id) values ('membership_created', $1, 'Membership', 1)`,
      [world.group.id],
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await delivered()).toEqual([])
})

test('two processes deliver each event once to each webhook', async () => {
  for (let made = 0; made < 2; made++) await makeWebhook(world, { url: `${receiver.url}/${made}` })
  for (let made = 0; made < 10; made++) await makeThread(world)
  const db = openDb(world.address, 8)
  const other = { ...via.messenger, db }
  await Promise.all([via.dispatch(), via.dispatch()])
  await Promise.all([via.send(), sendDue(other)])
  await db.close()
  const ids = receiver.got.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(20)
  expect(new Set(ids).size).toBe(20)
})

test('after a rotation both secrets sign until the old one ends', async () => {
  const { id, secret } = await makeWebhook(world, { url: receiver.url })
  const { secret: fresh } = await act((one) => rotateWebhook(one, own(id), 24))
  await makeThread(world)
  await via.deliver()
  for (const one of [secret, fresh]) expect(verified(receiver.got[0]!, one).kind).toBe('new_discussion')
  await pool.query('update webhook_secrets set expires_at = now() where expires_at is not null')
  await makeThread(world)
  await via.deliver()
  expect(verified(receiver.got[1]!, fresh).kind).toBe('new_discussion')
  expect(() => verified(receiver.got[1]!, secret)).toThrow('No matching signature')
  const { secret: last } = await act((one) => rotateWebhook(one, own(id), 0))
  await makeThread(world)
  await via.deliver()
  expect(verified(receiver.got[2]!, last).kind).toBe('new_discussion')
  expect(() => verified(receiver.got[2]!, fresh)).toThrow('No matching signature')
  expect((await pool.query('select count(*)::int as kept from webhook_secrets')).rows).toEqual([{ kept: 1 }])
})

test('a delivery whose process died is taken over when its lease expires', async () => {
  await makeWebhook(world, { url: receiver.url })
  await makeThread(world)
  await via.dispatch()
  await pool.query("update webhook_deliveries set attempts = 1, leased_until = now() + interval '1 minute'")
  expect(await via.send()).toBe(0)
  await pool.query('update webhook_deliveries set leased_until = now()')
  expect(await via.send()).toBe(1)
})

test('a private address is not called, however it got into the database', async () => {
  await makeWebhook(world, { url: receiver.url })
  await makeThread(world)
  await via.dispatch()
  const strict = { ...via.messenger, config: { ...via.messenger.config, outbound_allow: [] } }
  await sendDelivery(strict, (await takeDelivery(strict))!)
  expect(receiver.got).toEqual([])
  expect(await via.rows()).toMatchObject([
    {
      status: 'waiting',
      error: expect.stringMatching(/^it points to an address that is not public; .*OUTBOUND_ALLOW/),
      answer_status: null,
    },
  ])
})

test('a disabled webhook gets nothing, and a removed one is gone with its log', async () => {
  const { id } = await makeWebhook(world, { url: receiver.url })
  await act(turning(own(id), false))
  await makeThread(world)
  expect(await delivered()).toEqual([])
  await act(turning(own(id), true))
  expect(await delivered()).toEqual([])
  await makeThread(world)
  expect(await delivered()).toHaveLength(1)
  await act((one) => removeWebhook(one, own(id)))
  expect(await via.rows()).toEqual([])
  expect((await pool.query('select 1 from webhook_secrets')).rows).toEqual([])
})

test('a webhook that is being removed gets no new delivery', async () => {
  const { id } = await makeWebhook(world, { url: receiver.url })
  await makeThread(world)
  const { told } = await act(async (one) => {
    await removeWebhook(one, own(id))
    const told = via.dispatch()
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    return { told }
  })
  expect(await told).toBe(0)
})

test('a delivery can be sent again, under its old id', async () => {
  const { id } = await makeWebhook(world, { url: receiver.url })
  await makeThread(world)
  await via.deliver()
  const [row] = await via.rows()
  await act((one) => sendAgain(one, own(id), row?.id ?? 0))
  expect(await via.send()).toBe(1)
  expect(receiver.got.map(({ headers }) => headers['webhook-id'])).toEqual([row?.message_id, row?.message_id])
  await expect(act((one) => sendAgain(one, { group_id: 999, id }, row?.id ?? 0))).rejects.toThrow(
    'no webhook',
  )
  await act(turning(own(id), false))
  await expect(act((one) => sendAgain(one, own(id), row?.id ?? 0))).rejects.toThrow('is off')
})

describe.each(['json', 'slack'] as const)('results that are hidden again do not leave: %s', (format) => {
  const LATER = new Date('2099-06-01T12:00:00Z')
  const seen = /Agree 1|"score":1|"total_score":1/

  const closedPoll = async () => {
    receiver.answer = answering(503)
    const webhook = await makeWebhook(world, { url: receiver.url, format })
    const poll_id = await makePoll(world, { settings: { hide_results: 'until_closed' } })
    await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
    await act((one) => closePoll(one, poll_id))
    const arrives = async () => {
      await via.deliver()
      const told = receiver.got.some(({ body }) => seen.test(body))
      // On a busy machine a delivery that failed may put off those after it.
      if (!told) await via.hurry()
      return told
    }
    await expect.poll(arrives).toBe(true)
    const failed = (await via.rows()).find(({ kind }) => kind === 'poll_closed_by_user')!
    receiver.got.length = 0
    receiver.answer = answering(204)
    return { webhook, poll_id, failed }
  }
  const arrived = async () => {
    await via.hurry()
    await pool.query('update webhooks set failing_since = null')
    await via.deliver()
    return receiver.got.map(({ body }) => body)
  }

  test('in a delivery that waited while its poll was reopened', async () => {
    const { webhook, poll_id, failed } = await closedPoll()
    await act((one) => reopenPoll(one, poll_id, LATER))
    expect(await loadDelivery(pool, webhook.id, failed.id)).toMatchObject({ body: null, answer_body: null })
    const bodies = await arrived()
    expect(bodies.length).toBeGreaterThan(2)
    expect(bodies.filter((body) => seen.test(body))).toEqual([])
  })

  test('but do while its poll stays closed', async () => {
    const { webhook, failed } = await closedPoll()
    expect((await loadDelivery(pool, webhook.id, failed.id)).body).toMatch(seen)
    expect((await arrived()).some((body) => seen.test(body))).toBe(true)
  })
})
