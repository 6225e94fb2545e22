import { expect, test } from 'vitest'
import { forgetCounts } from '../../test/counts.ts'
import { openPost } from '../../test/post.ts'
import { makeWebhook } from '../../test/receiver.ts'
import { shownCommand as command } from '../../test/shown-command.ts'
import { sessionOf } from '../../test/sign-in.ts'
import { HOUR_MS, makePoll, makeThread } from '../../test/tell.ts'
import { openWeb } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, openDb, SYSTEM } from '../db/db.ts'
import { createGroup } from '../groups/create-group.ts'
import { loadStatus } from '../metrics/load-status.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const web = await openWeb(world)
forgetCounts()
const ada = await sessionOf(world, world.ada.id)

/** The number of rows in a queue on the page. */
async function waitingIn(queue: string): Promise<string | undefined> {
  const { body } = await web.get('/status', ada)
  return new RegExp(`<th scope="row">${queue}</th><td>(\\d+)</td>`).exec(body)?.[1]
}

test('admins of the first group see it, and others get a 404', async () => {
  const other = await change(world.db, SYSTEM, (act) =>
    createGroup(act, {
      name: 'Other',
      handle: 'other',
      admin_email: 'eve@other.example',
      parent_handle: null,
    }),
  )
  const page = await web.get('/status', ada)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('groups: 2, people: 6, polls: 0, of which open: 0')
  expect((await web.get('/account', ada)).body).toContain('href="/status"')
  for (const id of [ben, other.admin.id]) {
    const cookie = await sessionOf(world, id)
    const [refused, nowhere] = [await web.get('/status', cookie), await web.get('/nowhere', cookie)]
    expect(refused.statusCode).toBe(404)
    expect(refused.body).toBe(nowhere.body)
    expect((await web.get('/account', cookie)).body).not.toContain('href="/status"')
  }
  expect((await web.get('/status')).headers.location).toMatch(/^\/sign-in/)
  await world.db.pool.query('update memberships set admin = false where user_id = $1', [world.ada.id])
  expect((await web.get('/status', ada)).statusCode).toBe(404)
  await world.db.pool.query('update memberships set admin = true where user_id = $1', [world.ada.id])
})

test('it counts waiting items, shows what needs attention, and contains no user text', async () => {
  // A serving process holds such a connection.
  const serving = openDb(world.address, 1, 'serve')
  await serving.pool.query('select 1')
  await world.db.pool.query('update events set dispatched_at = now()')
  expect((await web.get('/status', ada)).body).toContain('Everything is working.')
  expect(await waitingIn('polls to close')).toBe('0')
  const poll_id = await makePoll(world, { settings: { title: 'Secret purchase' } })
  await world.db.pool.query('update polls set closing_at = $2 where id = $1', [
    poll_id,
    new Date(Date.now() - 3 * HOUR_MS),
  ])
  expect(await waitingIn('polls to close')).toBe('1')
  const { body } = await web.get('/status', ada)
  expect(body).toContain('polls to close: 1 waiting, the oldest for 3 hours.')
  expect(body).toMatch(/<dt>Requests<\/dt><dd>\d+ answered, none with a server error<\/dd>/)
  for (const private_word of ['Secret purchase', 'Mill Lane', 'ben@mill.example', 'postgres://'])
    expect(body).not.toContain(private_word)
  await serving.close()
})

test('after an email was refused or given up, it does not say that all is well, and names the error', async () => {
  const own = await createWorld()
  await addMembers(own)
  const { smtp, dispatch, send } = await openPost(own)
  await makeThread(own)
  await dispatch()
  smtp.mood = 'later'
  await send()
  const sending = await openWeb(own, { SMTP_URL: 'smtp://localhost:1' })
  const cookie = await sessionOf(own, own.ada.id)
  const page = async () => (await sending.get('/status', cookie)).body
  expect(await page()).toMatch(
    /Emails not sent yet \(the service will keep trying\): \d+\. Last error: 450 mailbox busy/,
  )
  expect(await page()).toContain('cannot be sent at the moment')
  await own.db.pool.query("update mails set status = 'failed', created_at = now() - interval '25 hours'")
  expect(await page()).toMatch(/rejected in the last day: \d+/)
  await own.db.pool.query("update mails set due_at = now() - interval '25 hours'")
  expect(await page()).not.toContain('rejected')
})

test('it says where metrics are, or what they need', async () => {
  expect((await web.get('/status', ada)).body).toContain('once <code>METRICS_TOKEN</code> is set.')
  const measured = await openWeb(world, { METRICS_TOKEN: 'figures-for-the-watcher' })
  const { body } = await measured.get('/status', ada)
  expect(body).toContain('Prometheus can read the metrics at <code>/metrics</code>.')
  expect(body).not.toContain('METRICS_TOKEN')
})

test('problems lead to the pages of the reader’s own groups, and to the commands for all', async () => {
  const { pool } = world.db
  const { id } = await makeWebhook(world, { url: 'http://127.0.0.1:1/' })
  await pool.query('update webhooks set failing_since = now() where id = $1', [id])
  await pool.query('update events set set_aside_at = now() where id = (select max(id) from events)')
  const { body } = await web.get('/status', ada)
  expect(body).toContain('<a href="/g/mill-lane/webhooks">Webhooks of <bdi>Mill Lane')
  expect(body).toContain(`To see them: ${command('npx folkmoot webhook list')}`)
  expect(body).toContain(`To see them: ${command('npx folkmoot event list')}`)
  expect(body).toContain(`To retry them: ${command('npx folkmoot event retry')}`)
  expect(body).not.toContain('/outbox')
  await pool.query('update memberships set admin = false where user_id = $1', [world.ada.id])
  await pool.query('insert into instance_admins (user_id) values ($1)', [world.ada.id])
  const others = await web.get('/status', ada)
  expect(others.body).toContain(command('npx folkmoot webhook list'))
  expect(others.body).not.toContain('Mill Lane')
})

test('a webhook turned off by hand needs no attention, and its deliveries are not late', async () => {
  const { pool } = world.db
  await pool.query('delete from webhooks')
  const { id } = await makeWebhook(world, { url: 'http://127.0.0.1:1/' })
  const [{ events = 0 } = {}] = (await pool.query('select max(id) as events from events')).rows
  await pool.query("update webhooks set failing_since = now() - interval '1 day' where id = $1", [id])
  await pool.query(
    `insert into webhook_deliveries (webhook_id, event_id, kind, body, created_at)
     values ($1, $2, 'new_discussion', '{}', now() - interval '1 day')`,
    [id, events],
  )
  const told = async () => {
    const status = await loadStatus(pool)
    const waiting = status.queues.find(({ queue }) => queue === 'webhooks')?.waiting
    return { failing: status.failing_webhooks, waiting }
  }
  expect(await told()).toEqual({ failing: 1, waiting: 1 })
  await pool.query("update webhooks set disabled_at = now(), disabled_reason = 'by_hand' where id = $1", [id])
  expect(await told()).toEqual({ failing: 0, waiting: 0 })
  await pool.query("update webhooks set disabled_reason = 'failing' where id = $1", [id])
  expect(await told()).toEqual({ failing: 1, waiting: 1 })
})
