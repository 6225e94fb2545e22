import { beforeEach } from 'vitest'
import { type Act, change } from '../src/db/db.ts'
import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { sendDuePushes } from '../src/jobs/send-due-pushes.ts'
import { remindVoters } from '../src/polls/remind-voters.ts'
import { setSubscription } from '../src/push/set-subscription.ts'
import { targetOf } from '../src/push/subscription.ts'
import { loadSession } from '../src/users/load-session.ts'
import { startSession } from '../src/users/start-session.ts'
import { type PushService, type Subscribed, startPushService } from './push-service.ts'
import { ALLOWED } from './receiver.ts'
import { keptLog, MAIL_CONFIG, makePoll } from './tell.ts'
import { addMembers, createWorld } from './world.ts'

type Device = Subscribed & { token: string }

/** A world with a push service, without sessions and subscriptions before each test. */
export async function openPushes() {
  const world = await createWorld()
  const service: PushService = await startPushService()
  const { pool } = world.db
  const [ben = 0, cleo = 0] = await addMembers(world)
  const log = keptLog()
  const pusher = { db: world.db, config: { ...MAIL_CONFIG, outbound_allow: ALLOWED } }

  /** A signed-in browser of this person with notifications turned on. */
  async function deviceOf(user_id: number): Promise<Device> {
    const { public_key: service_key } = await world.db.push_keys()
    const browser = service.subscribe(service_key)
    const token = await as(user_id, (act) => startSession(act, user_id, null))
    const viewer = await loadSession(pool, token)
    const target = targetOf(browser, ALLOWED)
    if (viewer === null || target === null) throw new Error('not signed in, or no browser')
    await as(user_id, (act) => setSubscription(act, viewer, { ...target, service_key }))
    return { ...browser, token }
  }

  const as = <T>(user_id: number, run: (act: Act) => Promise<T>) =>
    change(world.db, { kind: 'person', user_id }, run)

  /** Queues notifications and sends all that are due. Returns what the browsers got. */
  async function sent(): Promise<unknown[]> {
    const before = service.took.length
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await sendDuePushes(pusher, log)
    return service.took.slice(before).map(({ message }) => message)
  }

  const queued = async () => (await pool.query('select * from pushes order by id')).rows
  const subscriptions = async () => (await pool.query('select * from push_subscriptions order by id')).rows
  const hurry = () =>
    pool.query('update pushes set due_at = now(); update push_subscriptions set rests_until = null')

  const asks = (user_ids: number[], settings: object = {}) =>
    makePoll(world, { settings, recipients: { user_ids }, told: 'named' })

  const remind = async (poll_id: number) => {
    await pool.query('update polls set reminder_due_at = now() where id = $1', [poll_id])
    await remindVoters(world.db)
  }

  beforeEach(async () => {
    await pool.query('update memberships set accepted_at = now() where accepted_at is null')
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await pool.query('delete from sessions')
    await pool.query('delete from push_silences')
    await pool.query('update users set locale = null where locale is not null')
    Object.assign(service, { status: 201, headers: {}, took: [] })
    log.lines.length = 0
  })

  return {
    ...{ world, service, ben, cleo, log, pusher, deviceOf, as, sent },
    ...{ queued, subscriptions, hurry, asks, remind },
  }
}
