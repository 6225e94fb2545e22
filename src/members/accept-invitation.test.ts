import { beforeAll, expect, test } from 'vitest'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { change } from '../db/db.ts'
import { NotFound } from '../errors.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { setMembers } from './set-members.ts'

let world: World
let ben: number
let cleo: number
let dai: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0, cleo = 0, dai = 0] = await addMembers(world)
})

const accept = (user_id: number, mailed = true) =>
  change(world.db, { kind: 'person', user_id }, (act) =>
    acceptInvitation(act, { group_id: world.group.id, user_id, mailed }),
  )

async function standing(user_id: number) {
  const { rows } = await world.db.pool.query<{
    accepted: boolean
    email_verified: boolean
    pending: number
    memberships: number
  }>(
    `select m.accepted_at is not null as accepted, u.email_verified, c.pending_memberships as pending, c.memberships
     from memberships m join users u on u.id = m.user_id join group_counts c on c.group_id = m.group_id
     where m.user_id = $1`,
    [user_id],
  )
  return rows[0]
}

test('an invitation is accepted once, however often and concurrently it is opened', async () => {
  expect(await standing(ben)).toEqual({ accepted: false, email_verified: false, pending: 4, memberships: 5 })
  await Promise.all(Array.from({ length: 8 }, () => accept(ben)))
  expect(await standing(ben)).toEqual({ accepted: true, email_verified: true, pending: 3, memberships: 5 })
})

test('a link that someone copied lets its person join and does not verify the address', async () => {
  expect(await accept(dai, false)).toBe(true)
  expect(await standing(dai)).toMatchObject({ accepted: true, email_verified: false })
  expect(await accept(dai, true)).toBe(false)
  expect(await standing(dai)).toMatchObject({ accepted: true, email_verified: true })
})

test('a withdrawn invitation is not found', async () => {
  const { rows } = await world.db.pool.query<{ email: string }>(
    'select email from users where id <> $1 and not bot',
    [cleo],
  )
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    setMembers(act, {
      group_id: world.group.id,
      emails: rows.map((row) => row.email),
      remove_absent: true,
      dry_run: false,
      guard: false,
      force: false,
    }),
  )
  await expect(accept(cleo)).rejects.toThrow(NotFound)
  expect(await standing(cleo)).toMatchObject({
    accepted: false,
    email_verified: false,
    pending: 1,
    memberships: 4,
  })
})
