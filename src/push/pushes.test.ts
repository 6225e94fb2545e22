import { describe, expect, test } from 'vitest'
import { openPushes } from '../../test/pushes.ts'
import { MAIL_CONFIG, makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { addMembers } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { dispatchEvents } from '../jobs/dispatch-events.ts'
import { sendDuePushes } from '../jobs/send-due-pushes.ts'
import { removeMember } from '../members/remove-member.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { setPushKinds } from './set-subscription.ts'

const { world, service, ben, cleo, log, pusher, deviceOf, as, sent, queued, asks, remind } =
  await openPushes()
const { pool } = world.db

describe('a notice', () => {
  test('has its text in the person’s language, and the address to open', async () => {
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
    expect(told).toMatchObject([{ body: `Voting closes soon\n${world.group.name}` }])
  })

  test('nobody who left the group gets one', async () => {
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
