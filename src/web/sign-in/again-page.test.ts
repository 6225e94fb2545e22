import { beforeEach, describe, expect, test } from 'vitest'
import type { Authenticator } from '../../../test/authenticator.ts'
import { addOwnPasskey, askOptions } from '../../../test/passkeys.ts'
import { signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { shownCommand } from '../../../test/shown-command.ts'
import {
  cookiesOf,
  insideOf,
  lastProven,
  mailed,
  rowsIn,
  sessionOf,
  withCookie,
} from '../../../test/sign-in.ts'
import { openWeb } from '../../../test/web.ts'
import { hashToken } from '../../users/secret.ts'

const { world, web, post, ben, provider, addressOf, emailOf } = await openProviderWorld()

let session: string
let device: Authenticator

/** Ben, whose passkey and login at the provider are known, signed in a while ago. */
beforeEach(async () => {
  await world.db.pool.query('truncate passkeys, passkey_challenges cascade')
  session = await sessionOf(world, ben)
  device = await addOwnPasskey(web, session)
  await provider.control({ account: 'ben', claims: {} })
  await signInThere(web, { cookie: session, path: '/account/logins' })
  await world.db.pool.query('truncate sign_ins, attempts, mails cascade')
  await lastProven(world, 16)
})

const AGAIN = (next: string) => `/sign-in/again?next=${encodeURIComponent(next)}`

/** What lets somebody into an account or keeps its owner out: path, fields, and where people return to. */
const GUARDED = [
  ['/account/passkeys/options', {}, '/account/passkeys'],
  ['/account/passkeys/remove', { passkey: '1' }, '/account/passkeys'],
  ['/account/passkeys/name', { passkey: '1', name: 'Thief' }, '/account/passkeys'],
  ['/account/logins', { provider: 'acme' }, '/account'],
  ['/account/logins/remove', { login: '1' }, '/account'],
  ['/account/address', { address: 'thief@far.example' }, '/account/address'],
  ['/account/keys', { name: 'Thief' }, '/account/keys'],
  ['/account/access', {}, '/account/access'],
] as const

const passkeyId = async () =>
  (await world.db.pool.query<{ id: number }>('select id from passkeys')).rows[0]?.id ?? 0

/** The parts of the page of one's account that only a recent sign-in changes. */
const waysIn = async () =>
  Promise.all(['passkeys', 'identities', 'personal_keys', 'sign_ins'].map((table) => rowsIn(world, table)))

describe('someone at a browser that was left open', () => {
  test.each(GUARDED)('is led to sign in again by %s', async (path, fields, back) => {
    const before = await waysIn()
    const answer = await web.post(path, fields, withCookie(session))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, AGAIN(back)])
    expect(await waysIn()).toEqual(before)
  })

  test('is asked before they type a new address', async () => {
    const answer = await web.get('/account/address', session)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, AGAIN('/account/address')])
  })

  test('sees what is there, and signs other browsers out, but does not confuse the owner by other names', async () => {
    const named = { passkey: String(await passkeyId()), name: 'Tablet' }
    await web.post('/account/passkeys/name', named, withCookie(session))
    const page = await web.get('/account/passkeys', session)
    expect([page.statusCode, page.body.includes('>Phone</strong>')]).toEqual([200, true])
    const others = await web.post('/account/sessions/end', { session: 'others' }, withCookie(session))
    expect(others.headers.location).toBe('/account?done=others')
  })

  test('is asked in a session that does not say when it was proven, as those of before do not', async () => {
    await world.db.pool.query(
      "insert into sessions (hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [hashToken('old'), ben],
    )
    const answer = await web.get('/account/address', '__Host-folkmoot_session=old')
    expect(answer.headers.location).toBe(AGAIN('/account/address'))
  })

  test('does not go on by being signed in for the first time by a link that is passed on', async () => {
    await world.db.pool.query('update sessions set proven_at = null')
    const answer = await web.post('/account/passkeys/options', {}, withCookie(session))
    expect(answer.headers.location).toBe(AGAIN('/account/passkeys'))
  })
})

test('whoever signed in less than fifteen minutes ago is not asked', async () => {
  await lastProven(world, 14)
  const answer = await web.post('/account/passkeys/options', {}, withCookie(session))
  expect(answer.statusCode).toBe(200)
  const back = await web.get(AGAIN('/account/address'), session)
  expect([back.statusCode, back.headers.location]).toEqual([303, '/account/address'])
})

describe('the page to sign in again', () => {
  test('offers all ways that this person has, and no field for another address', async () => {
    const { body } = await web.get(AGAIN('/account/passkeys'), session)
    expect(body).toContain('Sign in again to change how you sign in')
    expect(body).toContain(await emailOf(ben))
    expect(body).toContain('Send me a sign-in email')
    expect(body).toContain('Sign in with Acme &amp; Co')
    expect(body).toContain('action="/sign-in/again/passkey"')
    expect(body).not.toContain('name="address"')
  })

  test('offers nothing that would not sign this person in', async () => {
    await world.db.pool.query('truncate passkeys, identities cascade')
    const { body } = await web.get(AGAIN('/account'), session)
    expect(body).not.toContain('Acme')
    expect(body).not.toContain('passkey"')
  })

  test('leads people who are not signed in to sign in, and returns only to our own pages', async () => {
    expect((await web.get(AGAIN('/account'))).headers.location).toMatch(/^\/sign-in\?/)
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/sign-out']) {
      const { body } = await web.get(AGAIN(next), session)
      expect(body).toContain('name="next" value="/account"')
      const sent = await web.post('/sign-in/again', { next }, withCookie(session))
      expect(sent.statusCode).toBe(303)
    }
    expect(await rowsIn(world, "sign_ins where next <> '/account'")).toBe(0)
  })

  test('takes forms of our own pages only', async () => {
    for (const path of ['/sign-in/again', '/sign-in/again/with', '/sign-in/again/passkey']) {
      const headers = { 'sec-fetch-site': 'cross-site', cookie: session }
      expect((await web.post(path, { provider: 'acme' }, headers)).statusCode).toBe(403)
    }
  })
})

