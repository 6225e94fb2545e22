import { beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../src/keys/api-key.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  ignoredBy,
  openApi,
} from './api.ts'
import { matching } from './stage.ts'

const world = await createWorld()
const api = await openApi(world)
await addMembers(world)
const a = await caller(world, api)
const orchard = await makeGroup(world, 'orchard', 'mill-lane')
const meadow = await makeGroup(world, 'meadow', 'mill-lane')
await makeGroup(world, 'elsewhere')
const elsewhere = await caller(world, api, { handle: 'elsewhere' })
const inOrchard = await caller(world, api, { handle: 'orchard' })

const memberOf = (answer: Answer) => envelopeOf(answer).memberships[0]!
const counts = async () => envelopeOf(await a.get('/groups')).groups[0]!

let ben: number
let ada: number
beforeEach(async () => {
  await world.db.pool.query(
    `update memberships m set accepted_at = coalesce(accepted_at, now()), admin = u.email like 'ada@%', title = null, revoked_at = null
     from users u where u.id = m.user_id and m.group_id = $1 and u.email not like 'esi@%'`,
    [world.group.id],
  )
  await world.db.pool.query(
    `update group_counts set memberships = 5, pending_memberships = 1, admin_memberships = 1 where group_id = $1`,
    [world.group.id],
  )
  const { memberships } = envelopeOf(await a.get('/memberships'))
  const idOf = (email: string) => memberships.find(({ user_email }) => user_email === email)!.id
  ;[ada, ben] = [idOf('ada@mill.example'), idOf('ben@mill.example')]
})

