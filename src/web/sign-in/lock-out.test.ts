import { beforeEach, describe, expect, test } from 'vitest'
import { newAuthenticator } from '../../../test/authenticator.ts'
import { hold } from '../../../test/hold.ts'
import { addOwnPasskey, askOptions } from '../../../test/passkeys.ts'
import { goThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { ask, cookiesOf, insideOf, mailed, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, type Web } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { endAllSessions } from '../../groups/service/end-all-sessions.ts'
import { issuePersonalKey } from '../../keys/issue-personal-key.ts'

const { world, web, post, ben, provider, emailOf } = await openProviderWorld()

/** The session of somebody else in Ben's account, and Ben's own. */
let theirs: string
let own: string

beforeEach(async () => {
  await world.db.pool.query('truncate passkeys, passkey_challenges, personal_keys cascade')
  theirs = await sessionOf(world, ben)
  own = await sessionOf(world, ben)
})

/** How all access, or all other access, ends. */
const WAYS = [
  ['the person, elsewhere', () => web.post('/account/sessions/end', { session: 'others' }, withCookie(own))],
  ['an admin of the service', () => change(world.db, ADMIN, (act) => endAllSessions(act, ben))],
] as const
const ADMIN = { kind: 'person', user_id: world.ada.id } as const

describe.each(WAYS)('when %s ends the sessions of an account', (_, end) => {
  test('a passkey that was being made is not added, not even after signing in again there', async () => {
    const { asked, cookie } = await askOptions(web, '/account/passkeys', theirs)
    const fields = { name: 'Thief', answer: newAuthenticator(PUBLIC_URL).make(asked) }
    await end()
    const late = await web.post('/account/passkeys', fields, withCookie(cookie))
    expect(late.headers.location).toContain('/sign-in')
    const browser = cookie.replace(theirs, await sessionOf(world, ben))
    expect((await web.post('/account/passkeys', fields, withCookie(browser))).statusCode).toBe(410)
    expect(await rowsIn(world, 'passkeys')).toBe(0)
  })

  test('a login that was being linked is not, not even after signing in again there', async () => {
    await provider.control({ account: 'thief', claims: {} })
    for (const again of [false, true]) {
      const session = await sessionOf(world, ben)
      const { back, cookie } = await goThere(web, { cookie: session, path: '/account/logins' })
      own = await sessionOf(world, ben)
      await end()
      const browser = again ? cookie.replace(session, await sessionOf(world, ben)) : cookie
      expect((await web.get(back, browser)).statusCode).toBe(409)
    }
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('links and codes that were mailed before sign nobody in', async () => {
    const email = await emailOf(ben)
    const { cookie } = await ask(web, email)
    const { token, code } = insideOf((await mailed(world, post))[0])
    await end()
    expect((await web.post('/sign-in/code', { code }, withCookie(cookie))).statusCode).toBe(410)
    expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(410)
  })

  test('a code that was mailed to link a login links none', async () => {
    await provider.control({ account: 'thief', claims: { email: await emailOf(ben), email_verified: true } })
    const { back, cookie } = await goThere(web)
    const asked = await web.get(back, cookie)
    const { code } = insideOf((await mailed(world, post))[0])
    await end()
    const late = await web.post('/sign-in/join', { code }, withCookie(cookiesOf(asked)))
    expect(late.statusCode).toBe(410)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('a code that was mailed to another address changes nothing', async () => {
    await web.post('/account/address', { address: 'thief@far.example' }, withCookie(theirs))
    const [mail] = await mailed(world, post)
    const code = /(\d{3} \d{3})/.exec(mail?.email.text ?? '')?.[1] ?? ''
    await end()
    const late = await web.post('/account/address/code', { code }, withCookie(theirs))
    expect(late.headers.location).toContain('/sign-in')
    expect(await rowsIn(world, "users where email = 'thief@far.example'")).toBe(0)
  })
})

describe('at the moment in which the sessions of an account end', () => {
  /** Holds what `end` does before its commit, so that `adding` meets it in the middle. */
  const meet = async <T>(adding: () => Promise<T>): Promise<T> => {
    const ending = await hold(world.db, 'select from users where id = $1 for no key update', [ben])
    const added = adding()
    await ending.waitedFor()
    await ending.query('delete from sessions where user_id = $1', [ben])
    await ending.release()
    return added
  }

  test('no passkey is added', async () => {
    const { asked, cookie } = await askOptions(web, '/account/passkeys', theirs)
    const fields = { name: 'Thief', answer: newAuthenticator(PUBLIC_URL).make(asked) }
    const answer = await meet(() => web.post('/account/passkeys', fields, withCookie(cookie)))
    expect(answer.statusCode).toBe(410)
    expect(await rowsIn(world, 'passkeys')).toBe(0)
  })

  test('no address is changed', async () => {
    await web.post('/account/address', { address: 'thief@far.example' }, withCookie(theirs))
    const [mail] = await mailed(world, post)
    const code = /(\d{3} \d{3})/.exec(mail?.email.text ?? '')?.[1] ?? ''
    const answer = await meet(() => web.post('/account/address/code', { code }, withCookie(theirs)))
    expect(answer.statusCode).toBe(422)
    expect(await rowsIn(world, "users where email = 'thief@far.example'")).toBe(0)
  })

  test('no login and no passkey is removed', async () => {
    await addOwnPasskey(web, own)
    await world.db.pool.query("insert into identities (issuer, subject, user_id) values ($1, 'ben', $2)", [
      provider.issuer,
      ben,
    ])
    const page = await web.get('/account', own)
    const [, login = ''] = /name="login" value="(\d+)"/.exec(page.body) ?? []
    const passkeys = await web.get('/account/passkeys', own)
    const [, passkey = ''] = /name="passkey" value="(\d+)"/.exec(passkeys.body) ?? []
    for (const [path, fields] of [
      ['/account/logins/remove', { login }],
      ['/account/passkeys/remove', { passkey }],
    ] as const) {
      theirs = await sessionOf(world, ben)
      const answer = await meet(() => web.post(path, fields, withCookie(theirs)))
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sign-in?next=%2Faccount'])
    }
    expect([await rowsIn(world, 'identities'), await rowsIn(world, 'passkeys')]).toEqual([1, 1])
  })

  test('no login is linked', async () => {
    await provider.control({ account: 'thief', claims: {} })
    const { back, cookie } = await goThere(web, { cookie: theirs, path: '/account/logins' })
    expect((await meet(() => web.get(back, cookie))).statusCode).toBe(409)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })

  test('no key is created', async () => {
    const answer = await meet(() => web.post('/account/keys', { name: 'Thief' }, withCookie(theirs)))
    expect(answer.headers.location).toContain('/sign-in')
    expect(await rowsIn(world, 'personal_keys')).toBe(0)
  })

  test('a passkey that an admin removes begins no session', async () => {
    const device = await addOwnPasskey(web, theirs)
    const { asked, cookie } = await askOptions(web, '/sign-in/passkey')
    const ending = await hold(world.db, 'select from users where id = $1 for no key update', [ben])
    const entering = web.post(
      '/sign-in/passkey',
      { answer: device.answer(asked), next: '/' },
      withCookie(cookie),
    )
    await ending.waitedFor()
    await ending.query('delete from sessions where user_id = $1', [ben])
    await ending.query('delete from passkeys where user_id = $1', [ben])
    await ending.release()
    expect((await entering).statusCode).toBe(422)
    expect(await rowsIn(world, `sessions where user_id = ${ben}`)).toBe(0)
  })
})

test('signing one browser out ends what was being added there, and nothing else', async () => {
  const mine = await askOptions(web, '/account/passkeys', own)
  const { asked, cookie } = await askOptions(web, '/account/passkeys', theirs)
  const { rows } = await world.db.pool.query<{ id: number }>(
    'select id from sessions where user_id = $1 order by id limit 1',
    [ben],
  )
  await web.post('/account/sessions/end', { session: String(rows[0]?.id) }, withCookie(own))
  const browser = cookie.replace(theirs, await sessionOf(world, ben))
  const thief = { name: 'Thief', answer: newAuthenticator(PUBLIC_URL).make(asked) }
  expect((await web.post('/account/passkeys', thief, withCookie(browser))).statusCode).toBe(410)
  const fields = { name: 'Phone', answer: newAuthenticator(PUBLIC_URL).make(mine.asked) }
  expect((await web.post('/account/passkeys', fields, withCookie(mine.cookie))).statusCode).toBe(303)
})

describe('ending all other access', () => {
  const end = (cookie: string) => web.post('/account/access', {}, withCookie(cookie))

  test('signs out all other browsers, ends feeds, keys and links, and keeps this browser and the passkeys', async () => {
    await addOwnPasskey(web, own)
    await change(world.db, { kind: 'person', user_id: ben }, (act) => issuePersonalKey(act, ben, 'Script'))
    const calendar = await web.post('/account/calendar', {}, withCookie(own))
    const feed = /\/feeds\/calendar\.ics\?k=[\w-]+/.exec(calendar.body)?.[0] ?? ''
    expect((await web.get(feed)).statusCode).toBe(200)
    const done = await end(own)
    expect(done.headers.location).toBe('/account?done=access')
    const page = await web.get('/account?done=access', own)
    expect(page.body).toContain('All other access to your account has ended')
    expect((await web.get('/account', theirs)).statusCode).toBe(303)
    expect((await web.get(feed)).statusCode).toBe(404)
    expect(await rowsIn(world, 'personal_keys where revoked_at is null')).toBe(0)
    expect(await rowsIn(world, 'passkeys')).toBe(1)
  })

  test('ends links that act without signing in, but not an invitation that waits, nor the links of others', async () => {
    const { rows } = await world.db.pool.query<{ id: number }>(
      'select user_id as id from memberships where user_id not in ($1, $2) limit 1',
      [ben, world.ada.id],
    )
    const add = (who: number, purpose: string, seed: string) =>
      world.db.pool.query(
        `insert into personal_links (hash, purpose, user_id, group_id, discreet, origin)
         values (sha256($1::bytea), $2, $3, $4, false, 'mail')`,
        [seed, purpose, who, world.group.id],
      )
    await world.db.pool.query('truncate personal_links')
    await add(ben, 'invitation', 'own')
    await add(ben, 'unsubscribe', 'stop')
    await add(rows[0]?.id ?? 0, 'invitation', 'other')
    const accepted = (when: string) =>
      world.db.pool.query(`update memberships set accepted_at = ${when} where user_id = $1`, [ben])
    await accepted('null')
    await end(own)
    expect(await rowsIn(world, 'personal_links')).toBe(3)
    await accepted('now()')
    await end(own)
    const left = await world.db.pool.query(
      'select purpose, user_id = $1 as own from personal_links order by 1',
      [ben],
    )
    expect(left.rows).toEqual([
      { purpose: 'invitation', own: false },
      { purpose: 'unsubscribe', own: true },
    ])
  })

  test('names the groups whose keys the person could have copied', async () => {
    const ada = await sessionOf(world, world.ada.id)
    await keyFor(world)
    expect((await web.get('/account/access', ada)).body).toContain(`/g/${world.group.handle}/keys`)
    expect((await web.get('/account/access', own)).body).not.toContain('/keys"')
  })

  test('names linked logins only where there are some or can be', async () => {
    const names = async (through: Web) => {
      const { body } = await through.get('/account/access', own)
      expect(body).toContain('href="/account/passkeys"')
      return body.includes('linked logins')
    }
    const without = await openWeb(world)
    expect(await names(web)).toBe(true)
    expect(await names(without)).toBe(false)
    await world.db.pool.query(
      "insert into identities (user_id, issuer, subject) values ($1, 'https://gone.example', 'ben')",
      [ben],
    )
    expect(await names(without)).toBe(true)
  })
})
