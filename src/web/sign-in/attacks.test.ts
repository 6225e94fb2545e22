import { describe, expect, test } from 'vitest'
import { openLyingProvider } from '../../../test/lying-provider.ts'
import { goThere, signInThere } from '../../../test/provider.ts'
import { ODA, openProviderWorld } from '../../../test/provider-web.ts'
import { ask, cookiesOf, insideOf, mailed, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL } from '../../../test/web.ts'

const { world, web, post, ben, provider, addressOf, emailOf, nothingHappened } = await openProviderWorld()

const attemptOf = (cookie: string) =>
  cookie.split('; ').find((pair) => pair.startsWith('__Host-folkmoot_provider=')) ?? ''

describe('looking at the address to which a provider sends people back', () => {
  test.each([
    ['by HEAD, as scanners of links do', 'HEAD', {}],
    ['in advance, as browsers do', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['in advance, as older browsers do', 'GET', { purpose: 'prefetch' }],
  ] as const)('%s, uses nothing up', async (_, method, headers) => {
    const { back, cookie } = await goThere(web)
    const looked = await web.app.inject({ method, url: back, headers: { cookie, ...headers } })
    expect([looked.statusCode, looked.body, looked.headers['set-cookie']]).toEqual([204, '', undefined])
    await nothingHappened()
    expect((await web.get(back, cookie)).statusCode).toBe(303)
  })
})

describe('of two providers, one of which lies', async () => {
  const liar = await openLyingProvider()
  const both = await openWeb(world, { ...provider.settings, ...liar.settings })

  test('an answer of the one does not count for a visit to the other, which can still be used', async () => {
    liar.person = { sub: 'oda', ...ODA }
    const { back, cookie } = await goThere(both)
    const state = /state=([\w-]+)/.exec(back)?.[1] ?? ''
    const forged = liar.back(`${liar.issuer}/auth?nonce=x&state=${state}`)
    expect((await both.get(forged, cookie)).statusCode).toBe(410)
    await nothingHappened()
    expect((await both.get(back, cookie)).statusCode).toBe(303)
  })

  test('the one that sends people on to the other never gets the code of the other', async () => {
    const { issuer } = provider
    liar.lies = { metadata: (truth) => ({ ...truth, authorization_endpoint: `${issuer}/auth` }) }
    const settings = { ...provider.settings, ...liar.settings, OIDC_LIAR_CLIENT_ID: 'folkmoot' }
    const fooled = await openWeb(world, settings)
    await provider.control({
      addresses: ['acme', 'liar'].map((name) => `${PUBLIC_URL}/sign-in/with/${name}`),
    })
    const sent = await fooled.post('/sign-in/with', { provider: 'liar', next: '/' })
    const url = new URL(String(sent.headers['refresh']).replace('0; url=', ''))
    const code = `code=stolen&state=${url.searchParams.get('state')}&iss=${encodeURIComponent(issuer)}`
    const answer = await fooled.get(`/sign-in/with/liar?${code}`, cookiesOf(sent))
    expect(answer.statusCode).toBe(502)
    expect(liar.asked).not.toContain('/token')
    await nothingHappened()
  })

  test('a login of the one is never that of the other with the same subject', async () => {
    liar.lies = {}
    liar.person = { sub: 'oda' }
    await signInThere(both)
    const sent = await both.post('/sign-in/with', { provider: 'liar', next: '/' })
    const url = String(sent.headers['refresh']).replace('0; url=', '')
    expect((await both.get(liar.back(url), cookiesOf(sent))).statusCode).toBe(403)
    expect(await rowsIn(world, 'sessions')).toBe(1)
  })
})

describe('an address made ready by an attacker does nothing in the browser of another person', () => {
  test('who is not signed in, or went to the provider too', async () => {
    const { back } = await goThere(web)
    const victim = await goThere(web)
    for (const cookie of ['', victim.cookie]) expect((await web.get(back, cookie)).statusCode).toBe(410)
    await nothingHappened()
  })

  test('who is signed in, or links a login there', async () => {
    const [mallory, own] = [await sessionOf(world, world.ada.id), await sessionOf(world, ben)]
    const { back } = await goThere(web, { cookie: mallory, path: '/account/logins' })
    const victim = await goThere(web, { cookie: own, path: '/account/logins' })
    for (const cookie of [own, victim.cookie]) expect((await web.get(back, cookie)).statusCode).toBe(410)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('who signed all other browsers out meanwhile', async () => {
    const [stolen, own] = [await sessionOf(world, ben), await sessionOf(world, ben)]
    const { back, cookie } = await goThere(web, { cookie: stolen, path: '/account/logins' })
    await web.post('/account/sessions/end', { session: 'others' }, withCookie(own))
    expect((await web.get(back, cookie)).statusCode).toBe(409)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('with two states, of which one is right', async () => {
    const { back, cookie } = await goThere(web)
    expect((await web.get(`${back}&state=other`, cookie)).statusCode).toBeGreaterThanOrEqual(400)
    await nothingHappened()
  })
})

test('an address of somebody in other letters is theirs, and no look-alike of it is an address', async () => {
  const email = await emailOf(ben)
  for (const said of [email.toUpperCase(), ` ${email}\n`]) {
    await provider.control({ account: `case ${said.length}`, claims: { email: said, email_verified: true } })
    expect((await signInThere(web)).answer.headers.location).toBe('/sign-in/join')
  }
  const odd = ['ﬀ', '\u212a', '\u0131', '\uff21', '\u200b', '\u00ad', '\u0000', '\u202e', '\ud800']
  for (const [place, letter] of odd.entries())
    for (const said of [email.replace('@', `${letter}@`), email.replace('.', `${letter}.`)]) {
      await provider.control({ account: `odd ${place}`, claims: { email: said, email_verified: true } })
      expect((await signInThere(web)).answer.statusCode).toBe(403)
    }
  for (const said of [`"${email}"`, `${email}, mallory@far.example`, `Ben <${email}>`, [email], { email }]) {
    await provider.control({ account: 'list', claims: { email: said, email_verified: true } })
    expect((await signInThere(web)).answer.statusCode).toBe(403)
  }
  expect(await rowsIn(world, 'identities')).toBe(0)
  expect(await rowsIn(world, 'sessions')).toBe(0)
})

test('a page of another site is never opened after a visit to a provider', async () => {
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/sign-in/with/acme?code=x',
    '/sign-out',
  ]) {
    const { answer } = await signInThere(web, { next })
    expect(answer.headers.location, next).toBe('/')
    await world.db.pool.query('truncate attempts')
  }
})

test('a session that somebody else put into a browser is neither used nor left, in whichever way one signs in', async () => {
  const planted = await sessionOf(world, world.ada.id)
  const { answer, cookie } = await signInThere(web, { cookie: planted })
  expect(cookiesOf(answer)).not.toContain(planted)
  expect(await addressOf(cookie)).toBe('oda@new.example')
  expect(await addressOf(planted)).toBeNull()
})

describe('a link or code that was mailed to an address', () => {
  test('signs nobody in once the address is no longer the account’s', async () => {
    const email = await emailOf(ben)
    for (const way of ['link', 'code'] as const) {
      const { cookie } = await ask(web, email)
      const { token, code } = insideOf((await mailed(world, post))[0])
      await world.db.pool.query("update users set email = 'moved@mill.example' where id = $1", [ben])
      const answer =
        way === 'link'
          ? await web.post('/sign-in/link', { k: token })
          : await web.post('/sign-in/code', { code }, withCookie(cookie))
      await world.db.pool.query('update users set email = $2 where id = $1', [ben, email])
      expect([way, answer.statusCode]).toEqual([way, way === 'link' ? 410 : 422])
    }
    expect(await rowsIn(world, 'sessions')).toBe(0)
  })

  test('counts for its own purpose only', async () => {
    const email = await emailOf(ben)
    await provider.control({ account: 'ben', claims: { email, email_verified: true } })
    const { cookie } = await signInThere(web)
    const join = /folkmoot_join=([\w-]+)/.exec(cookie)?.[1] ?? ''
    const { code } = insideOf((await mailed(world, post))[0])
    const asked = `__Host-folkmoot_sign_in=${join}`
    expect((await web.post('/sign-in/code', { code }, withCookie(asked))).statusCode).toBe(410)
    const own = await ask(web, email)
    const signIn = insideOf((await mailed(world, post))[0])
    const swapped = own.cookie.replace('folkmoot_sign_in', 'folkmoot_join')
    expect((await web.post('/sign-in/join', { code: signIn.code }, withCookie(swapped))).statusCode).toBe(410)
    const session = await sessionOf(world, ben)
    expect((await web.post('/account/address/code', { code }, withCookie(session))).statusCode).toBe(410)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('links one login to one account, also if two ask at once', async () => {
    const people = [ben, world.ada.id]
    const goings = await Promise.all(
      people.map(async (id) => goThere(web, { cookie: await sessionOf(world, id), path: '/account/logins' })),
    )
    const answers = await Promise.all(goings.map(({ back, cookie }) => web.get(back, cookie)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409])
    expect(await rowsIn(world, 'identities')).toBe(1)
  })
})

test('a login that an erased account still has signs nobody in', async () => {
  await signInThere(web)
  await world.db.pool.query('delete from sessions')
  const { rows } = await world.db.pool.query<{ id: number }>(
    "update users set email = null, email_verified = false, name = 'Former member', browser_locale = null, signed_in_at = null, erased_at = now() where email = 'oda@new.example' returning id",
  )
  const { answer, cookie } = await signInThere(web)
  expect(answer.statusCode).toBe(410)
  expect(attemptOf(cookiesOf(answer))).toBe('')
  expect(cookie).not.toContain('folkmoot_session')
  await world.db.pool.query('delete from identities where user_id = $1', [rows[0]?.id])
})
