import { describe, expect, test } from 'vitest'
import { goThere, openProviderProcess, signInThere } from '../../../test/provider.ts'
import { ODA, openProviderWorld } from '../../../test/provider-web.ts'
import { shownCommand } from '../../../test/shown-command.ts'
import { rowsIn } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL } from '../../../test/web.ts'

const { world, web, provider, nothingHappened } = await openProviderWorld()

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
  test('that changes its keys still works', async () => {
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
    // It works as soon as the provider works.
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
    expect(answer.body).toContain(shownCommand('npx folkmoot sign-in-link --email …'))
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
