import { describe, expect, test } from 'vitest'
import { goThere, signInThere } from '../../../test/provider.ts'
import { ODA, openProviderWorld } from '../../../test/provider-web.ts'
import { insideOf, mailed, rowsIn, withCookie } from '../../../test/sign-in.ts'
import { openWeb } from '../../../test/web.ts'

const { world, web, post, ben, provider, addressOf, emailOf } = await openProviderWorld()

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

  test('accepts no address as a name, and no other invalid name', async () => {
    await provider.control({ claims: { ...ODA, name: 'boss@bank.example' } })
    const { answer } = await signInThere(web)
    expect(answer.headers.location).toBe('/account/name?next=%2F')
    expect(await rowsIn(world, "users where email = 'oda@new.example' and name is null")).toBe(1)
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
    expect(await rowsIn(world, "sign_ins where purpose = 'sign_in'")).toBe(0)
  })

  test('codes that link a login are still sent', async () => {
    const only = await open()
    await signInThere(only)
    await provider.control({ account: 'ben', claims: { email: await emailOf(ben), email_verified: true } })
    const came = await signInThere(only)
    const { code } = insideOf((await mailed(world, post)).at(-1))
    expect((await only.post('/sign-in/join', { code }, withCookie(came.cookie))).statusCode).toBe(303)
  })

  test('the last login stays', async () => {
    const only = await open()
    const first = await signInThere(only)
    const again = { path: '/sign-in/again/with', cookie: first.cookie }
    const { cookie } = await signInThere(only, again)
    const { body } = await only.get('/account', cookie)
    expect(body).toContain('This is your only way to sign in.')
    const { rows } = await world.db.pool.query<{ id: number }>('select id from identities')
    const kept = await only.post('/account/logins/remove', { login: String(rows[0]?.id) }, withCookie(cookie))
    expect(kept.headers.location).toBe('/account?done=login_kept')
    expect(await rowsIn(world, 'identities')).toBe(1)
  })
})
