import { describe, expect, test } from 'vitest'
import { goThere, signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { shownCommand } from '../../../test/shown-command.ts'
import { cookiesOf, insideOf, mailed, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb } from '../../../test/web.ts'
import { SYSTEM } from '../../db/db.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'

const { world, web, post, ben, provider, addressOf, emailOf, nothingHappened } = await openProviderWorld()

const link = (cookie: string) => signInThere(web, { cookie, path: '/account/logins' })

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

  test('without a mail server needs a link from the operator, and no code is asked for', async () => {
    const unsent = await openWeb(world, provider.settings)
    await provider.control({ claims: { email: await emailOf(ben), email_verified: true } })
    const came = await signInThere(unsent)
    const { body } = await unsent.get('/sign-in/join', came.cookie)
    expect(body).toContain('<h1>Ask the operator for a link</h1>')
    expect(body).toContain(shownCommand(`npx folkmoot sign-in-link --email ${await emailOf(ben)}`))
    expect(body).toContain('then link Acme &amp; Co in your account.')
    for (const absent of ['Check your email', 'name="code"']) expect(body).not.toContain(absent)
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

  test('sends a mail about a linked or removed login, even if someone else used an open session', async () => {
    const cookie = await sessionOf(world, ben)
    await link(cookie)
    const [linked] = await mailed(world, post)
    expect(linked?.to).toEqual([await emailOf(ben)])
    expect(linked?.email.subject).toBe('A login was linked to your account at moot.example')
    const [, login = ''] = /name="login" value="(\d+)"/.exec((await web.get('/account', cookie)).body) ?? []
    await web.post('/account/logins/remove', { login }, withCookie(cookie))
    const [removed] = await mailed(world, post)
    expect(removed?.email.subject).toBe('A login was removed from your account at moot.example')
    // Linking with a code sends a notice too.
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

  test('links neither a login of someone else nor a second one', async () => {
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

  test('says that nothing was linked, to people who cancel at the provider or return late', async () => {
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
    const titles = ['Nothing was linked', 'Nothing has changed', 'Nothing was linked']
    for (const [place, { body }] of answers.entries()) {
      expect(body).toContain(`<h1>${titles[place]}</h1>`)
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
