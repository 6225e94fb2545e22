import { describe, expect, test } from 'vitest'
import { keyFor } from '../world.ts'
import { expectRefused, openB2 } from './b2.ts'

/** A stored answer is returned only to callers who may still make the request. */

const at = await openB2()
const { as, group_id, thread, people, world } = at
const pool = world.db.pool

const leave = (user_id: number) =>
  pool.query('update memberships set revoked_at = now() where user_id = $1', [user_id])
const comeBack = (user_id: number) =>
  pool.query('update memberships set revoked_at = null where user_id = $1', [user_id])

const NEW_POLL = { title: 'Which?', poll_type: 'count', closing_at: '2099-01-01' }
const CALLS: [path: string, fields: Record<string, unknown>][] = [
  ['/discussions', { group_id, title: 'Roof' }],
  ['/polls', { ...NEW_POLL, group_id }],
  ['/polls', { ...NEW_POLL, discussion_id: thread.id }],
  ['/comments', { discussion_id: thread.id, body: 'Hear, hear.' }],
]

describe('on b2', () => {
  test.each(CALLS)(
    '%s %j is repeated for a member, and not for a person who has left',
    async (path, fields) => {
      const once = { 'idempotency-key': `left ${path} ${JSON.stringify(fields)}` }
      const first = await as.ben.post(path, fields, once)
      expect(first.statusCode, first.body).toBe(200)
      await leave(people.ben)
      const other = { ...fields, title: 'Another', body: 'Another' }
      expectRefused(await as.ben.post(path, fields, once), 404, 'not_found')
      // Nor do they learn that there is one.
      expectRefused(await as.ben.post(path, other, once), 404, 'not_found')
      await comeBack(people.ben)
      expect((await as.ben.post(path, fields, once)).body).toBe(first.body)
      expectRefused(await as.ben.post(path, other, once), 422, 'idempotency_key_reuse')
    },
  )

  test('the result of managing members is not repeated for a person who is no longer an admin', async () => {
    const once = { 'idempotency-key': 'members' }
    const ask = () => as.ada.post('/memberships', { group_id, emails: ['new@far.example'] }, once)
    const first = await ask()
    expect(first.json()).toEqual({ added_emails: ['new@far.example'], removed_emails: [] })
    await pool.query('update memberships set admin = false where user_id = $1', [people.ada])
    expectRefused(await ask(), 403, 'admins_only')
    await pool.query('update memberships set admin = true where user_id = $1', [people.ada])
    expect((await ask()).body).toBe(first.body)
  })

  test('the names of ignored fields are repeated', async () => {
    const ask = () =>
      as.ben.post('/discussions', { group_id, title: 'T', titel: 'x' }, { 'idempotency-key': 'names' })
    expect((await ask()).headers['folkmoot-ignored-fields']).toBe('titel')
    expect((await ask()).headers['folkmoot-ignored-fields']).toBe('titel')
  })
})

describe('on b1', () => {
  test.each([
    [
      'api_key_revoked',
      'update api_keys set revoked_at = now() where id = $1',
      'update api_keys set revoked_at = null where id = $1',
    ],
    [
      'permission_missing',
      "update api_keys set permissions = array_remove(permissions, 'create_poll') where id = $1",
      "update api_keys set permissions = permissions || 'create_poll'::text where id = $1",
    ],
  ])('no answer is repeated for a key that may no longer ask: %s', async (code, lose, regain) => {
    const { id, key } = await keyFor(world)
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': code }
    const ask = () => at.web.app.inject({ method: 'POST', url: '/api/b1/polls', headers, payload: NEW_POLL })
    const first = await ask()
    expect(first.statusCode, first.body).toBe(200)
    await pool.query(lose, [id])
    expectRefused(await ask(), 403, code)
    await pool.query(regain, [id])
    expect((await ask()).body).toBe(first.body)
  })
})

describe('permissions are checked before the content of a body', () => {
  const wrong = { title: 7, body: 7, poll_type: 'x', closing_at: 'x', emails: 7, options: [{}] }
  test.each([
    ['/discussions', { group_id }],
    ['/polls', { group_id }],
    ['/polls', { discussion_id: thread.id }],
    ['/memberships', { group_id }],
    ['/comments', { discussion_id: thread.id }],
  ])('%s %j', async (path, place) => {
    expectRefused(await as.stranger.post(path, { ...wrong, ...place }), 404, 'not_found')
    expect((await as.ada.post(path, { ...wrong, ...place })).statusCode).toBe(422)
  })
})
