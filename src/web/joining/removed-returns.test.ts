import { beforeEach, expect, test } from 'vitest'
import { type JoiningWorld, NEW, openJoiningWorld, REQUESTS } from '../../../test/joining.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { findMembership } from '../../groups/memberships-store.ts'
import { setMappedGroups } from '../../members/mapping/set-mapped-groups.ts'
import { removeMember } from '../../members/remove-member.ts'
import { setMembers } from '../../members/set-members.ts'

let at: JoiningWorld
let token: string

beforeEach(async () => {
  at = await openJoiningWorld()
  token = (await at.makeLink()).token
})

const remove = (email: string) =>
  change(at.world.db, SYSTEM, async (act) => {
    const group_id = at.world.group.id
    const membership_id = (await findMembership(act.tx, group_id, email))?.id ?? 0
    await removeMember(act, { group_id, membership_id })
  })

const leave = async (cookie: string, address = NEW) => {
  const answer = await at.web.post(
    '/account/leave',
    { writings: 'keep', address },
    { ...SAME_ORIGIN, cookie },
  )
  expect(answer.headers.location).toBe('/left')
}

const invite = (email: string) =>
  change(at.world.db, SYSTEM, (act) =>
    setMembers(act, {
      ...{ group_id: at.world.group.id, emails: [email], remove_absent: false },
      ...{ dry_run: false, guard: false, force: false },
    }),
  )

const LATER = 'nina.later@far.example'
const move = (from: string, to: string) =>
  at.query('update users set email = $2 where email = $1', [from, to])

test('a removed person who deletes the account and uses the link again still has to ask', async () => {
  const { session } = await at.comeIn(token)
  expect(await at.member(NEW)).toBeDefined()
  await remove(NEW)
  await leave(session)
  // Round after round: with capitals in the address, too.
  for (const address of [NEW, 'Nina@Far.Example']) {
    const again = await at.comeIn(token, address)
    expect(await at.member(address)).toBeUndefined()
    expect(await at.states()).toEqual(['waiting'])
    expect((await at.get(REQUESTS, 'ada')).body).toContain('This person was a member or invited before.')
    await at.web.post(
      '/account/leave',
      { writings: 'keep', address },
      { ...SAME_ORIGIN, cookie: again.session },
    )
  }
})

test('once an admin accepts their request, they are a member as before the removal', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await leave(session)
  await at.comeIn(token)
  const [{ id }] = (await at.query("select id from join_requests where state = 'waiting'")) as [
    { id: number },
  ]
  await at.post(`${REQUESTS}/${id}/approve`, 'ada')
  expect(await at.member(NEW)).toBeDefined()
  expect(await at.query('select 1 from removed_addresses')).toEqual([])
})

test('once an admin invites them again, they need not ask', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await leave(session)
  expect(await at.query('select user_id from removed_addresses')).toEqual([{ user_id: null }])
  await invite(NEW)
  await at.comeIn(token)
  expect(await at.member(NEW)).toBeDefined()
  expect(await at.query('select 1 from removed_addresses')).toEqual([])
})

test('a member who deletes the account without having been removed joins again at once', async () => {
  const { session } = await at.comeIn(token)
  await leave(session)
  await at.comeIn(token)
  expect(await at.member(NEW)).toBeDefined()
})

test('a claim of a provider does not bring a removed person back with another account', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await leave(session)
  const [{ id: user_id }] = (await at.query(
    "insert into users (name, email) values ('Nina', $1) returning id",
    [NEW],
  )) as [{ id: number }]
  const map = [{ value: 'all', handle: 'mill-lane' }]
  const rule = { claim: 'groups', mode: 'on' as const, missing: 'keep' as const, map }
  const login = { user_id, issuer: 'https://login.example', subject: 'nina', rule, values: ['all'] }
  expect(await setMappedGroups(at.world.db, login)).toEqual([{ group: 'mill-lane', did: 'removed_here' }])
  expect(await at.member(NEW)).toBeUndefined()
})

test('a removed person who changes their address still has to ask with the former one', async () => {
  await at.comeIn(token)
  await remove(NEW)
  await move(NEW, LATER)
  await at.comeIn(token)
  expect(await at.member(NEW)).toBeUndefined()
  expect(await at.states()).toContain('waiting')
  expect((await at.get(REQUESTS, 'ada')).body).toContain('This person was a member or invited before.')
})

test('a member who changes their address is not removed: others with the former one join at once', async () => {
  await at.comeIn(token)
  await move(NEW, LATER)
  await at.comeIn(token)
  expect(await at.member(NEW)).toBeDefined()
})

test('a removed person has to ask with a former address that another account had when theirs was deleted', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await move(NEW, LATER)
  await at.query("insert into users (name, email) values ('Nina', $1)", [NEW])
  await leave(session, LATER)
  await at.comeIn(token)
  expect(await at.member(NEW)).toBeUndefined()
  expect(await at.states()).toContain('waiting')
})

test('a person who has to ask still has to after another change of the address', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await leave(session)
  await at.comeIn(token)
  await at.query("update join_requests set state = 'declined', answered_at = now() - interval '1 year'")
  await move(NEW, LATER)
  await at.comeIn(token, LATER)
  expect(await at.member(LATER)).toBeUndefined()
})

test('once an admin invites them, nothing is kept of their other addresses', async () => {
  for (const invited of [NEW, LATER]) {
    await at.query('delete from removed_addresses')
    const { session } = await at.comeIn(token)
    await invite(NEW)
    await remove(NEW)
    await move(NEW, LATER)
    await leave(session, LATER)
    expect(await at.query('select 1 from removed_addresses')).toHaveLength(2)
    await invite(invited)
    expect(await at.query('select 1 from removed_addresses')).toEqual([])
    await remove(invited)
    await at.query('update users set email = $2 where email = $1', [invited, `gone.${invited}`])
  }
})

test('nor of those of several accounts, one after another', async () => {
  const { session } = await at.comeIn(token)
  await remove(NEW)
  await leave(session)
  // They ask, and delete this account too.
  const { session: asking } = await at.comeIn(token)
  await move(NEW, LATER)
  await leave(asking, LATER)
  expect(await at.query('select user_id from removed_addresses')).toEqual([
    { user_id: null },
    { user_id: null },
  ])
  await at.comeIn(token, LATER)
  expect(await at.member(LATER)).toBeUndefined()
  await invite(NEW)
  expect(await at.query('select 1 from removed_addresses')).toEqual([])
})
