import { beforeEach, describe, expect, test } from 'vitest'
import { type PushService, type Subscribed, startPushService } from '../../test/push-service.ts'
import { ALLOWED } from '../../test/receiver.ts'
import { keptLog, MAIL_CONFIG, makePoll, makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { type Act, change, SYSTEM } from '../db/db.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { sendDuePushes } from '../jobs/send-due-pushes.ts'
import { removeMember } from '../members/remove-member.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { remindVoters } from '../polls/remind-voters.ts'
import { endOtherSessions, endSession } from '../users/end-session.ts'
import { loadSession } from '../users/load-session.ts'
import { startSession } from '../users/start-session.ts'
import { endSubscription, setPushKinds, setSubscription } from './set-subscription.ts'
import { targetOf } from './subscription.ts'

const world = await createWorld()
const service: PushService = await startPushService()
const { pool } = world.db
const [ben = 0, cleo = 0] = await addMembers(world)
const log = keptLog()
const pusher = { db: world.db, config: { ...MAIL_CONFIG, outbound_allow: ALLOWED } }

type Device = Subscribed & { token: string }

/** A browser of this person, signed in, with notices on. */
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

/** Queues what happened, and sends all that is due. Returns what the browsers got. */
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

describe('a notice', () => {
  test('says what the person is asked, in their language, and where to go', async () => {
    await deviceOf(ben)
    await pool.query("update users set locale = 'de' where id = $1", [ben])
    const poll_id = await asks([ben], { title: 'Paint the hall blue?' })
    const key = await keyOf(world, 'polls', poll_id)
    const waiting = await pool.query(
      `select 1 from electorate e join polls p on p.id = e.poll_id
       where e.user_id = $1 and not e.voted and p.closed_at is null`,
      [ben],
    )
    expect(await sent()).toEqual([
      {
        title: 'Paint the hall blue?',
        body: `Deine Stimme ist gefragt\n${world.group.name}`,
        lang: 'de',
        dir: 'ltr',
        path: `/p/${key}`,
        tag: `poll ${poll_id}`,
        waiting: waiting.rows.length,
      },
    ])
    const [took] = service.took
    expect(took?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(Number(took?.headers['ttl'])).toBeGreaterThan(3_600)
    expect(String(took?.headers['topic'])).toMatch(/^[\w-]{32}$/)
    expect(String(took?.headers['topic'])).not.toContain(key)
    expect(await queued()).toEqual([])
  })

  test('goes to every device of everyone concerned once, and to nobody else', async () => {
    const devices = [await deviceOf(ben), await deviceOf(ben), await deviceOf(cleo)]
    await deviceOf(world.ada.id)
    await asks([ben, cleo])
    expect(await sent()).toHaveLength(3)
    const paths = service.took.map(({ path }) => path).sort()
    expect(paths).toEqual(devices.map(({ endpoint }) => new URL(endpoint).pathname).sort())
    expect(await sent()).toEqual([])
  })

  test('of a mention leads to the comment', async () => {
    await deviceOf(ben)
    const discussion_id = await makeThread(world, {}, 'The roof')
    await sent()
    const { id } = await as(world.ada.id, (act) =>
      addComment(act, { discussion_id, parent_id: null, body: 'What do you think?', mentioned_ids: [ben] }),
    )
    const key = await keyOf(world, 'discussions', discussion_id)
    expect(await sent()).toMatchObject([
      {
        title: 'The roof',
        body: `You were mentioned\n${world.group.name}`,
        path: `/d/${key}/comments/${id}`,
      },
    ])
  })

  test('replaces earlier ones of the same poll, on the device and at the push service', async () => {
    await deviceOf(ben)
    await asks([ben])
    const poll_id = await asks([ben], { notify_on_closing_soon: 'voters' })
    await sent()
    await remind(poll_id)
    const told = (await sent()) as { tag: string }[]
    expect(told.map(({ tag }) => tag)).toEqual([`poll ${poll_id}`])
    const topics = service.took.map(({ headers }) => headers['topic'])
    expect([topics.length, new Set(topics).size]).toEqual([3, 2])
  })
})

describe('at the moment of sending', () => {
  const stops: [string, (poll_id: number) => Promise<unknown>][] = [
    ['the poll is closed', (poll_id) => change(world.db, SYSTEM, (act) => closePoll(act, poll_id))],
    [
      'the person does not want this kind',
      () => as(ben, (act) => setPushKinds(act, ben, ['mention', 'nonsense'])),
    ],
    ['the session is over', () => pool.query('update sessions set expires_at = now()')],
    ['the service has another secret', () => pool.query("update push_subscriptions set service_key = 'old'")],
    ['the group is suspended', () => pool.query('update groups set suspended_at = now()')],
    [
      'the group is muted',
      () => as(ben, (act) => muteGroup(act, { user_id: ben, group_id: world.group.id })),
    ],
    [
      'the poll is deleted',
      (poll_id) => pool.query('update polls set discarded_at = now() where id = $1', [poll_id]),
    ],
  ]

  test.each(stops)('nothing goes out if %s', async (_, stop) => {
    await deviceOf(ben)
    const poll_id = await asks([ben])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    expect(await queued()).toHaveLength(1)
    await stop(poll_id)
    await sendDuePushes(pusher, log)
    expect(service.took).toEqual([])
    expect(await queued()).toEqual([])
    await pool.query('update groups set suspended_at = null')
    await pool.query('delete from mutes')
  })

  test('a reminder goes only to people who have not voted', async () => {
    await deviceOf(ben)
    await deviceOf(cleo)
    const poll_id = await asks([ben, cleo], { notify_on_closing_soon: 'undecided_voters' })
    await sent()
    await remind(poll_id)
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
    const told = await sent()
    expect(told).toHaveLength(1)
    expect(told).toMatchObject([{ body: `A poll closes soon\n${world.group.name}` }])
  })

  test('nobody who left the group is told', async () => {
    await deviceOf(cleo)
    await asks([cleo])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    const { rows } = await pool.query<{ id: number }>('select id from memberships where user_id = $1', [cleo])
    await as(world.ada.id, (act) =>
      removeMember(act, { group_id: world.group.id, membership_id: rows[0]?.id ?? 0 }),
    )
    expect(await sent()).toEqual([])
    await pool.query('update memberships set revoked_at = null where user_id = $1', [cleo])
    await addMembers(world)
  })
})

describe('a subscription', () => {
  test('ends with its session: signed out here, elsewhere, or permanently', async () => {
    const [one, two] = [await deviceOf(ben), await deviceOf(ben)]
    await as(ben, (act) => endSession(act, one.token))
    expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([two.endpoint])
    await as(ben, (act) => endOtherSessions(act, { user_id: ben, kept_id: 0 }))
    expect(await subscriptions()).toEqual([])
  })

  test('goes when the person turns notices off', async () => {
    const { token } = await deviceOf(ben)
    const viewer = await loadSession(pool, token)
    await asks([ben])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await as(ben, (act) => endSubscription(act, viewer!))
    expect([await subscriptions(), await queued()]).toEqual([[], []])
  })

  test('belongs to whoever turned it on last, and to one session', async () => {
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

  test('lies at a private address: nothing is sent there', async () => {
    await deviceOf(ben)
    await asks([ben])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    await sendDuePushes({ ...pusher, config: MAIL_CONFIG }, log)
    expect(service.took).toEqual([])
    expect(await queued()).toHaveLength(1)
  })
})
