import { beforeEach, describe, expect, test } from 'vitest'
import { addOwnPasskey } from '../../../test/passkeys.ts'
import { signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { cookiesOf, lastProven, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { purgeDrafts } from '../../users/drafts/purge-drafts.ts'

const { world, web, ben, provider } = await openProviderWorld()

let session: string
let passkey: string

/** Ben, who has a passkey and a login at the provider, signed in a while ago. */
beforeEach(async () => {
  await world.db.pool.query('truncate passkeys, passkey_challenges cascade')
  session = await sessionOf(world, ben)
  await addOwnPasskey(web, session)
  const { rows } = await world.db.pool.query<{ id: number }>('select id from passkeys')
  passkey = String(rows[0]?.id)
  await provider.control({ account: 'ben', claims: {} })
  await signInThere(web, { cookie: session, path: '/account/logins' })
  await world.db.pool.query('truncate sign_ins, attempts, mails cascade')
  await lastProven(world, 16)
})

describe('what was typed before signing in again', () => {
  const FORMS = [
    [
      '/account/address',
      { address: 'ben.new@far.example' },
      '/account/address',
      'value="ben.new@far.example"',
    ],
    ['/account/keys', { name: 'My robot' }, '/account/keys', 'value="My robot"'],
    ['/account/passkeys/options', { name: 'Old phone' }, '/account/passkeys', 'value="Old phone"'],
    ['/account/passkeys/name', { passkey: 'own', name: 'Tablet' }, '/account/passkeys', 'value="Tablet"'],
  ] as const
  const send = (path: string, fields: Record<string, string>, cookie: string) => {
    const own = fields['passkey'] === undefined ? {} : { passkey }
    return web.post(path, { ...fields, ...own }, withCookie(cookie))
  }

  test.each(FORMS)(
    'into %s is there again afterwards, until it is sent',
    async (path, fields, back, shown) => {
      const asked = await send(path, fields, session)
      expect(asked.headers.location).toBe(`/sign-in/again?next=${encodeURIComponent(back)}`)
      const cookie = `${session}; ${cookiesOf(asked)}`
      const entered = await signInThere(web, { path: '/sign-in/again/with', next: back, cookie })
      expect(entered.answer.headers.location).toBe(back)
      const page = await web.get(back, entered.cookie)
      expect([page.statusCode, page.body.includes(shown)]).toEqual([200, true])
      expect(page.body).toContain('What you typed is still here')
      const sent = await send(path, fields, entered.cookie)
      expect(String(sent.headers.location)).not.toContain('/sign-in/again')
      const later = await web.get(back, entered.cookie)
      expect(later.body).not.toContain('What you typed is still here')
    },
  )

  test('is in no address, and in no other browser or account', async () => {
    const asked = await web.post('/account/address', { address: 'thief@far.example' }, withCookie(session))
    expect(asked.headers.location).not.toContain('thief')
    const other = await sessionOf(world, ben)
    expect((await web.get('/account/address', other)).body).not.toContain('thief@far')
    const ada = await sessionOf(world, world.ada.id)
    const body = (await web.get('/account/address', `${ada}; ${cookiesOf(asked)}`)).body
    expect(body).not.toContain('thief@far')
  })

  test('is deleted if nobody returns', async () => {
    await web.post('/account/keys', { name: 'My robot' }, withCookie(session))
    const kept = "form_drafts where place like 'again %'"
    expect(await rowsIn(world, kept)).toBeGreaterThan(0)
    await purgeDrafts(world.db, 100)
    expect(await rowsIn(world, kept)).toBeGreaterThan(0)
    await world.db.pool.query("update form_drafts set saved_at = now() - interval '31 minutes'")
    await purgeDrafts(world.db, 100)
    expect(await rowsIn(world, kept)).toBe(0)
  })
})
