import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '../../../test/post.ts'
import { goThere, openProviderProcess, signInThere, type TestProvider } from '../../../test/provider.ts'
import {
  cookiesOf,
  insideOf,
  mailed,
  openSignInWorld,
  rowsIn,
  sessionOf,
  withCookie,
} from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { SYSTEM } from '../../db/db.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

let world: World
let web: Web
let post: Post
let ben: number
let provider: TestProvider

beforeAll(async () => {
  ;({ world, post, ben } = await openSignInWorld())
  provider = await openProviderProcess(PUBLIC_URL)
  web = await openWeb(world, { SMTP_URL: 'smtp://localhost', ...provider.settings })
})

const ODA = { email: 'oda@new.example', email_verified: true, name: ' Oda   Berg ' }

beforeEach(async () => {
  await provider.control({ account: 'oda', claims: ODA, fault: null, shift_ms: 0, new_keys: false })
  await world.db.pool.query('truncate identities, provider_attempts, attempts, sign_ins, mails cascade')
  await world.db.pool.query("delete from sessions; delete from users where email like '%@new.example'")
})

const addressOf = async (cookie: string) =>
  /class="kicker"[^>]*>([^<]*)</.exec((await web.get('/account', cookie)).body)?.[1] ?? null

const emailOf = async (id: number) =>
  (await world.db.pool.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]
    ?.email ?? ''

/** Nobody is signed in, and nothing was linked or made. */
async function nothingHappened(): Promise<void> {
  expect(await rowsIn(world, 'sessions')).toBe(0)
  expect(await rowsIn(world, 'identities')).toBe(0)
  expect(await rowsIn(world, "users where email like '%@new.example'")).toBe(0)
}

