import { beforeEach, describe, expect, test } from 'vitest'
import { goThere, signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { lastProven, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'

const { world, web, ben, provider, addressOf, emailOf } = await openProviderWorld()

let session: string

/** Ben, whose login at the provider is known, signed in a while ago. */
beforeEach(async () => {
  session = await sessionOf(world, ben)
  await provider.control({ account: 'ben', claims: {} })
  await signInThere(web, { cookie: session, path: '/account/logins' })
  await world.db.pool.query('truncate sign_ins, attempts, mails cascade')
  await lastProven(world, 16)
})

describe('signing in again with a provider', () => {
  const again = { path: '/sign-in/again/with', next: '/account' }

  test('that asked the person, they go on', async () => {
    const { answer, cookie } = await signInThere(web, { ...again, cookie: session })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account'])
    expect((await web.get('/account/address', cookie)).statusCode).toBe(200)
    expect(await addressOf(session)).toBeNull()
  })

  test('whose login is another person’s, or nobody’s, nothing changes', async () => {
    for (const account of ['mallory', 'ada']) {
      if (account === 'ada')
        await world.db.pool.query(
          "insert into identities (issuer, subject, user_id) select issuer, 'ada', $1 from identities",
          [world.ada.id],
        )
      await provider.control({ account, claims: { email: 'm@new.example', email_verified: true } })
      const { answer } = await signInThere(web, { ...again, cookie: session })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('is not linked to your account')
      expect(answer.body).toContain('href="/sign-in/again?next=')
    }
    expect(await rowsIn(world, "users where email = 'm@new.example'")).toBe(0)
    expect(await addressOf(session)).toBe(await emailOf(ben))
  })

  test('nothing changes if someone else is signed in by then, or nobody', async () => {
    const { back, cookie } = await goThere(web, { ...again, cookie: session })
    const attempt = cookie.split('; ').find((pair) => pair.includes('provider')) ?? ''
    const others = await sessionOf(world, world.ada.id)
    expect((await web.get(back, `${attempt}; ${others}`)).statusCode).toBe(410)
    const second = await goThere(web, { ...again, cookie: session })
    const alone = second.cookie.split('; ').find((pair) => pair.includes('provider')) ?? ''
    expect((await web.get(second.back, alone)).statusCode).toBe(410)
  })

  test('at which the browser is signed in, whoever sits there is asked who they are', async () => {
    const jar = new Map<string, string>()
    await provider.control({ remembers: true })
    await signInThere(web, { jar })
    // The person has gone; nobody there knows their password.
    await provider.control({ account: null })
    expect((await signInThere(web, { jar })).answer.statusCode).toBe(303)
    const { answer } = await signInThere(web, { ...again, cookie: session, jar })
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('Nothing has changed')
    expect((await web.get('/account/address', session)).statusCode).toBe(303)
  })

  test('whose question is taken out of the address on the way, nothing changes', async () => {
    const jar = new Map<string, string>()
    await provider.control({ remembers: true, shift_ms: -20 * 60_000 })
    await signInThere(web, { jar })
    await provider.control({ account: null, shift_ms: 0 })
    for (const max_age of [null, '100000']) {
      const detour = (address: string) => {
        const url = new URL(address)
        url.searchParams.delete('max_age')
        if (max_age !== null) url.searchParams.set('max_age', max_age)
        return url.href
      }
      const { answer } = await signInThere(web, { ...again, cookie: session, jar, detour })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('did not ask you to sign in again')
    }
    expect((await web.get('/account/address', session)).statusCode).toBe(303)
  })

  test('signing out and in again by what the browser still knows there is not enough', async () => {
    const jar = new Map<string, string>()
    await provider.control({ remembers: true })
    await signInThere(web, { jar })
    await provider.control({ account: null })
    await web.post('/sign-out', {}, withCookie(session))
    const { answer, cookie } = await signInThere(web, { jar })
    expect(answer.statusCode).toBe(303)
    const options = await web.post('/account/passkeys/options', {}, withCookie(cookie))
    expect(options.headers.location).toBe(`/sign-in/again?next=${encodeURIComponent('/account/passkeys')}`)
  })
})
