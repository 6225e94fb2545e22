import { describe, expect, test } from 'vitest'
import { openPushes } from '../../test/pushes.ts'
import { MAIL_CONFIG } from '../../test/tell.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { sendDuePushes } from '../jobs/send-due-pushes.ts'

const { world, service, ben, log, pusher, deviceOf, sent, queued, subscriptions, hurry, asks } =
  await openPushes()

describe('the push service', () => {
  test.each([404, 410])('answers %i: the subscription is deleted', async (status) => {
    await deviceOf(ben)
    await asks([ben])
    service.status = status
    await sent()
    expect([await subscriptions(), await queued()]).toEqual([[], []])
  })

  test.each([400, 403, 413])(
    'answers %i: the notice is given up, and the log names nobody',
    async (status) => {
      const { endpoint } = await deviceOf(ben)
      await asks([ben], { title: 'Paint the hall blue?' })
      service.status = status
      await sent()
      expect([(await subscriptions()).length, await queued()]).toEqual([1, []])
      expect(log.lines.join()).toContain(String(status))
      for (const secret of [endpoint, new URL(endpoint).pathname, 'Paint']) {
        expect(log.lines.join()).not.toContain(secret)
      }
    },
  )

  test.each([429, 500, 503])('answers %i: the notice is tried again later', async (status) => {
    await deviceOf(ben)
    await asks([ben])
    Object.assign(service, { status, headers: { 'retry-after': '600' } })
    await sent()
    const [waits] = await queued()
    expect(waits.attempts).toBe(1)
    expect((waits.due_at - Date.now()) / 1_000).toBeGreaterThan(500)
    service.status = 201
    // Another notice waits with it, without counting as a try.
    await asks([ben])
    expect(await sent()).toEqual([])
    expect((await queued()).map(({ attempts }) => attempts)).toEqual([1, 0])
    await hurry()
    expect(await sent()).toHaveLength(2)
  })

  test('fails for hours: the notice is given up', async () => {
    await deviceOf(ben)
    await asks([ben])
    service.status = 500
    for (let tries = 0; tries < 6; tries++) {
      await sent()
      await hurry()
    }
    expect([(await subscriptions()).length, await queued()]).toEqual([1, []])
  })

  test('has a private address: nothing is sent there', async () => {
    await deviceOf(ben)
    await asks([ben])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await sendDuePushes({ ...pusher, config: MAIL_CONFIG }, log)
    expect(service.took).toEqual([])
    expect(await queued()).toHaveLength(1)
  })
})
