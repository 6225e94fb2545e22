import { beforeEach, expect, test } from 'vitest'
import { sessionOf } from '../../../test/sign-in.ts'
import { copiedTokenFor, openWeb, SAME_ORIGIN, tokenFor, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, nameMembers, type World } from '../../../test/world.ts'

let world: World
let web: Web
let ben: number

beforeEach(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  web = await openWeb(world)
})

const JOIN = '/g/mill-lane/join'

const rows = async (text: string) => (await world.db.pool.query(text, [ben])).rows
const nameOfBen = async () => (await rows('select name from users where id = $1'))[0].name
const hasJoined = async () =>
  (await rows('select 1 from memberships where user_id = $1 and accepted_at is not null')).length === 1

async function comeBy(token: string) {
  const { page, cookie } = await web.follow('/g/mill-lane', token)
  return {
    page,
    join: (fields: Record<string, string>) => web.post(JOIN, fields, { ...SAME_ORIGIN, cookie }),
  }
}

test('an invited person without a name is asked for it, and joins with it', async () => {
  const { page, join } = await comeBy(await tokenFor(world, 'invitation', { user_id: ben }))
  expect(page.body).toContain('Your name')
  expect((await join({ own_name: '  Ben   Ash ' })).headers.location).toBe('/g/mill-lane?joined')
  expect([await hasJoined(), await nameOfBen()]).toEqual([true, 'Ben Ash'])
})

test('nobody joins without a name', async () => {
  const { join } = await comeBy(await tokenFor(world, 'invitation', { user_id: ben }))
  for (const fields of [{ own_name: ' ' }, {}]) {
    const answer = await join(fields)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('<a href="#own_name">Your name can’t be blank</a>')
  }
  expect(await hasJoined()).toBe(false)
})

test('a person who was named by an admin joins with that name', async () => {
  await nameMembers(world)
  const { join } = await comeBy(await tokenFor(world, 'invitation', { user_id: ben }))
  expect((await join({})).statusCode).toBe(303)
  expect(await hasJoined()).toBe(true)
})

test('an invalid name comes back with its error, and nobody has joined', async () => {
  const { join } = await comeBy(await tokenFor(world, 'invitation', { user_id: ben }))
  const answer = await join({ own_name: 'ben@mill.example' })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('<a href="#own_name">Your name must be a name, not an email address</a>')
  expect(answer.body).toContain('value="ben@mill.example"')
  expect([await hasJoined(), await nameOfBen()]).toEqual([false, null])
})

test('a name typed behind a copied link counts in this group only', async () => {
  const { join } = await comeBy(await copiedTokenFor(world, 'invitation', { user_id: ben }))
  await join({ own_name: 'Somebody' })
  expect([await hasJoined(), await nameOfBen()]).toEqual([true, null])
  expect(await rows('select name, given_by from given_names where user_id = $1')).toEqual([
    { name: 'Somebody', given_by: null },
  ])
})

const question = async () => (await web.get('/account/name?next=/', await sessionOf(world, ben))).body

test('a name typed behind a copied link stands in the question for a name', async () => {
  const { join } = await comeBy(await copiedTokenFor(world, 'invitation', { user_id: ben }))
  await join({ own_name: 'Ben Ash' })
  expect(await question()).toContain('value="Ben Ash"')
  await world.db.pool.query('update given_names set name = $1', ['Ben Ash (guest)'])
  expect(await question()).toContain('value="Ben Ash"')
})

test('a name that an admin gave stands in it too, unless the person typed one', async () => {
  await world.db.pool.query(
    "insert into given_names (group_id, user_id, name, given_by) values ($1, $2, 'Benny', $3)",
    [world.group.id, ben, world.ada.id],
  )
  expect(await question()).toContain('value="Benny"')
  await world.db.pool.query(
    `with g as (insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other') returning id),
       m as (insert into memberships (group_id, user_id) select id, $1 from g)
     insert into given_names (group_id, user_id, name, given_at) select id, $1, 'Ben Ash', now() - interval '1 day' from g`,
    [ben],
  )
  expect(await question()).toContain('value="Ben Ash"')
})

test('a name typed behind a copied link is refused if another member has it, and nobody has joined', async () => {
  await world.db.pool.query("update users set name = 'Ada Vale' where id = $1", [world.ada.id])
  const { join } = await comeBy(await copiedTokenFor(world, 'invitation', { user_id: ben }))
  const answer = await join({ own_name: 'Ada  vale' })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('<a href="#own_name">Your name is already the name of the member Ada Vale')
  expect(answer.body).toContain('value="Ada  vale"')
  expect(await hasJoined()).toBe(false)
  expect((await join({ own_name: 'Ada V.' })).statusCode).toBe(303)
})

test('people who prove their address may have the name that another member has', async () => {
  await world.db.pool.query("update users set name = 'Ada Vale' where id = $1", [world.ada.id])
  const { join } = await comeBy(await tokenFor(world, 'invitation', { user_id: ben }))
  expect((await join({ own_name: 'Ada Vale' })).statusCode).toBe(303)
  expect(await nameOfBen()).toBe('Ada Vale')
})

test('a signed-in person without a name is asked as well; one who has a name is not, and cannot be renamed', async () => {
  const cookie = await sessionOf(world, ben)
  expect((await web.get('/g/mill-lane', cookie)).body).toContain('id="own_name"')
  await world.db.pool.query("update users set name = 'Ben Ash' where id = $1", [ben])
  expect((await web.get('/g/mill-lane', cookie)).body).not.toContain('id="own_name"')
  await web.post(JOIN, { own_name: 'Else' }, { ...SAME_ORIGIN, cookie })
  expect([await hasJoined(), await nameOfBen()]).toEqual([true, 'Ben Ash'])
})
