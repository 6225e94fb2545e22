import { describe, expect, test } from 'vitest'
import { openPushes } from '../../test/pushes.ts'
import { ALLOWED } from '../../test/receiver.ts'
import { MAIL_CONFIG } from '../../test/tell.ts'
import { SYSTEM } from '../db/db.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { endOtherSessions, endSession } from '../users/end-session.ts'
import { loadSession } from '../users/load-session.ts'
import { startSession } from '../users/start-session.ts'
import { endSubscription, setPushKinds, setSubscription } from './set-subscription.ts'
import { targetOf } from './subscription.ts'

const { world, service, ben, cleo, deviceOf, as, queued, subscriptions, asks } = await openPushes()
const { pool } = world.db

describe('a subscription', () => {
  test('ends with its session: signed out here, elsewhere, or permanently', async () => {
    const [one, two] = [await deviceOf(ben), await deviceOf(ben)]
    await as(ben, (act) => endSession(act, one.token))
    expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([two.endpoint])
    await as(ben, (act) => endOtherSessions(act, { user_id: ben, kept_id: 0 }))
    expect(await subscriptions()).toEqual([])
  })

  test('is deleted when the person turns notifications off', async () => {
    const { token } = await deviceOf(ben)
    const viewer = await loadSession(pool, token)
    await asks([ben])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await as(ben, (act) => endSubscription(act, viewer!))
    expect([await subscriptions(), await queued()]).toEqual([[], []])
  })

  test('belongs to the person who turned it on last, and to one session', async () => {
    const { public_key: service_key } = await world.db.push_keys()
    const device = await deviceOf(ben)
    const token = await as(cleo, (act) => startSession(act, cleo, null))
    const viewer = await loadSession(pool, token)
    await as(cleo, (act) => setSubscription(act, viewer!, { ...targetOf(device, ALLOWED)!, service_key }))
    expect((await subscriptions()).map(({ user_id }) => user_id)).toEqual([cleo])
  })

  test('is one of at most twenty of a person', async () => {
    const first = await deviceOf(ben)
    for (let more = 0; more < 20; more++) await deviceOf(ben)
    const left = await subscriptions()
    expect([left.length, left.some(({ endpoint }) => endpoint === first.endpoint)]).toEqual([20, false])
  })

  test('and the choice of kinds are erased with the person', async () => {
    const { rows } = await pool.query<{ id: number }>(
      "insert into users (name, email) values ('Eve', 'eve@else.example') returning id",
    )
    const eve = rows[0]?.id ?? 0
    await deviceOf(eve)
    await as(eve, (act) => setPushKinds(act, eve, []))
    await erasePerson(world.db, SYSTEM, { user_id: eve, writings: 'keep', list: null })
    expect(await subscriptions()).toEqual([])
    expect((await pool.query('select * from push_silences')).rows).toEqual([])
  })

  test.each([
    ['without https', { endpoint: 'http://push.example/1' }],
    ['at a private address', { endpoint: 'https://10.0.0.1/1' }],
    ['at this machine', { endpoint: 'https://localhost/1' }],
    ['without an address', { endpoint: 'nonsense' }],
    ['with a password', { endpoint: 'https://a:b@push.example/1' }],
    ['at an address that is too long', { endpoint: `https://push.example/${'a'.repeat(2_000)}` }],
    ['with a key that is no point', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['without a key', { p256dh: '' }],
    ['with a short secret', { auth: 'AAAA' }],
  ])('is refused %s', (_, wrong) => {
    const { endpoint, p256dh, auth } = service.subscribe('any')
    const good = { endpoint: 'https://push.example/1', p256dh, auth }
    expect(targetOf(good, [])).not.toBeNull()
    expect(targetOf({ ...good, ...wrong }, [])).toBeNull()
    expect(targetOf({ ...good, endpoint }, [])).toBeNull()
  })
})