describe('by mail', () => {
  test('the code that comes to the account’s own address lets them go on', async () => {
    const sent = await web.post('/sign-in/again', { next: '/account/passkeys' }, withCookie(session))
    expect(sent.headers.location).toBe('/sign-in/code')
    const cookie = `${session}; ${cookiesOf(sent)}`
    expect((await web.get('/sign-in/code', cookie)).body).toContain(AGAIN('/account/passkeys'))
    const [mail] = await mailed(world, post)
    expect(mail?.to).toEqual([await emailOf(ben)])
    const entered = await web.post('/sign-in/code', { code: insideOf(mail).code }, withCookie(cookie))
    expect(entered.headers.location).toBe('/account/passkeys')
    const options = await web.post('/account/passkeys/options', {}, withCookie(cookiesOf(entered)))
    expect(options.statusCode).toBe(200)
    // The session that was left open has ended.
    expect(await addressOf(session)).toBeNull()
  })

  test('is not promised where the service sends none: the page says who can give a link', async () => {
    const silent = await openWeb(world, provider.settings)
    const { body } = await silent.get(AGAIN('/account/keys'), session)
    expect(body).not.toContain('Send me a sign-in email')
    expect(body).not.toContain('You get an email')
    expect(body).toContain(shownCommand(`npx folkmoot sign-in-link --email ${await emailOf(ben)}`))
    expect(body).toContain('Open the link in this browser')
    expect(body).toContain('Sign in with Acme &amp; Co')
  })

  test('cannot be used up by strangers who ask for mails to this address', async () => {
    const email = await emailOf(ben)
    for (let turn = 0; turn < 6; turn++) await web.post('/sign-in', { address: email, next: '/' })
    const sent = await web.post('/sign-in/again', { next: '/account' }, withCookie(session))
    expect(sent.headers.location).toBe('/sign-in/code')
  })

  test('names linked logins only where there are some or can be', async () => {
    const without = await openWeb(world)
    const names = async (through: typeof web) => {
      const { body } = await through.get(AGAIN('/account'), session)
      expect(body).toContain('changing your address, your passkeys')
      return body.includes('linked logins')
    }
    expect([await names(web), await names(without)]).toEqual([true, true])
    await world.db.pool.query('delete from identities')
    expect([await names(web), await names(without)]).toEqual([true, false])
  })

  test('has the limits of every sign-in mail', async () => {
    for (let turn = 0; turn < 5; turn++) await web.post('/sign-in/again', {}, withCookie(session))
    const answer = await web.post('/sign-in/again', {}, withCookie(session))
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('is not offered where nobody signs in by mail; without another way the page says who helps', async () => {
    const settings = { SMTP_URL: 'smtp://localhost', SIGN_IN_BY_MAIL: 'off', ...provider.settings }
    const only = await openWeb(world, settings)
    await world.db.pool.query('update identities set signed_in_at = now()')
    const page = await only.get(AGAIN('/account'), session)
    expect(page.body).not.toContain('Send me a sign-in email')
    expect(page.body).toContain('Sign in with Acme &amp; Co')
    expect((await only.post('/sign-in/again', {}, withCookie(session))).statusCode).toBe(403)
    expect(await rowsIn(world, 'sign_ins')).toBe(0)
    await world.db.pool.query('truncate passkeys cascade')
    await world.db.pool.query('update identities set user_id = $1', [world.ada.id])
    expect((await only.get(AGAIN('/account'), session)).body).toContain('Ask the people who run this service')
  })
})

describe('with a passkey', () => {
  const answerOf = async (by: Authenticator, cookie = session) => {
    const { asked, cookie: own } = await askOptions(web, '/sign-in/passkey', cookie)
    const fields = { answer: by.answer(asked), next: '/account/passkeys' }
    return web.post('/sign-in/again/passkey', fields, withCookie(own))
  }

  test('of this person they go on', async () => {
    const entered = await answerOf(device)
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/account/passkeys'])
    const options = await web.post('/account/passkeys/options', {}, withCookie(cookiesOf(entered)))
    expect(options.statusCode).toBe(200)
  })

  test('of someone else nothing changes, and they stay signed in', async () => {
    const others = await addOwnPasskey(web, await sessionOf(world, world.ada.id))
    const refused = await answerOf(others)
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('This passkey belongs to another account')
    expect(refused.body).toContain('Sign in again to change how you sign in')
    expect(await addressOf(session)).toBe(await emailOf(ben))
  })
})