describe('groups', () => {
  test('are the key’s own and its subgroups, the latter without counts', async () => {
    const answer = await a.get('/groups')
    const { groups, meta } = envelopeOf(answer)
    expect(groups.map(({ id }) => id)).toEqual([world.group.id, orchard.id, meadow.id])
    expect(meta).toEqual({ root: 'groups', total: 3 })
    expect(groups[0]).toMatchObject({ memberships_count: 5, parent_id: null })
    expect(groups[1]).toMatchObject({
      handle: 'orchard',
      full_name: 'Mill Lane Co-op - Group orchard',
      parent_id: world.group.id,
      memberships_count: 0,
    })
    expect((await a.get('/groups', { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304)
  })

  test('of a subgroup are only itself, with its parent beside it', async () => {
    const { groups, parent_groups } = envelopeOf(await inOrchard.get('/groups'))
    expect(groups.map(({ id }) => id)).toEqual([orchard.id])
    expect(parent_groups.map(({ id }) => id)).toEqual([world.group.id])
  })
})

describe('a membership', () => {
  test.each(ENCODINGS)('gets a role and a title, as %s', async (encoding) => {
    const at = `/memberships/${ben}`
    const both = memberOf(await a.patch(at, { role: 'admin', title: ' Treasurer ' }, { encoding }))
    expect(both).toMatchObject({ id: ben, admin: true, title: 'Treasurer', user_email: 'ben@mill.example' })
    expect((await counts()).admin_memberships_count).toBe(2)
    expect(memberOf(await a.patch(at, { title: null }, { encoding }))).toMatchObject({
      admin: true,
      title: null,
    })
    expect(memberOf(await a.patch(at, { role: 'member' }, { encoding }))).toMatchObject({ admin: false })
    expect(memberOf(await a.get(at))).toMatchObject({ id: ben, admin: false, title: null })
  })

  test('refuses impossible changes', async () => {
    expectInvalid(await a.patch(`/memberships/${ben}`, { role: 'king', title: 7 }), 'role', 'title')
    expectInvalid(await a.patch(`/memberships/${ben}`, { role: null, title: 'x' }), 'role')
    expectInvalid(await a.patch(`/memberships/${ben}`, { title: 'x'.repeat(151), role: 'admin' }), 'title')
    expect(memberOf(await a.get(`/memberships/${ben}`))).toMatchObject({ admin: false, title: null })
    expectProblem(await a.patch(`/memberships/${ada}`, { role: 'member' }), 409, 'last_admin')
    const kept = await a.remove(`/memberships/${ada}`)
    expectProblem(kept, 409, 'last_admin')
    expect(kept.headers['etag']).toBeUndefined()
    const pending = envelopeOf(await a.get('/memberships')).memberships.find(
      ({ accepted_at }) => accepted_at === null,
    )
    expectProblem(await a.patch(`/memberships/${pending?.id}`, { role: 'admin' }), 409, 'invitation_open')
    expect(ignoredBy(await a.patch(`/memberships/${ben}`, { admin: true, user_id: 1 }))).toEqual([
      'admin',
      'user_id',
    ])
  })

  test('is removed, and is then not found', async () => {
    const was = memberOf(await a.get(`/memberships/${ben}`))
    const answer = await a.remove(`/memberships/${ben}`)
    expect(memberOf(answer)).toEqual(was)
    for (const gone of [
      await a.get(`/memberships/${ben}`),
      await a.patch(`/memberships/${ben}`, { title: 'x' }),
      await a.remove(`/memberships/${ben}`),
    ])
      expectProblem(gone, 404, 'not_found')
    expect((await counts()).memberships_count).toBe(4)
    const [event] = await rows(
      world.db,
      "select kind from events where subject_id = $1 and kind = 'membership_removed'",
      [ben],
    )
    expect(event).toEqual({ kind: 'membership_removed' })
  })

  test('is not changed by a caller with an outdated version', async () => {
    const read = matching(await a.get(`/memberships/${ben}`))
    const changed = await a.patch(`/memberships/${ben}`, { title: 'One' }, { headers: read })
    expect(memberOf(changed).title).toBe('One')
    expectProblem(
      await a.patch(`/memberships/${ben}`, { title: 'Two' }, { headers: read }),
      412,
      'precondition_failed',
    )
    expectProblem(await a.remove(`/memberships/${ben}`, {}, { headers: read }), 412, 'precondition_failed')
    expect(memberOf(await a.remove(`/memberships/${ben}`, {}, { headers: matching(changed) })).title).toBe(
      'One',
    )
  })

  test('shows its address only to keys with read_memberships', async () => {
    const keeper = await caller(world, api, { permissions: ['manage_memberships'] })
    const answer = await keeper.patch(`/memberships/${ben}`, { title: 'Treasurer' })
    expect(memberOf(answer)).toMatchObject({ title: 'Treasurer', user_email: null })
    expect(answer.body).not.toContain('@mill.example')
    const removed = await keeper.remove(`/memberships/${ben}`)
    expect(removed.statusCode).toBe(200)
    expect(removed.body).not.toContain('@mill.example')
  })

  test('a guarded key never removes the last one', async () => {
    const guarded = await caller(world, api, { guard: true, handle: 'meadow' })
    const { memberships } = envelopeOf(await guarded.get('/memberships'))
    await world.db.pool.query('update memberships set admin = false where group_id = $1', [meadow.id])
    expectProblem(await guarded.remove(`/memberships/${memberships[0]?.id}`), 422, 'would_empty_group')
  })

  test.each<['GET' | 'PATCH' | 'DELETE', object, Permission]>([
    ['GET', {}, 'read_memberships'],
    ['PATCH', { title: 'x' }, 'manage_memberships'],
    ['DELETE', {}, 'manage_memberships'],
  ])('%s requires a permitted key of its group', async (method, payload, permission) => {
    const ask = (id: number | string, key?: string) =>
      api.send({
        method,
        url: `/api/b1/memberships/${id}`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        ...(method === 'GET' ? {} : { payload }),
      })
    expectProblem(await ask(ben), 403, 'api_key_missing')
    const without = await keyFor(world, { permissions: PERMISSIONS.filter((one) => one !== permission) })
    expectProblem(await ask(ben, without.key), 403, 'permission_missing')
    for (const id of ['0', 'x', '9'.repeat(30)]) expectProblem(await ask(id, a.key), 404, 'not_found')
    expectProblem(await ask(ben, elsewhere.key), 404, 'not_found')
    expect((await ask(ben, elsewhere.key)).json().error).toBe(
      (await ask(999_999, elsewhere.key)).json().error,
    )
    expect(memberOf(await a.get(`/memberships/${ben}`)).title).toBeNull()
  })
})
