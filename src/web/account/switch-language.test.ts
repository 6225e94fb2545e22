import { beforeAll, describe, expect, test } from 'vitest'
import { sessionOf } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, SAME_ORIGIN, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'

let world: World
let web: Web
let ben: number
let cleo: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0, cleo = 0] = await addMembers(world)
  web = await openWeb(world)
})

const localeOf = async (email: string) =>
  (await world.db.pool.query('select locale from users where email = $1', [email])).rows[0]?.locale

describe('the language choice', () => {
  test('of visitors is stored in the browser, and returns to the same page', async () => {
    const headers = { ...SAME_ORIGIN, referer: `${PUBLIC_URL}/help` }
    const { statusCode, headers: answered } = await web.post('/language', { language: 'en' }, headers)
    expect([statusCode, answered.location]).toEqual([303, '/help'])
    expect(answered['set-cookie']).toBe('folkmoot_language=en; Max-Age=31536000; Path=/; SameSite=Lax')
  })

  test('of a signed-in person is stored in the account', async () => {
    const cookie = await sessionOf(world, ben)
    const sent = { ...SAME_ORIGIN, cookie: `${cookie}; folkmoot_language=en-XA` }
    const { headers } = await web.post('/language', { language: 'en' }, sent)
    expect(String(headers['set-cookie'])).toContain('folkmoot_language=; Max-Age=0')
    expect(await localeOf('ben@mill.example')).toBe('en')
  })

  test.each(['tlh', '', 'en-XA', '"><script>', '__proto__'])(
    'of an unsupported language changes nothing: %s',
    async (language) => {
      const { statusCode, headers } = await web.post('/language', { language }, SAME_ORIGIN)
      expect([statusCode, headers['set-cookie']]).toEqual([303, undefined])
    },
  )

  test('is not accepted from other sites', async () => {
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await web.post('/language', { language: 'en' }, evil)).statusCode).toBe(403)
  })
})

describe('a page', () => {
  const read = (headers: Record<string, string>) => web.app.inject({ url: '/sign-in', headers })

  test('is in the language that the browser asks for, and declares it', async () => {
    const page = await read({ 'accept-language': 'tlh, en-XA;q=0.8' })
    expect(page.body).toContain('<html lang="en-XA" dir="ltr">')
    expect(page.headers).toMatchObject({ 'content-language': 'en-XA', vary: 'accept-language' })
    expect((await read({ 'accept-language': 'tlh' })).body).toContain('<html lang="en" dir="ltr">')
  })

  test('is in the language chosen in this browser, if there is one', async () => {
    const page = await read({ 'accept-language': 'en-XA', cookie: 'folkmoot_language=en' })
    expect(page.body).toContain('<html lang="en" dir="ltr">')
  })
})

test('a person who chooses German reads and writes German', async () => {
  const cookie = await sessionOf(world, world.ada.id)
  await web.post('/language', { language: 'de' }, { ...SAME_ORIGIN, cookie })
  expect(await localeOf('ada@mill.example')).toBe('de')
  const home = await web.get('/', cookie)
  expect(home.body).toContain('<html lang="de" dir="ltr">')
  expect(home.body).toContain('Abmelden')
  await web.app.inject({
    method: 'POST',
    url: `/g/${world.group.handle}/new-thread`,
    headers: { ...SAME_ORIGIN, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'title=Das+Dach&description=Es+leckt.',
  })
  const { rows } = await world.db.pool.query(
    "select content_locale from discussions where title = 'Das Dach'",
  )
  expect(rows).toEqual([{ content_locale: 'de' }])
  await world.db.pool.query('update users set locale = null where id = $1', [world.ada.id])
})

test('members who chose no language read a group’s pages in its language', async () => {
  const cookie = await sessionOf(world, cleo)
  const url = `/g/${world.group.handle}`
  const read = async () => {
    const { body } = await web.app.inject({ url, headers: { cookie, 'accept-language': 'en' } })
    return /<html lang="([^"]+)"/.exec(body)?.[1]
  }
  expect(await read()).toBe('en')
  await world.db.pool.query("update groups set locale = 'en-XA' where handle = $1", [world.group.handle])
  expect(await read()).toBe('en-XA')
  await world.db.pool.query("update users set locale = 'en' where email = 'cleo@mill.example'")
  expect(await read()).toBe('en')
})

test('the page that checks results is in the language of the account, too', async () => {
  await world.db.pool.query("update users set locale = 'de' where id = $1", [cleo])
  const { body } = await web.get('/verify', await sessionOf(world, cleo), { 'accept-language': 'en' })
  expect(body).toContain('<html lang="de"')
})
