import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { everyRow, openWeb, SAME_ORIGIN, tokenFor, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'

let world: World
let web: Web
let ben: number
let token: string

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  web = await openWeb(world)
})

beforeEach(async () => {
  await world.db.pool.query('delete from mutes')
  token = await tokenFor(world, 'unsubscribe', { user_id: ben })
})

async function muted(): Promise<number[]> {
  return (await world.db.pool.query<{ user_id: number }>('select user_id from mutes')).rows.map(
    (row) => row.user_id,
  )
}

test('opening the link unsubscribes nobody', async () => {
  const before = await everyRow(world)
  const page = await web.get(`/unsubscribe?k=${token}`)
  expect(page.statusCode).toBe(200)
  for (const words of [
    'Emails from Mill Lane Co-op',
    'b•••@mill.example',
    'Stop these emails</button>',
    'method="post"',
  ])
    expect(page.body).toContain(words)
  await web.app.inject({ method: 'HEAD', url: `/unsubscribe?k=${token}` })
  expect(await everyRow(world)).toEqual(before)
})

test('whoever is signed in finds their account there, and others the way to sign in', async () => {
  const links = async (path: string, cookie?: string) => {
    const { body } = await web.get(path, cookie)
    return ['/account', '/sign-out', '/sign-in'].filter((to) => body.includes(`="${to}`))
  }
  const cookie = await sessionOf(world, ben)
  for (const path of [`/unsubscribe?k=${token}`, '/unsubscribe?k=unknown']) {
    expect(await links(path, cookie), path).toEqual(['/account', '/sign-out'])
    expect(await links(path), path).toEqual(['/sign-in'])
  }
})

test('the page is in the language of the person the email went to, whoever is signed in', async () => {
  await world.db.pool.query("update users set locale = 'de' where id = $1", [world.ada.id])
  await world.db.pool.query("update users set locale = 'fr' where id = $1", [ben])
  const page = await web.get(`/unsubscribe?k=${token}`, await sessionOf(world, world.ada.id))
  expect(page.body).toContain('<html lang="fr"')
  await world.db.pool.query('update users set locale = null where id = any ($1)', [[world.ada.id, ben]])
})

test('only members are told that they stay members', async () => {
  const ofBen = async () => (await web.get(`/unsubscribe?k=${token}`)).body
  expect(await ofBen(), 'only invited').not.toContain('stay a member')
  await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
  expect(await ofBen()).toContain('you stay a member and keep your ballots')
  const [gus = 0] = await addMembers(world, ['gus@far.example'])
  const own = await tokenFor(world, 'unsubscribe', { user_id: gus })
  await world.db.pool.query('delete from memberships where user_id = $1', [gus])
  const page = (await web.get(`/unsubscribe?k=${own}`)).body
  expect(page).toContain('stop them all and keep your ballots')
  expect(page).not.toContain('stay a member')
})

test('one button stops the mails, and another resumes them', async () => {
  const stopped = await web.post('/unsubscribe', { k: token })
  expect([stopped.statusCode, stopped.headers.location]).toEqual([303, `/unsubscribe?k=${token}`])
  expect(await muted()).toEqual([ben])
  expect((await web.post('/unsubscribe', { k: token })).statusCode).toBe(303)
  const page = await web.get(`/unsubscribe?k=${token}`)
  expect(page.body).toContain('You stopped these emails.')
  expect(page.body).toContain('Send me these emails again</button>')
  const undone = await web.post('/unsubscribe/undo', { k: token })
  expect(undone.statusCode).toBe(303)
  expect(await muted()).toEqual([])
})

test('one click in a mail program stops them without opening a page', async () => {
  const answer = await web.app.inject({
    method: 'POST',
    url: `/unsubscribe?k=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('You stopped these emails.')
  expect(await muted()).toEqual([ben])
})

test('one click works as a multipart form too', async () => {
  const payload =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await web.app.inject({ method: 'POST', url: `/unsubscribe?k=${token}`, headers, payload })
  expect(answer.statusCode).toBe(200)
  expect(await muted()).toEqual([ben])
})

test('a form from another site changes nothing', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await web.post('/unsubscribe', { k: token }, foreign)).statusCode).toBe(403)
  expect(await muted()).toEqual([])
  await web.post('/unsubscribe', { k: token })
  expect(
    (await web.post('/unsubscribe/undo', { k: token, 'List-Unsubscribe': 'One-Click' }, foreign)).statusCode,
  ).toBe(403)
  expect(await muted()).toEqual([ben])
})

test('unknown links and links for other purposes are not valid here', async () => {
  const ballot = await tokenFor(world, 'ballot', { user_id: ben, poll_id: await makePoll(world) })
  const invitation = await tokenFor(world, 'invitation', { user_id: ben })
  const bodies = new Set<string>()
  for (const wrong of [ballot, invitation, 'x'.repeat(32), '<script>', '']) {
    const page = await web.get(`/unsubscribe?k=${encodeURIComponent(wrong)}`)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('This link is not valid')
    bodies.add(page.body)
    expect((await web.post('/unsubscribe', { k: wrong })).statusCode).toBe(404)
    expect(
      (await web.post(`/unsubscribe?k=${encodeURIComponent(wrong)}`, { 'List-Unsubscribe': 'One-Click' }, {}))
        .statusCode,
    ).toBe(404)
  }
  expect(bodies.size).toBe(1)
  expect((await web.get('/unsubscribe')).body).toBe([...bodies][0])
  expect(await muted()).toEqual([])
})

test('the token does nothing else', async () => {
  const cookie = `__Secure-folkmoot_link=${token}`
  expect((await web.get('/g/mill-lane', cookie)).statusCode).toBe(404)
  expect((await web.post('/g/mill-lane/join', {}, { ...SAME_ORIGIN, cookie })).statusCode).toBe(404)
})