describe('signing in with a provider', () => {
  test('makes a person with the verified address and name the first time, and finds them later', async () => {
    const first = await signInThere(web, { next: '/help' })
    expect([first.answer.statusCode, first.answer.headers.location]).toEqual([303, '/help'])
    expect(await addressOf(first.cookie)).toBe('oda@new.example')
    expect(await rowsIn(world, "users where name = 'Oda Berg' and email_verified")).toBe(1)
    await provider.control({ claims: { email: 'other@new.example', email_verified: true } })
    const second = await signInThere(web)
    expect(await addressOf(second.cookie)).toBe('oda@new.example')
    expect(await rowsIn(world, 'identities where signed_in_at is not null')).toBe(1)
  })

  test('is offered on the sign-in page, beside the mail', async () => {
    const { body } = await web.get('/sign-in?next=/help')
    expect(body).toContain('Sign in with Acme &amp; Co')
    expect(body).toContain('Send me a sign-in email')
  })

  test('leads to the provider with state, nonce and a challenge, of which none is stored', async () => {
    const sent = await web.post('/sign-in/with', { provider: 'acme', next: '/' })
    const url = new URL(String(sent.headers['refresh']).replace('0; url=', ''))
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    const { rows } = await world.db.pool.query('select * from provider_attempts')
    expect(JSON.stringify(rows)).not.toContain(url.searchParams.get('state'))
  })

  test('works for all people of an office, who share one network', async () => {
    await goThere(web)
    await world.db.pool.query('update attempts set count = 290')
    expect((await signInThere(web)).answer.statusCode).toBe(303)
    await world.db.pool.query('update attempts set count = 600')
    const refused = await web.post('/sign-in/with', { provider: 'acme' })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1800'])
  })

  test('of two presses at once makes one person', async () => {
    const both = await Promise.all([goThere(web), goThere(web)])
    const answers = await Promise.all(both.map(({ back, cookie }) => web.get(back, cookie)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    expect(await rowsIn(world, "users where email = 'oda@new.example'")).toBe(1)
  })

  test('takes no address as a name, and nothing else that names may not be', async () => {
    await provider.control({ claims: { ...ODA, name: 'boss@bank.example' } })
    const { answer } = await signInThere(web)
    expect(answer.headers.location).toBe('/account/name?next=%2F')
    expect(await rowsIn(world, "users where email = 'oda@new.example' and name is null")).toBe(1)
  })
})

describe('an account that exists', () => {
  test('is entered only after the code of a mail to its address', async () => {
    await provider.control({ claims: { email: await emailOf(ben), email_verified: true, name: 'Not Ben' } })
    const came = await signInThere(web, { next: '/help' })
    expect([came.answer.statusCode, came.answer.headers.location]).toEqual([303, '/sign-in/join'])
    expect(await rowsIn(world, 'sessions')).toBe(0)
    expect(await rowsIn(world, 'identities')).toBe(0)
    expect((await web.get('/sign-in/join', came.cookie)).body).toContain('Acme &amp; Co')
    const [mail] = await mailed(world, post)
    expect(mail?.email.subject).toBe('Code to link a login at moot.example')
    const { code } = insideOf(mail)
    const wrong = await web.post(
      '/sign-in/join',
      { code: code === '000 000' ? '111111' : '000000' },
      withCookie(came.cookie),
    )
    expect(wrong.statusCode).toBe(422)
    const right = await web.post('/sign-in/join', { code }, withCookie(came.cookie))
    expect([right.statusCode, right.headers.location]).toEqual([303, '/help'])
    expect(await addressOf(cookiesOf(right))).toBe(await emailOf(ben))
    expect(await rowsIn(world, "users where name = 'Not Ben'")).toBe(0)
    const again = await signInThere(web)
    expect(await addressOf(again.cookie)).toBe(await emailOf(ben))
  })

  test('is not entered with the code in another browser, nor by the code twice', async () => {
    await provider.control({ claims: { email: await emailOf(ben), email_verified: true } })
    const came = await signInThere(web)
    const { code, token } = insideOf((await mailed(world, post))[0])
    expect(token).toBe('')
    const stranger = await signInThere(web)
    expect((await web.post('/sign-in/join', { code }, withCookie(stranger.cookie))).statusCode).toBe(422)
    expect((await web.post('/sign-in/code', { code }, withCookie(came.cookie))).statusCode).toBe(410)
    expect((await web.post('/sign-in/join', { code }, withCookie(came.cookie))).statusCode).toBe(303)
    expect((await web.post('/sign-in/join', { code }, withCookie(came.cookie))).statusCode).toBe(410)
  })

  test('is not entered with a code once it has another address, or its person has left permanently', async () => {
    const email = await emailOf(ben)
    const come = async () => {
      const came = await signInThere(web)
      return { ...came, code: insideOf((await mailed(world, post))[0]).code }
    }
    await provider.control({ account: 'late', claims: { email, email_verified: true } })
    const changed = await come()
    await world.db.pool.query("update users set email = 'b@new.example' where id = $1", [ben])
    const { code } = changed
    expect((await web.post('/sign-in/join', { code }, withCookie(changed.cookie))).statusCode).toBe(422)
    await world.db.pool.query('update users set email = $2 where id = $1', [ben, email])
    await provider.control({ claims: { email: 'lea@mill.example', email_verified: true } })
    const { rows } = await world.db.pool.query<{ id: number }>(
      "insert into users (email) values ('lea@mill.example') returning id",
    )
    const gone = await come()
    await erasePerson(world.db, SYSTEM, { user_id: rows[0]?.id ?? 0, writings: 'keep', list: null })
    const answer = await web.post('/sign-in/join', { code: gone.code }, withCookie(gone.cookie))
    expect(answer.statusCode).toBe(410)
    await nothingHappened()
  })

  test('is never entered by an address that is not verified', async () => {
    for (const email_verified of [false, undefined, 'false', 1, null]) {
      await provider.control({ claims: { email: await emailOf(ben), email_verified } })
      const { answer } = await signInThere(web)
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('Acme &amp; Co did not confirm an email address for you')
      expect(await rowsIn(world, 'sign_ins')).toBe(0)
    }
    await nothingHappened()
  })

  test('that has another login of the provider is not entered by a second one with its address', async () => {
    const claims = { email: await emailOf(ben), email_verified: true }
    await link(await sessionOf(world, ben))
    await mailed(world, post)
    await world.db.pool.query('delete from sessions')
    await provider.control({ account: 'successor', claims })
    const { answer } = await signInThere(web)
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('already linked to another login at Acme')
    expect(await mailed(world, post)).toEqual([])
    expect(await rowsIn(world, 'sessions')).toBe(0)
  })
})

const link = (cookie: string) => signInThere(web, { cookie, path: '/account/logins' })

describe('the account page', () => {
  test('links a login without any address, and removes it', async () => {
    await provider.control({ claims: {} })
    const cookie = await sessionOf(world, ben)
    expect((await web.get('/account', cookie)).body).toContain('Link Acme &amp; Co')
    const { answer } = await link(cookie)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account?done=login'])
    expect(await addressOf((await signInThere(web)).cookie)).toBe(await emailOf(ben))
    const { body } = await web.get('/account', cookie)
    expect(body).not.toContain('Link Acme')
    const [, login = ''] = /name="login" value="(\d+)"/.exec(body) ?? []
    const gone = await web.post('/account/logins/remove', { login }, withCookie(cookie))
    expect(gone.headers.location).toBe('/account?done=login_removed')
    expect(await rowsIn(world, 'identities')).toBe(0)
    expect((await web.post('/account/logins/remove', { login }, withCookie(cookie))).statusCode).toBe(404)
  })

  test('tells by mail of a login that was linked or removed, by whoever sits at an open session', async () => {
    const cookie = await sessionOf(world, ben)
    await link(cookie)
    const [linked] = await mailed(world, post)
    expect(linked?.to).toEqual([await emailOf(ben)])
    expect(linked?.email.subject).toBe('A login was linked to your account at moot.example')
    const [, login = ''] = /name="login" value="(\d+)"/.exec((await web.get('/account', cookie)).body) ?? []
    await web.post('/account/logins/remove', { login }, withCookie(cookie))
    const [removed] = await mailed(world, post)
    expect(removed?.email.subject).toBe('A login was removed from your account at moot.example')
    // Whoever links by a code is told too.
    await provider.control({ claims: { email: await emailOf(ben), email_verified: true } })
    const came = await signInThere(web)
    const { code } = insideOf((await mailed(world, post))[0])
    await web.post('/sign-in/join', { code }, withCookie(came.cookie))
    const [joined] = await mailed(world, post)
    expect(joined?.email.subject).toBe('A login was linked to your account at moot.example')
  })

  test('ends the sessions of a login that is removed, and all others but this one', async () => {
    const cookie = await sessionOf(world, ben)
    await link(cookie)
    const entered = await signInThere(web)
    expect(await addressOf(entered.cookie)).toBe(await emailOf(ben))
    const page = await web.get('/account', cookie)
    const [, login = ''] = /name="login" value="(\d+)"/.exec(page.body) ?? []
    await web.post('/account/logins/remove', { login }, withCookie(cookie))
    expect(await addressOf(entered.cookie)).toBeNull()
    expect(await addressOf(cookie)).toBe(await emailOf(ben))
  })

  test('links neither a login of somebody else nor a second one', async () => {
    await link(await sessionOf(world, ben))
    const other = await link(await sessionOf(world, world.ada.id))
    expect([other.answer.statusCode, other.answer.body.includes('linked to another account here')]).toEqual([
      409,
      true,
    ])
    await provider.control({ account: 'second' })
    const second = await link(await sessionOf(world, ben))
    expect([second.answer.statusCode, second.answer.body.includes('Remove that one first')]).toEqual([
      409,
      true,
    ])
    expect(await rowsIn(world, 'identities')).toBe(1)
  })

  test('links nothing for someone who signed out, or for another person, on the way', async () => {
    const cookie = await sessionOf(world, ben)
    const { back, cookie: there } = await goThere(web, { cookie, path: '/account/logins' })
    await world.db.pool.query('delete from sessions')
    const answer = await web.get(back, there)
    expect([answer.statusCode, answer.body.includes('no longer signed in')]).toEqual([409, true])
    const again = await goThere(web, { cookie: await sessionOf(world, ben), path: '/account/logins' })
    const ada = await sessionOf(world, world.ada.id)
    const attempt = again.cookie
      .split('; ')
      .filter((pair) => pair.includes('provider'))
      .join('; ')
    expect((await web.get(again.back, `${ada}; ${attempt}`)).statusCode).toBe(409)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('says that nothing was linked, to whoever cancels at the provider or comes back late', async () => {
    const cookie = await sessionOf(world, ben)
    await provider.control({ account: null })
    const { answer, back } = await link(cookie)
    const away = await openWeb(world, { ...provider.settings, OIDC_ACME_ISSUER: 'http://localhost:1' })
    const answers = [
      answer,
      await web.get(back, cookie),
      await away.post('/account/logins', { provider: 'acme' }, withCookie(cookie)),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 410, 503])
    for (const { body } of answers) {
      expect(body).toContain('<h1>Nothing was linked</h1>')
      expect(body).toContain('<a class="button" href="/account">')
      expect(body).not.toContain('sign in by email')
    }
  })

  test('does not link by a form of another site', async () => {
    const cookie = await sessionOf(world, ben)
    const headers = { 'sec-fetch-site': 'cross-site', cookie }
    expect((await web.post('/account/logins', { provider: 'acme' }, headers)).statusCode).toBe(403)
    expect((await web.post('/sign-in/with', { provider: 'acme' }, headers)).statusCode).toBe(403)
  })
})

describe('nobody is signed in', () => {
  test('by another browser’s answer, a wrong state, or no cookie', async () => {
    const { back, cookie } = await goThere(web)
    const other = await goThere(web)
    const wrong = back.replace(/state=[\w-]+/, 'state=wrong')
    for (const [url, with_cookie] of [
      [back, other.cookie],
      [wrong, cookie],
      [back, ''],
      ['/sign-in/with/acme', cookie],
    ] as const) {
      const answer = await web.get(url, with_cookie)
      expect(answer.statusCode).toBe(410)
      expect(answer.body).toContain('started in another browser')
    }
    await nothingHappened()
    expect((await web.get(back, cookie)).statusCode).toBe(303)
  })

  test('by an answer twice, by its code in another attempt, or after ten minutes', async () => {
    const { back, cookie } = await signInThere(web)
    await world.db.pool.query('delete from sessions')
    expect((await web.get(back, cookie)).statusCode).toBe(410)
    const fresh = await goThere(web)
    const code = /code=[\w-]+/
    const replayed = fresh.back.replace(code, code.exec(back)?.[0] ?? '')
    const answer = await web.get(replayed, fresh.cookie)
    expect([answer.statusCode, answer.body.includes('could not be verified')]).toEqual([502, true])
    const late = await goThere(web)
    await world.db.pool.query("update provider_attempts set started_at = now() - interval '11 minutes'")
    expect((await web.get(late.back, late.cookie)).statusCode).toBe(410)
    expect(await rowsIn(world, 'sessions')).toBe(0)
  })

  test('by an ID token that has expired', async () => {
    await provider.control({ shift_ms: -3 * 60 * 60_000 })
    const { answer } = await signInThere(web)
    expect([answer.statusCode, answer.body.includes('could not be verified')]).toEqual([502, true])
    await nothingHappened()
  })

  test('when the provider refuses, as for a person who was removed there', async () => {
    await provider.control({ account: null })
    const { answer } = await signInThere(web)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('ask the people who run Acme')
    await nothingHappened()
  })

  test('by userinfo about someone else', async () => {
    await provider.control({ fault: 'somebody else' })
    expect((await signInThere(web)).answer.statusCode).toBe(502)
    await nothingHappened()
  })

  test('when the answer names another issuer', async () => {
    const { back, cookie } = await goThere(web)
    const answer = await web.get(`${back.replace(/&iss=[^&]*/, '')}&iss=https://other.example`, cookie)
    expect(answer.statusCode).toBe(502)
    await nothingHappened()
  })

  test('by a subject that cannot be kept as it is: two of them would be one', async () => {
    await provider.control({ account: 'x\ud800' })
    expect((await signInThere(web)).answer.statusCode).toBe(502)
    await nothingHappened()
  })

  test('by claims that are huge, broken, or missing', async () => {
    await provider.control({ fault: 'huge' })
    const huge = (await signInThere(web)).answer
    expect([huge.statusCode, huge.headers['retry-after']]).toEqual([503, '60'])
    await provider.control({ fault: 'broken' })
    expect((await signInThere(web)).answer.statusCode).toBe(503)
    await provider.control({ fault: null, claims: { email: ['a@b.example'], email_verified: true } })
    expect((await signInThere(web)).answer.statusCode).toBe(403)
    await provider.control({ claims: {} })
    expect((await signInThere(web)).answer.statusCode).toBe(403)
    await nothingHappened()
  })
})

describe('a provider', () => {
  test('that changes its keys goes on working', async () => {
    await signInThere(web)
    await provider.control({ new_keys: true })
    expect((await signInThere(web)).answer.statusCode).toBe(303)
  })

  test('that names another issuer gets a clear page, and mail still signs in', async () => {
    const other = await openProviderProcess(PUBLIC_URL)
    const there = await openWeb(world, { SMTP_URL: 'smtp://localhost', ...other.settings })
    await other.control({ fault: 'other issuer' })
    const answer = await there.post('/sign-in/with', { provider: 'acme', next: '/help' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('Acme &amp; Co is not responding properly')
    expect(answer.body).toContain('or sign in by email')
    expect((await there.post('/sign-in', { address: 'a@b.example' })).headers.location).toBe('/sign-in/code')
    // It works as soon as the provider does.
    await other.control({ account: 'oda', claims: ODA, fault: null })
    expect((await signInThere(there)).answer.statusCode).toBe(303)
    other.kill()
    expect((await there.get('/sign-in')).statusCode).toBe(200)
  })

  test('that is away gets a clear page', async () => {
    const gone = await openProviderProcess(PUBLIC_URL)
    gone.kill()
    const there = await openWeb(world, gone.settings)
    const answer = await there.post('/sign-in/with', { provider: 'acme' })
    expect([answer.statusCode, answer.body.includes('Try again in a few minutes')]).toEqual([503, true])
    expect(answer.body).toContain('npx folkmoot sign-in-link')
  })

  test('that is slow is given up, before and after the visit there', { timeout: 30_000 }, async () => {
    const { back, cookie } = await goThere(web)
    await provider.control({ fault: 'slow at the token' })
    expect((await web.get(back, cookie)).statusCode).toBe(503)
    await provider.control({ fault: 'slow' })
    expect((await web.post('/sign-in/with', { provider: 'acme' })).statusCode).toBe(503)
    await nothingHappened()
  })

  test('that nobody has set does not exist', async () => {
    expect((await web.post('/sign-in/with', { provider: 'other' })).statusCode).toBe(404)
    expect((await web.get('/sign-in/with/other?code=1&state=2')).statusCode).toBe(404)
  })
})

describe('without sign-in by mail', () => {
  const open = () =>
    openWeb(world, { SMTP_URL: 'smtp://localhost', SIGN_IN_BY_MAIL: 'off', ...provider.settings })

  test('the sign-in page offers only providers, once someone has signed in with one', async () => {
    const only = await open()
    expect((await only.get('/sign-in')).body).toContain('Send me a sign-in email')
    await signInThere(only)
    const { body } = await only.get('/sign-in')
    expect(body).toContain('Sign in with Acme')
    expect(body).not.toContain('Send me a sign-in email')
    const refused = await only.post('/sign-in', { address: await emailOf(ben) })
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined])
    expect(await rowsIn(world, 'sign_ins')).toBe(0)
  })

  test('codes that link a login are still sent', async () => {
    const only = await open()
    await signInThere(only)
    await provider.control({ account: 'ben', claims: { email: await emailOf(ben), email_verified: true } })
    const came = await signInThere(only)
    const { code } = insideOf((await mailed(world, post))[0])
    expect((await only.post('/sign-in/join', { code }, withCookie(came.cookie))).statusCode).toBe(303)
  })

  test('the last login stays', async () => {
    const only = await open()
    const { cookie } = await signInThere(only)
    const { body } = await only.get('/account', cookie)
    expect(body).toContain('This is your only way to sign in.')
    const { rows } = await world.db.pool.query<{ id: number }>('select id from identities')
    const kept = await only.post('/account/logins/remove', { login: String(rows[0]?.id) }, withCookie(cookie))
    expect(kept.headers.location).toBe('/account?done=login_kept')
    expect(await rowsIn(world, 'identities')).toBe(1)
  })
})
