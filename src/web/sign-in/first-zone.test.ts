import { beforeEach, describe, expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { openPost, type Post } from '../../../test/post.ts'
import { cookiesOf, insideOf, mailed, openSignInWorld } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { copiedTokenFor, keyOf, SAME_ORIGIN, tokenFor, type Web } from '../../../test/web.ts'
import { addMembers, type World } from '../../../test/world.ts'

const BEN = 'ben@mill.example'
const TOKYO = 'folkmoot_zone=Asia/Tokyo'

let world: World
let web: Web
let post: Post
let ben: number

beforeEach(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

async function zoneOf(user_id: number): Promise<string> {
  const { rows } = await world.db.pool.query('select time_zone from users where id = $1', [user_id])
  return rows[0]?.time_zone
}

const setZone = (user_id: number, zone: string) =>
  world.db.pool.query("update users set time_zone = $2, utc_chosen = $2 = 'UTC' where id = $1", [
    user_id,
    zone,
  ])

async function signIn(cookie: string): Promise<string> {
  await web.post('/sign-in', { address: BEN, next: '/' }, SAME_ORIGIN)
  const { token } = insideOf((await mailed(world, post))[0])
  return cookiesOf(await web.post('/sign-in/link', { k: token }, { ...SAME_ORIGIN, cookie }))
}

/** Ben's vote by a link, in a browser in Tokyo. */
async function voteBy(make: typeof tokenFor, settings = {}, session = ''): Promise<string> {
  const poll_id = await makePoll(world, { settings, recipients: { audience: 'group' } })
  const path = `/p/${await keyOf(world, 'polls', poll_id)}`
  const { cookie } = await web.follow(path, await make(world, 'ballot', { user_id: ben, poll_id }))
  const headers = { ...SAME_ORIGIN, cookie: `${cookie}; ${TOKYO}; ${session}` }
  const { statusCode } = await web.post(`${path}/ballot`, { choice: '1', own_name: 'Ben' }, headers)
  expect(statusCode).toBe(303)
  return zoneOf(ben)
}

describe('the zone of the browser becomes that of a person who has none', () => {
  test('when they sign in', async () => {
    await signIn(TOKYO)
    expect(await zoneOf(ben)).toBe('Asia/Tokyo')
  })

  test('when they vote by the link in their mail', async () => {
    expect(await voteBy(tokenFor)).toBe('Asia/Tokyo')
  })

  test('also if the poll was read before: its rules are kept', async () => {
    const poll_id = await makePoll(world, { recipients: { audience: 'group' } })
    const path = `/p/${await keyOf(world, 'polls', poll_id)}`
    const { cookie } = await web.follow(path, await tokenFor(world, 'ballot', { user_id: ben, poll_id }))
    const vote = (more: string) =>
      web.post(
        `${path}/ballot`,
        { choice: '1', own_name: 'Ben' },
        { ...SAME_ORIGIN, cookie: `${cookie}${more}` },
      )
    await vote('')
    expect(await zoneOf(ben)).toBe('UTC')
    await vote(`; ${TOKYO}`)
    expect(await zoneOf(ben)).toBe('Asia/Tokyo')
  })

  test('when they join by the link in their mail', async () => {
    const [ivy = 0] = await addMembers(world, ['ivy@mill.example'])
    const { cookie } = await web.follow('/g/mill-lane', await tokenFor(world, 'invitation', { user_id: ivy }))
    const headers = { ...SAME_ORIGIN, cookie: `${cookie}; ${TOKYO}` }
    expect((await web.post('/g/mill-lane/join', { own_name: 'Ivy' }, headers)).statusCode).toBe(303)
    expect(await zoneOf(ivy)).toBe('Asia/Tokyo')
  })
})

describe('the zone of the browser is not taken', () => {
  test.each(['Europe/Berlin', 'UTC'])('from a person who chose %s', async (chosen) => {
    await setZone(ben, chosen)
    await signIn(TOKYO)
    expect(await voteBy(tokenFor)).toBe(chosen)
  })

  test('on a journey: the first one stays', async () => {
    await signIn('folkmoot_zone=America/New_York')
    await signIn(TOKYO)
    expect(await zoneOf(ben)).toBe('America/New_York')
  })

  test('from a browser that hides it, or names none that exists', async () => {
    for (const zone of ['UTC', 'Etc/UTC', 'Mars/Base', '']) await signIn(`folkmoot_zone=${zone}`)
    expect(await zoneOf(ben)).toBe('UTC')
    await signIn(TOKYO)
    expect(await zoneOf(ben)).toBe('Asia/Tokyo')
  })

  test('by a copied link: the browser may be somebody else’s', async () => {
    expect(await voteBy(copiedTokenFor)).toBe('UTC')
    const [kit = 0] = await addMembers(world, ['kit@mill.example'])
    const token = await copiedTokenFor(world, 'invitation', { user_id: kit })
    const { cookie } = await web.follow('/g/mill-lane', token)
    await web.post(
      '/g/mill-lane/join',
      { own_name: 'Kit' },
      { ...SAME_ORIGIN, cookie: `${cookie}; ${TOKYO}` },
    )
    expect(await zoneOf(kit)).toBe('UTC')
  })

  test('in a browser in which somebody else is signed in', async () => {
    const ada = await signedInCookie(world, world.ada.id)
    expect(await voteBy(tokenFor, {}, ada)).toBe('UTC')
    const [kit = 0] = await addMembers(world, ['kit@mill.example'])
    const { cookie } = await web.follow('/g/mill-lane', await tokenFor(world, 'invitation', { user_id: kit }))
    const headers = { ...SAME_ORIGIN, cookie: `${cookie}; ${TOKYO}; ${await signedInCookie(world, ben)}` }
    await world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [ben])
    expect((await web.post('/g/mill-lane/join', { own_name: 'Kit' }, headers)).statusCode).toBe(303)
    expect([await zoneOf(kit), await zoneOf(ben)]).toEqual(['UTC', 'UTC'])
  })

  test('by a vote in an anonymous poll: the changed row would show who voted', async () => {
    expect(await voteBy(tokenFor, { anonymous: true })).toBe('UTC')
  })
})

describe('mails to a person of whom no zone is known', () => {
  test('are in the zone of the poll’s author, whoever acted', async () => {
    await setZone(ben, 'Asia/Tokyo')
    await setZone(world.ada.id, 'Europe/Berlin')
    const fresh = await openPost(world)
    await addMembers(world, ['kit@mill.example'])
    await fresh.deliver()
    await makePoll(world, {
      settings: { title: 'A new roof', closing_at: new Date('2099-01-01T12:00:00Z') },
      recipients: { audience: 'group' },
    })
    const mails = await fresh.deliver()
    const told = (name: string) =>
      mails.find(({ to }) => String(to).includes(name))?.email.text?.match(/\d\d:\d\d (\(.*?\))/)?.[0]
    expect([told('kit'), told('ben')]).toEqual(['13:00 (Germany Time)', '21:00 (Japan Time)'])
  })
})
