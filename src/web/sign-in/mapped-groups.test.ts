import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '../../../test/post.ts'
import { openProviderProcess, signInThere, type TestProvider } from '../../../test/provider.ts'
import { insideOf, mailed, openSignInWorld, withCookie } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { createGroup } from '../../groups/create-group.ts'
import { allMemberships } from '../../groups/memberships-store.ts'
import { removeMember } from '../../members/remove-member.ts'
import { restoreMember } from '../../members/restore-member.ts'
import { setMembers } from '../../members/set-members.ts'

let world: World
let web: Web
let post: Post
let ben: number
let provider: TestProvider

const RULE = {
  OIDC_ACME_GROUPS_CLAIM: 'groups',
  OIDC_ACME_GROUPS_MAP: 'staff:mill-lane, board:board, other:board, ghosts:nowhere',
}
const open = (mode: string, more: Record<string, string> = {}) =>
  openWeb(world, {
    ...{ SMTP_URL: 'smtp://localhost', OIDC_ACME_GROUPS_MODE: mode },
    ...provider.settings,
    ...RULE,
    ...more,
  })
const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows

beforeAll(async () => {
  ;({ world, post, ben } = await openSignInWorld())
  provider = await openProviderProcess(PUBLIC_URL)
  web = await open('on')
  await change(world.db, SYSTEM, (act) =>
    createGroup(act, { name: 'Board', handle: 'board', admin_email: world.ada.email, parent_handle: null }),
  )
})

/** Someone new in each test. */
let number = 0
const addressNow = () => `oda.${number}@new.example`

beforeEach(async () => {
  number += 1
  await rows('truncate attempts, sign_ins, mails cascade')
})

/** Signs in with this claim, and returns the person's groups. */
async function groupsWith(claimed: unknown, at = web): Promise<string[]> {
  const claims = { email: addressNow(), email_verified: true, name: 'Oda', groups: claimed }
  await provider.control({ account: addressNow(), claims })
  expect((await signInThere(at)).answer.statusCode).toBe(303)
  return groupsOf(addressNow())
}

async function groupsOf(email: string): Promise<string[]> {
  const found = await rows(
    `select handle from memberships m join groups g on g.id = m.group_id join users u on u.id = m.user_id
     where u.email = $1 and m.accepted_at is not null and m.revoked_at is null order by handle`,
    [email],
  )
  return found.map(({ handle }) => handle)
}

test('a claim puts people into groups when they sign in, and out of those that it gave', async () => {
  expect(await groupsWith(['staff', 'board', 'ghosts', 'unknown'])).toEqual(['board', 'mill-lane'])
  expect(await groupsWith(['other'])).toEqual(['board'])
  expect(await groupsWith([])).toEqual([])
  expect(await groupsWith('staff')).toEqual(['mill-lane'])
})

test('a claim that is missing or no list changes nothing', async () => {
  await groupsWith(['staff'])
  expect(await groupsWith(undefined)).toEqual(['mill-lane'])
  expect(await groupsWith({ staff: false })).toEqual(['mill-lane'])
})

test('a missing claim removes people from its groups, if the operator chose this', async () => {
  const strict = await open('on', { OIDC_ACME_GROUPS_MISSING: 'none' })
  expect(await groupsWith(['staff'], strict)).toEqual(['mill-lane'])
  for (const odd of [{ staff: false }, null, 7]) expect(await groupsWith(odd, strict)).toEqual(['mill-lane'])
  expect(await groupsWith(undefined, strict)).toEqual([])
  expect(await groupsWith(['staff'], strict)).toEqual(['mill-lane'])
})

test('odd and thousands of values neither give nor keep a membership', async () => {
  await groupsWith(['staff'])
  const many = Array.from({ length: 3_000 }, (_, index) => `team-${index}`)
  expect(await groupsWith([...many, 'a\u0000b', 'x'.repeat(600), 7])).toEqual([])
})

