import { describe, expect, test } from 'vitest'
import { openPost } from '../../test/post.ts'
import {
  answering,
  makeWebhook,
  openHooks,
  openMessenger,
  startReceiver,
  turning,
  verified,
} from '../../test/receiver.ts'
import { keptLog, makePoll, makeThread } from '../../test/tell.ts'
import { openDeliveries } from '../jobs/deliveries.ts'
import { sendDelivery, takeDelivery } from './send-delivery.ts'

const { world, receiver, via, act, own } = await openHooks()
const { pool } = world.db

describe('a receiver that fails', () => {
  test('is retried under the same id, at growing intervals, until it accepts the delivery', async () => {
    const { id, secret } = await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    receiver.answer = answering(500, {}, 'out of order')
    await via.deliver()
    expect(await via.rows()).toMatchObject([
      { status: 'waiting', attempts: 1, answer_status: 500, answer_body: 'out of order', due_in_s: 5 },
    ])
    expect((await via.webhook(id)).failing_since).not.toBeNull()
    expect(await via.send()).toBe(0)
    await via.hurry()
    await via.send()
    const [row] = await via.rows()
    expect(row?.due_in_s).toBeGreaterThanOrEqual(269)
    expect(row?.due_in_s).toBeLessThanOrEqual(330)
    receiver.answer = answering(200)
    await via.hurry()
    expect(await via.send()).toBe(1)
    expect(await via.rows()).toMatchObject([{ status: 'sent', attempts: 3, answer_status: 200, error: null }])
    expect((await via.webhook(id)).failing_since).toBeNull()
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const got of receiver.got) expect(verified(got, secret).kind).toBe('new_discussion')
  })

  test('is retried at the time it asks for', async () => {
    await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    receiver.answer = answering(429, { 'retry-after': '3600' })
    await via.deliver()
    expect((await via.rows())[0]?.due_in_s).toBeGreaterThan(3_590)
  })

  test('to the end is disabled, and its admins get one mail', async () => {
    const post = await openPost(world)
    await post.deliver()
    const { id } = await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    receiver.answer = answering(302, { location: '/elsewhere' })
    for (let tries = 0; tries < 10; tries++) {
      await via.deliver()
      await via.hurry()
    }
    expect(await via.rows()).toMatchObject([{ status: 'failed', attempts: 10, answer_status: 302 }])
    expect(await via.webhook(id)).toMatchObject({ disabled_reason: 'failing' })
    const mails = await post.deliver()
    expect(mails.map(({ to }) => to)).toEqual([['ada@mill.example']])
    expect(mails[0]?.email.subject).toBe('A webhook of Mill Lane Co-op was turned off')
    expect(mails[0]?.email.text).toContain('127.0.0.1')
    expect(mails[0]?.email.text).not.toContain('/hook')
    await makeThread(world)
    expect(await via.dispatch()).toBe(0)
    expect(await post.deliver()).toEqual([])
  })

  test('beside another one at its host is told from it in the mail', async () => {
    const post = await openPost(world)
    await makeWebhook(world, { url: `${receiver.url}/md` })
    const { id } = await makeWebhook(world, { url: `${receiver.url}/json/s3cret-of-the-chat-1f3a?key=qu3ry` })
    await pool.query("update webhooks set kinds = '{poll_created}' where id <> $1", [id])
    await makeThread(world)
    await post.deliver()
    receiver.answer = answering(410)
    await via.deliver()
    const [mail] = await post.deliver()
    expect(mail?.email.text).toMatch(/^127\.0\.0\.1:\d+\/hook\/json\/…1f3a responded/m)
    expect(JSON.stringify(mail)).not.toMatch(/s3cret|qu3ry/)
  })

  test('stays enabled while it accepts other deliveries', async () => {
    const { id } = await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    await makePoll(world)
    receiver.answer = (response, { body }) => answering(body.includes('poll_created') ? 422 : 200)(response)
    for (let tries = 0; tries < 10; tries++) {
      await via.deliver()
      await via.hurry()
    }
    expect((await via.rows()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
    expect(await via.webhook(id)).toMatchObject({ disabled_at: null })
  })

  test('with 410 is disabled at once; enabling it again sends the waiting deliveries', async () => {
    const { id } = await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    await makePoll(world)
    receiver.answer = answering(410)
    await via.dispatch()
    await sendDelivery(via.messenger, (await takeDelivery(via.messenger))!)
    expect(await via.webhook(id)).toMatchObject({ disabled_reason: 'gone' })
    await via.hurry()
    expect(await via.send()).toBe(0)
    expect(receiver.got).toHaveLength(1)
    receiver.answer = answering(200)
    await act(turning(own(id), true))
    expect(await via.send()).toBe(1)
    expect((await via.rows()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
  })

  test('is logged with the reason', async () => {
    await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    await via.dispatch()
    const reasons = async () => {
      const log = keptLog()
      const deliveries = openDeliveries(via.messenger, log)
      await deliveries.send(() => false)
      await deliveries.landed()
      return log.lines.map((line) => JSON.parse(line)[0])
    }
    receiver.answer = answering(500)
    expect(await reasons()).toMatchObject([{ answer_status: 500, reason: null }])
    receiver.answer = (response) => response.destroy()
    await via.hurry()
    expect(await reasons()).toMatchObject([{ answer_status: null, reason: expect.stringMatching(/\w/) }])
  })

  test('by hanging delays no other receiver', async () => {
    const slow = await startReceiver()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    slow.answer = (response) => void released.then(() => answering(204)(response))
    await makeWebhook(world, { url: slow.url })
    await makeWebhook(world, { url: receiver.url })
    const deliveries = openDeliveries(via.messenger, keptLog())
    for (let told = 1; told <= 2; told++) {
      await makeThread(world)
      await via.dispatch()
      await deliveries.send(() => false)
      await expect.poll(() => receiver.got.length).toBe(told)
    }
    expect(slow.got.length).toBeGreaterThan(0)
    release()
    expect(await deliveries.landed()).toBe(4)
  })

  test('by hanging gets a limited share of the first deliveries, and the rest later', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    receiver.answer = (response) => void released.then(() => answering(204)(response))
    await makeWebhook(world, { url: receiver.url })
    const told = 40
    for (let made = 0; made < told; made++) await makeThread(world)
    await via.dispatch()
    const landed: Promise<void>[] = []
    const deliveries = openDeliveries(via.messenger, keptLog(), () => landed.push(send()))
    const send = () => deliveries.send(() => false)
    await send()
    expect((await via.rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(8)
    release()
    await expect.poll(async () => (await via.rows()).every(({ status }) => status === 'sent')).toBe(true)
    await Promise.all(landed)
    expect(await deliveries.landed()).toBe(told)
  })

  test('by hanging is cut off at the time limit, and retried', async () => {
    const quick = openMessenger(world, 100)
    await makeWebhook(world, { url: receiver.url })
    await makeThread(world)
    receiver.answer = () => undefined
    await quick.deliver()
    expect(await quick.rows()).toMatchObject([
      { status: 'waiting', error: 'no response within 0.1 seconds', answer_status: null },
    ])
  })

  test('gets one request at a time', async () => {
    const { id } = await makeWebhook(world, { url: receiver.url })
    for (let made = 0; made < 5; made++) await makeThread(world)
    await via.dispatch()
    await pool.query('update webhooks set failing_since = now() where id = $1', [id])
    let open = 0
    let most = 0
    receiver.answer = (response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        answering(500)(response)
      }, 20)
    }
    for (let round = 0; round < 5; round++) await via.send()
    expect(most).toBe(1)
    expect(receiver.got).toHaveLength(5)
  })
})
