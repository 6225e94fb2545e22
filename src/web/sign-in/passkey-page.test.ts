import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Asked, type Authenticator, newAuthenticator, type Odd } from '../../../test/authenticator.ts'
import { addOwnPasskey, askOptions } from '../../../test/passkeys.ts'
import { cookiesOf, openSignInWorld, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { SYSTEM } from '../../db/db.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { purgeSignIns } from '../../users/sign-in/purge-sign-ins.ts'

const AT = '/sign-in/passkey'

let world: World
let web: Web
let ben: number
let phone: Authenticator
let other: Authenticator

beforeAll(async () => {
  ;({ world, web, ben } = await openSignInWorld())
  phone = await addOwnPasskey(web, await sessionOf(world, ben))
  other = await addOwnPasskey(web, await sessionOf(world, world.ada.id))
})

beforeEach(() => world.db.pool.query('truncate attempts'))

async function enter(device: Authenticator, odd: Odd = {}, next = '/account') {
  const { asked, cookie } = await askOptions(web, AT)
  return web.post(AT, { next, answer: device.answer(asked, odd) }, withCookie(cookie))
}

const sessions = () => rowsIn(world, 'sessions')

describe('a passkey', () => {
  test('signs its person in without an address, and opens the page they wanted', async () => {
    const page = await enter(phone, {}, '/account?done=mails')
    expect([page.statusCode, page.headers.location]).toEqual([303, '/account?done=mails'])
    expect((await web.get('/account', cookiesOf(page))).body).toContain('>Ben<')
    expect(await rowsIn(world, 'users where signed_in_at is not null and name = $$Ben$$')).toBe(1)
    expect(await rowsIn(world, 'passkeys where last_used_at is not null')).toBe(1)
  })

  test('opens only pages of this service', async () => {
    expect((await enter(phone, {}, 'https://far.example/')).headers.location).toBe('/')
  })

  test('ends the session that this browser had', async () => {
    const { asked, cookie } = await askOptions(web, AT, await sessionOf(world, ben, 'Lynx'))
    expect(await rowsIn(world, "sessions where browser = 'Lynx'")).toBe(1)
    expect((await web.post(AT, { answer: phone.answer(asked) }, withCookie(cookie))).statusCode).toBe(303)
    expect(await rowsIn(world, "sessions where browser = 'Lynx'")).toBe(0)
  })

  test('does not confirm an address', async () => {
    await world.db.pool.query('update users set email_verified = false where id = $1', [ben])
    expect((await enter(phone)).statusCode).toBe(303)
    expect(await rowsIn(world, `users where id = ${ben} and email_verified`)).toBe(0)
  })

  test('need not count its signatures', async () => {
    const synced = await addOwnPasskey(web, await sessionOf(world, ben), { counts: false })
    expect((await enter(synced)).statusCode).toBe(303)
    expect((await enter(synced)).statusCode).toBe(303)
  })
})

describe('nobody is signed in', () => {
  test.each<[string, () => Odd]>([
    ['of another site', () => ({ origin: 'https://moot.example.evil.example' })],
    ['of this host without https', () => ({ origin: 'http://moot.example' })],
    ['for another host', () => ({ host: 'evil.example' })],
    ['to make a key', () => ({ type: 'webauthn.create' })],
    ['of a device that did not check who holds it', () => ({ flags: 1 })],
    ['that nobody touched', () => ({ flags: 4 })],
    ['with another signature', () => ({ signature: Buffer.from('not one') })],
    ['with a counter that went back', () => ({ counter: 1 })],
    ['without a person', () => ({ user_handle: null })],
    ['for another person', () => ({ user_handle: Buffer.alloc(32).toString('base64url') })],
    ['in the name of another credential', () => ({ id: other.id })],
  ])('by an answer %s', async (_, odd) => {
    const before = await sessions()
    const page = await enter(phone, odd())
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('This passkey could not be verified')
    expect(page.body).toContain('Send me a sign-in email')
    expect(await sessions()).toBe(before)
    expect((await enter(phone)).statusCode).toBe(303)
  })

  test('by an answer to another question, or to that of another browser', async () => {
    const before = await sessions()
    const [mine, theirs] = [await askOptions(web, AT), await askOptions(web, AT)]
    for (const asked of [theirs.asked, { challenge: Buffer.alloc(32).toString('base64url') }] as Asked[]) {
      const page = await web.post(AT, { answer: phone.answer(asked) }, withCookie(mine.cookie))
      expect(page.statusCode).toBe(410)
      expect(page.body).toContain('the response was already used')
    }
    const bare = await web.post(AT, { answer: phone.answer(mine.asked) })
    expect(bare.statusCode).toBe(410)
    expect(await sessions()).toBe(before)
  })

  test('a second time by the same answer, also of many at once', async () => {
    const before = await sessions()
    const { asked, cookie } = await askOptions(web, AT)
    const answer = phone.answer(asked)
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => web.post(AT, { answer }, withCookie(cookie))),
    )
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array(9).fill(410)])
    expect((await web.post(AT, { answer }, withCookie(cookie))).statusCode).toBe(410)
    expect(await sessions()).toBe(before + 1)
  })

  test('by two copies of a device with the same count', async () => {
    const asked = await Promise.all([askOptions(web, AT), askOptions(web, AT)])
    const pages = await Promise.all(
      asked.map((one) =>
        web.post(AT, { answer: phone.answer(one.asked, { counter: 500 }) }, withCookie(one.cookie)),
      ),
    )
    expect(pages.map(({ statusCode }) => statusCode).sort()).toEqual([303, 422])
    await world.db.pool.query('update passkeys set counter = 400 where counter = 500')
    await world.db.pool.query("update passkeys set counter = 0 where name = 'Phone'")
  })

  test('after five minutes; a job then deletes the challenge', async () => {
    const { asked, cookie } = await askOptions(web, AT)
    await world.db.pool.query("update passkey_challenges set expires_at = now() - interval '1 second'")
    const late = await askOptions(web, AT)
    const page = await web.post(AT, { answer: phone.answer(asked) }, withCookie(cookie))
    expect(page.statusCode).toBe(410)
    await world.db.pool.query(
      `insert into passkey_challenges (challenge_hash, browser_hash, expires_at) values ('x', 'x', now())`,
    )
    await purgeSignIns(world.db, 100)
    expect(await rowsIn(world, 'passkey_challenges where expires_at <= now()')).toBe(0)
    expect(
      (await web.post(AT, { answer: phone.answer(late.asked) }, withCookie(late.cookie))).statusCode,
    ).toBe(303)
  })

  test('by a question that was asked to add a passkey', async () => {
    const { asked, cookie } = await askOptions(web, '/account/passkeys', await sessionOf(world, ben))
    const page = await web.post(AT, { answer: phone.answer(asked) }, withCookie(cookie))
    expect(page.statusCode).toBe(410)
  })

  test('by a passkey that nobody has, or no longer', async () => {
    const session = await sessionOf(world, ben)
    const lost = await addOwnPasskey(web, session, { name: 'Lost' })
    const { rows } = await world.db.pool.query<{ id: number }>("select id from passkeys where name = 'Lost'")
    const passkey = String(rows[0]?.id)
    expect((await web.post('/account/passkeys/remove', { passkey }, withCookie(session))).statusCode).toBe(
      303,
    )
    for (const device of [lost, newAuthenticator(PUBLIC_URL)]) {
      const page = await enter(device)
      expect(page.statusCode).toBe(422)
      expect(page.body).toContain('This passkey does not belong to any account here')
    }
  })

  test('by garbage', async () => {
    const before = await sessions()
    const { asked, cookie } = await askOptions(web, AT)
    const good = JSON.parse(phone.answer(asked)) as { response: object }
    const said = (text: string) => ({ response: { clientDataJSON: Buffer.from(text).toString('base64url') } })
    for (const answer of [
      ...['', 'x', '[]', 'null', '0', '{}', '{"id":1}', 'x'.repeat(50_000), '{"id":"x","response":[]}'],
      ...['x', '[]', 'null', '{}', '{"challenge":1}'].map((text) =>
        JSON.stringify({ ...good, ...said(text) }),
      ),
      JSON.stringify({ ...good, id: '' }),
      JSON.stringify({ ...good, id: 'x'.repeat(5_000) }),
      JSON.stringify({ ...good, type: 'password' }),
      JSON.stringify({ ...good, response: { ...good.response, authenticatorData: 'AAAA' } }),
      JSON.stringify({ ...good, response: { ...good.response, signature: {} } }),
    ]) {
      const page = await web.post(AT, { answer }, withCookie(cookie))
      expect([410, 422]).toContain(page.statusCode)
      expect(page.body).toContain('Send me a sign-in email')
    }
    expect((await web.post(AT, {})).statusCode).toBe(422)
    expect(await sessions()).toBe(before)
  })

  test('by a form of another site', async () => {
    const { asked, cookie } = await askOptions(web, AT)
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await web.post(AT, { answer: phone.answer(asked) }, headers)).statusCode).toBe(403)
    expect((await web.post(`${AT}/options`, {}, headers)).statusCode).toBe(403)
  })

  test('after the person has left permanently', async () => {
    const gone = await addOwnPasskey(web, await sessionOf(world, ben), { name: 'Gone' })
    await askOptions(web, '/account/passkeys', await sessionOf(world, ben))
    await erasePerson(world.db, SYSTEM, { user_id: ben, writings: 'keep', list: null })
    for (const table of ['passkeys', 'passkey_handles', 'passkey_challenges'])
      expect(await rowsIn(world, `${table} where user_id = ${ben}`)).toBe(0)
    expect((await enter(gone)).statusCode).toBe(422)
    expect((await enter(other)).statusCode).toBe(303)
  })
})

test('the limit for one network leaves room for an office; beyond it there is a clear page', async () => {
  await world.db.pool.query('truncate attempts')
  await web.post(AT, { answer: 'x' })
  await world.db.pool.query('update attempts set count = 899')
  expect((await web.post(AT, { answer: 'x' })).statusCode).toBe(422)
  const refused = await web.post(AT, { answer: 'x' })
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('Too many attempts')
  await world.db.pool.query('truncate attempts')
})

test.each([
  ['https://moot.example', true],
  ['http://localhost:3000', true],
  ['http://moot.localhost', true],
  ['http://moot.example', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::1]', false],
])('at %s passkeys are offered: %s', async (PUBLIC_URL, offered) => {
  const there = await openWeb(world, { PUBLIC_URL })
  expect((await there.get('/sign-in')).body.includes('id="passkey"')).toBe(offered)
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await there.post(`${AT}/options`, {}, headers)).statusCode).toBe(offered ? 200 : 404)
  expect((await there.post(AT, { answer: 'x' }, headers)).statusCode).toBe(offered ? 422 : 404)
})