test('people whom someone here let in are not removed, nor is the last admin', async () => {
  await groupsWith([])
  await rows(
    `insert into memberships (group_id, user_id, accepted_at)
     select $1, id, now() from users where email = $2`,
    [world.group.id, addressNow()],
  )
  expect(await groupsWith(['staff', 'board'])).toEqual(['board', 'mill-lane'])
  expect(await groupsWith([])).toEqual(['mill-lane'])
  await groupsWith(['board'])
  await rows(
    `update memberships m set admin = u.email = $1 from users u, groups g
     where u.id = m.user_id and g.id = m.group_id and g.handle = 'board'`,
    [addressNow()],
  )
  expect(await groupsWith([])).toEqual(['board', 'mill-lane'])
  await rows('update memberships set admin = true where user_id = $1', [world.ada.id])
})

test('people removed here do not return through a claim, until someone here lets them in again', async () => {
  await groupsWith(['staff', 'board'])
  await change(world.db, SYSTEM, async (act) => {
    const [own] = await rows('select id from users where email = $1', [addressNow()])
    const members = await allMemberships(act.tx, world.group.id)
    const { id = 0 } = members.find(({ user_id }) => user_id === own.id) ?? {}
    await removeMember(act, { group_id: world.group.id, membership_id: id })
  })
  expect(await groupsWith(['staff', 'board'])).toEqual(['board'])
  expect(await groupsWith([])).toEqual([])
  expect(await groupsWith(['staff', 'board'])).toEqual(['board'])
  await change(world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', addressNow()))
  expect(await groupsWith(['staff'])).toEqual(['mill-lane'])
  expect(await groupsWith([])).toEqual(['mill-lane'])
})

test('a person who was invited again here is a member by that invitation', async () => {
  await groupsWith(['board'])
  await groupsWith([])
  const [group] = await rows("select id from groups where handle = 'board'")
  const invited = { group_id: group.id, emails: [addressNow()], remove_absent: false }
  await change(world.db, SYSTEM, (act) =>
    setMembers(act, { ...invited, dry_run: false, guard: false, force: false }),
  )
  expect(await groupsWith(['board'])).toEqual(['board'])
  expect(await groupsWith([])).toEqual(['board'])
})

test('a group that cannot be changed now does not prevent changes in others', async () => {
  await groupsWith(['board'])
  await rows(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await rows(`create trigger refuse before insert on memberships for each row
    when (new.group_id = ${world.group.id}) execute function refuse()`)
  expect(await groupsWith(['staff'])).toEqual([])
  await rows('drop function refuse cascade')
  expect(await groupsWith(['staff'])).toEqual(['mill-lane'])
})

test('a suspended group stays as it is', async () => {
  await groupsWith(['board'])
  await rows("update groups set suspended_at = now() where handle = 'board'")
  expect(await groupsWith(['staff'])).toEqual(['board', 'mill-lane'])
  await rows("update groups set suspended_at = null where handle = 'board'")
  expect(await groupsWith(['staff'])).toEqual(['mill-lane'])
})

test('a dry run and off change nothing', async () => {
  for (const mode of ['dry_run', 'off']) expect(await groupsWith(['staff'], await open(mode))).toEqual([])
})

test('a person who links with a code gets the groups that the provider named then', async () => {
  const [person] = await rows('select email from users where id = $1', [ben])
  const claims = { email: person?.email, email_verified: true, groups: ['a\u0000b', 'board'] }
  await provider.control({ account: 'ben', claims })
  const came = await signInThere(web)
  expect(came.answer.headers.location).toBe('/sign-in/join')
  const { code } = insideOf((await mailed(world, post))[0])
  expect(await groupsOf(person?.email)).toEqual([])
  expect((await web.post('/sign-in/join', { code }, withCookie(came.cookie))).statusCode).toBe(303)
  expect(await groupsOf(person?.email)).toEqual(['board'])
})
