import { describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { restoreMember } from '../../src/members/restore-member.ts'
import { addMembers, CAST, createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import { type Caller, caller, envelopeOf, expectProblem, type Fields, openApi } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
await addMembers(world)
const a = await caller(world, api)
const guarded = await caller(world, api, { guard: true })
const ALL = ['ada@mill.example', ...CAST]

const set = (who: Caller, fields: Fields) => who.post('/memberships', fields)
const list = async () => {
  const { memberships, groups } = envelopeOf(await a.get('/memberships'))
  const [group] = groups
  const counts = [group!.memberships_count, group!.pending_memberships_count, group!.admin_memberships_count]
  return {
    counts,
    members: memberships.map(({ id, user_email, admin, accepted_at }) => ({
      id,
      user_email,
      admin,
      accepted: accepted_at !== null,
    })),
  }
}
const restore = (email: string) => change(world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', email))

test('an empty list with remove_absent removes everyone, including admins, and the key stays valid', async () => {
  const before = await list()
  const answer = await set(a, { emails: [], remove_absent: true })
  expect(answer.json()).toEqual({ added_emails: [], removed_emails: ALL })
  expect(await list()).toEqual({ counts: [0, 0, 0], members: [] })
  for (const email of ALL) await restore(email)
  expect(await list()).toEqual(before)
})

test('a removed member who is invited again gets the same membership, pending and without admin rights', async () => {
  const before = await list()
  const ada = before.members[0]!
  await set(a, { emails: CAST, remove_absent: true })
  expect(
    await rows(world.db, 'select revoked_at is not null as revoked, admin from memberships where id = $1', [
      ada.id,
    ]),
  ).toEqual([{ revoked: true, admin: true }])
  expect((await set(a, { emails: ['ADA@mill.example'] })).json().added_emails).toEqual(['ADA@mill.example'])
  const again = await list()
  expect(again.members[0]).toEqual({
    id: ada.id,
    user_email: 'ada@mill.example',
    admin: false,
    accepted: false,
  })
  expect(again.counts).toEqual([5, 5, 0])
  await restore('Ada@mill.example')
  expect(await list()).toEqual(before)
})

test('a member of two groups is removed from one', async () => {
  const orchard = await makeGroup(world, 'orchard')
  const other = await caller(world, api, { handle: orchard.handle })
  await set(other, { emails: ['ben@mill.example'] })
  await set(other, { emails: ['admin@orchard.example'], remove_absent: true })
  expect((await list()).members.map(({ user_email }) => user_email)).toContain('ben@mill.example')
})

describe('a guarded key', () => {
  test('refuses to empty the group, and nothing is saved', async () => {
    const before = await list()
    for (const extra of [{}, { dry_run: true }, { force: false }])
      expectProblem(
        await set(guarded, { emails: [], remove_absent: true, ...extra }),
        422,
        'would_empty_group',
      )
    expect(await list()).toEqual(before)
  })

  test('refuses to remove the last admin', async () => {
    const before = await list()
    expectProblem(await set(guarded, { emails: CAST, remove_absent: true }), 422, 'would_remove_last_admin')
    expectProblem(
      await set(guarded, { emails: ['new@mill.example'], remove_absent: true }),
      422,
      'would_remove_last_admin',
    )
    expect(await list()).toEqual(before)
  })

  test('may remove others, and one admin of two', async () => {
    expect(
      (await set(guarded, { emails: ALL.slice(0, 2), remove_absent: true })).json().removed_emails,
    ).toEqual(CAST.slice(1))
    await set(a, { emails: ALL })
    await world.db.pool.query(
      "update memberships set admin = true, accepted_at = now() where user_id = (select id from users where email = 'ben@mill.example')",
    )
    await world.db.pool.query(
      'update group_counts set admin_memberships = 2, pending_memberships = pending_memberships - 1 where group_id = $1',
      [world.group.id],
    )
    expect((await set(guarded, { emails: CAST, remove_absent: true })).json().removed_emails).toEqual([
      'ada@mill.example',
    ])
    await restore('ada@mill.example')
  })

  test('does it if forced, and an unguarded one without that', async () => {
    const forced = await set(guarded, { emails: [], remove_absent: true, force: true, dry_run: true })
    expect(forced.json().removed_emails).toHaveLength(5)
    expect(
      (await set(a, { emails: [], remove_absent: true, dry_run: true })).json().removed_emails,
    ).toHaveLength(5)
    const form = await guarded.post(
      '/memberships',
      { emails: '', remove_absent: '1', force: 'on', dry_run: '1' },
      { encoding: 'form' },
    )
    expect(form.json().removed_emails).toHaveLength(5)
  })

  test('invites into an empty group without objection', async () => {
    await makeGroup(world, 'mead')
    const own = await caller(world, api, { handle: 'mead', guard: true })
    await set(own, { emails: [], remove_absent: true, force: true })
    expect((await set(own, { emails: ['x@mead.example'], remove_absent: true })).json()).toEqual({
      added_emails: ['x@mead.example'],
      removed_emails: [],
    })
    expect((await keyFor(world, { handle: 'mead' })).group.handle).toBe('mead')
  })
})
