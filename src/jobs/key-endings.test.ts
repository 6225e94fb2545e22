import { expect, test } from 'vitest'
import { serve } from '../../test/app.ts'
import { addressees, openPost } from '../../test/post.ts'
import { addMembers, createWorld, keyFor } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { remindEndingKeys } from '../keys/remind-ending-keys.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { setKeyEnd } from '../keys/set-key-end.ts'
import { muteGroup } from '../notifications/mute-group.ts'

const DAY_MS = 86_400_000
const world = await createWorld()
const post = await openPost(world)
const [ben = 0] = await addMembers(world)
const { pool } = world.db
await pool.query('update memberships set accepted_at = now()')
await pool.query('update memberships set admin = true where user_id = $1', [ben])
await post.deliver()

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** The notices sent at that time, and their recipients. */
async function told() {
  await remindEndingKeys(world.db)
  return post.deliver()
}

/** Makes a week's notice due. */
const letTimePass = (id: number) =>
  pool.query('update api_keys set ending_due_at = now(), expires_at = now() + $2::interval where id = $1', [
    id,
    '7 days',
  ])

test('admins are notified once, a week before a key expires', async () => {
  const { id, key } = await keyFor(world, { expires_at: inDays(30) })
  expect(await told()).toEqual([])
  await letTimePass(id)
  const mails = await told()
  expect(addressees(mails)).toEqual(['ada@mill.example', 'ben@mill.example'])
  const [mail] = mails
  expect(mail?.email.subject).toBe('The API key “Test key” of Mill Lane Co-op expires soon')
  for (const body of [mail?.email.text, mail?.email.html]) {
    expect(body).toContain('Programs that use the key “Test key” will then be refused.')
    expect(body).toContain(`Test key (${key.slice(0, 10)}…)`)
    expect(body).not.toContain(key)
    expect(body).toMatch(/Expires/)
  }
  expect(await told()).toEqual([])
  const app = await serve(world)
  const feed = await app.inject({ url: '/api/b1/events', headers: { authorization: `Bearer ${key}` } })
  expect(feed.json().events.length).toBeGreaterThan(0)
  expect(feed.body).not.toContain('key_ending')
})

test('a later expiry is announced again; keys without expiry, revoked keys, and keys for less than a week are not', async () => {
  const { id } = await keyFor(world, { expires_at: inDays(30) })
  await letTimePass(id)
  expect(await told()).toHaveLength(2)
  await change(world.db, SYSTEM, (act) => setKeyEnd(act, id, inDays(60)))
  expect(await told()).toEqual([])
  await letTimePass(id)
  expect(await told()).toHaveLength(2)
  const { rows } = await pool.query('select ending_due_at from api_keys where ending_due_at is not null')
  expect(rows).toEqual([])

  const short = await keyFor(world, { expires_at: inDays(6) })
  const endless = await keyFor(world, { expires_at: inDays(30) })
  const revoked = await keyFor(world, { expires_at: inDays(30) })
  await change(world.db, SYSTEM, (act) => setKeyEnd(act, endless.id, null))
  await change(world.db, SYSTEM, (act) => revokeKey(act, revoked.id))
  const due = await pool.query('select ending_due_at from api_keys where id = any ($1)', [
    [short.id, endless.id, revoked.id],
  ])
  expect(due.rows.map((row) => row.ending_due_at)).toEqual([null, null, null])
})

test('people who muted the group get nothing, and an outdated mail is not sent', async () => {
  await change(world.db, { kind: 'person', user_id: ben }, (act) =>
    muteGroup(act, { user_id: ben, group_id: world.group.id }),
  )
  const { id } = await keyFor(world, { expires_at: inDays(30) })
  await letTimePass(id)
  expect(addressees(await told())).toEqual(['ada@mill.example'])
  const late = await keyFor(world, { expires_at: inDays(30) })
  await letTimePass(late.id)
  await remindEndingKeys(world.db)
  await pool.query("update events set created_at = now() - interval '7 days' where subject_id = $1", [
    late.id,
  ])
  expect(await post.deliver()).toEqual([])
})
