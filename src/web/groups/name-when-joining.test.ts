import { beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { copiedTokenFor, openWeb, SAME_ORIGIN, tokenFor, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, nameMembers, type World } from '../../../test/world.ts'
import { mintSignInLink } from '../../users/sign-in/mint-sign-in.ts'

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

describe('a name typed behind a copied link', () => {
  /** Signs in with a link that the operator printed, in the browser with this cookie. */
  const signIn = async (email: string, cookie: string) => {
    const k = await mintSignInLink(world.db.pool, { email }, 'command_line')
    return (await web.post('/sign-in/link', { k }, withCookie(cookie))).headers.location
  }
  const joinHere = async () => {
    const { join } = await comeBy(await copiedTokenFor(world, 'invitation', { user_id: ben }))
    return cookiesOf(await join({ own_name: 'Ben Ash' }))
  }

  test('is theirs once they sign in in the same browser, and nobody asks again', async () => {
    expect(await signIn('ben@mill.example', await joinHere())).toBe('/')
    expect(await nameOfBen()).toBe('Ben Ash')
  })

  test('is asked for in another browser', async () => {
    await joinHere()
    expect(await signIn('ben@mill.example', '')).toBe('/account/name?next=%2F')
    expect(await nameOfBen()).toBe(null)
  })

  test('is nobody else’s who signs in there', async () => {
    expect(await signIn('cleo@mill.example', await joinHere())).toBe('/account/name?next=%2F')
    const { rows: named } = await world.db.pool.query("select 1 from users where name = 'Ben Ash'")
    expect(named).toEqual([])
  })

  test('does not replace a name that they have given since', async () => {
    const cookie = await joinHere()
    await world.db.pool.query("update users set name = 'Ben' where id = $1", [ben])
    expect(await signIn('ben@mill.example', cookie)).toBe('/')
    expect(await nameOfBen()).toBe('Ben')
  })

  test('is not taken from a cookie that holds no name', async () => {
    expect(await signIn('ben@mill.example', `__Host-folkmoot_name=${ben}.ben@mill.example`)).toBe(
      '/account/name?next=%2F',
    )
  })
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
