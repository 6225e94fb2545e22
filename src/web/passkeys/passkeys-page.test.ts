import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Authenticator, newAuthenticator, type Odd } from '../../../test/authenticator.ts'
import { addOwnPasskey, askOptions } from '../../../test/passkeys.ts'
import type { Post } from '../../../test/post.ts'
import {
  ask,
  insideOf,
  mailed,
  openSignInWorld,
  rowsIn,
  sessionOf,
  withCookie,
} from '../../../test/sign-in.ts'
import { openWeb, PUBLIC_URL, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { MAX_PASSKEYS } from '../../users/passkeys/passkey.ts'

const AT = '/account/passkeys'

let world: World
let web: Web
let post: Post
let ben: number
let session: string

beforeAll(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

beforeEach(async () => {
  await world.db.pool.query('truncate passkeys, passkey_challenges, attempts, sign_ins cascade')
  session = await sessionOf(world, ben)
})

async function add(name: string, odd: Odd = {}, device: Authenticator = newAuthenticator(PUBLIC_URL)) {
  const { asked, cookie } = await askOptions(web, AT, session)
  return web.post(AT, { name, answer: device.make(asked, odd) }, withCookie(cookie))
}

const passkeys = () => rowsIn(world, 'passkeys')
const idOf = async (name: string) => {
  const { rows } = await world.db.pool.query<{ id: number }>('select id from passkeys where name = $1', [
    name,
  ])
  return String(rows[0]?.id)
}

describe('the page of passkeys', () => {
  test('adds one, and the person gets a mail', async () => {
    const page = await add('  Blue\tkey ')
    expect([page.statusCode, page.headers.location]).toEqual([303, `${AT}?done=added`])
    const shown = await web.get(`${AT}?done=added`, session)
    for (const words of [
      'The passkey has been added',
      '>Blue key<',
      'not used yet',
      'synced between your devices',
    ])
      expect(shown.body).toContain(words)
    const { rows } = await world.db.pool.query(
      'select user_id, transports, counter, backed_up, length(credential_id) as size from passkeys',
    )
    expect(rows).toEqual([{ user_id: ben, transports: ['internal'], counter: 1, backed_up: true, size: 32 }])
    const [mail, ...more] = await mailed(world, post)
    expect(more).toEqual([])
    expect(mail?.to).toEqual(['ben@mill.example'])
    expect(mail?.email.subject).toBe('A passkey was added to your account at moot.example')
    expect(mail?.email.text).toContain('If you did not add it')
    expect(insideOf(mail)).toEqual({ token: '', code: '' })
  })

  test('requests a key that reveals nothing about the person', async () => {
    const { asked } = await askOptions(web, AT, session)
    const again = await askOptions(web, AT, session)
    expect(asked).toMatchObject({
      rp: { id: 'moot.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      user: { name: 'ben@mill.example' },
    })
    expect(Buffer.from(asked.user?.id ?? '', 'base64url')).toHaveLength(32)
    expect(again.asked.user?.id).toBe(asked.user?.id)
    expect(again.asked.challenge).not.toBe(asked.challenge)
  })

  test('lists the existing keys for the browser', async () => {
    const device = await addOwnPasskey(web, session)
    const { asked } = await askOptions(web, AT, session)
    expect(asked).toMatchObject({ excludeCredentials: [{ id: device.id, type: 'public-key' }] })
  })

  test('renames and removes, and the person gets a mail about the removal', async () => {
    await add('Phone')
    const passkey = await idOf('Phone')
    const named = await web.post(`${AT}/name`, { passkey, name: 'Laptop' }, withCookie(session))
    expect(named.headers.location).toBe(`${AT}?done=named`)
    await mailed(world, post)
    const elsewhere = await sessionOf(world, ben, 'a thief’s')
    const gone = await web.post(`${AT}/remove`, { passkey: await idOf('Laptop') }, withCookie(session))
    expect(gone.headers.location).toBe(`${AT}?done=removed`)
    expect(await passkeys()).toBe(0)
    const [mail] = await mailed(world, post)
    expect(mail?.email.subject).toBe('A passkey was removed from your account at moot.example')
    // The passkey may have begun it.
    expect((await web.get(AT, elsewhere)).statusCode).toBe(303)
    expect((await web.get(AT, session)).statusCode).toBe(200)
    const again = await web.post(`${AT}/remove`, { passkey }, withCookie(session))
    expect(again.statusCode).toBe(404)
  })

  test('shows nobody else’s passkeys, and neither renames nor removes them', async () => {
    await addOwnPasskey(web, await sessionOf(world, world.ada.id), { name: 'Of Ada' })
    expect((await web.get(AT, session)).body).not.toContain('Of Ada')
    const passkey = await idOf('Of Ada')
    for (const act of ['name', 'remove'])
      expect(
        (await web.post(`${AT}/${act}`, { passkey, name: 'Mine' }, withCookie(session))).statusCode,
      ).toBe(404)
    expect(await rowsIn(world, "passkeys where name = 'Of Ada'")).toBe(1)
  })

  test.each([
    ['', 'Name is missing'],
    [' \n ', 'Name is missing'],
    ['x'.repeat(61), 'is too long (at most 60 characters)'],
  ])('refuses the name %j', async (name, words) => {
    const page = await add(name)
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain(words)
    expect(await passkeys()).toBe(0)
    await add('Phone')
    const named = await web.post(`${AT}/name`, { passkey: await idOf('Phone'), name }, withCookie(session))
    expect(named.statusCode).toBe(422)
    expect(named.body).toContain('<details open')
    expect(await idOf('Phone')).not.toBe('undefined')
  })

  test('adds at most twenty, even at once', async () => {
    const pages = await Promise.all(Array.from({ length: MAX_PASSKEYS + 4 }, (_, n) => add(`Key ${n}`)))
    expect(pages.filter(({ statusCode }) => statusCode === 303)).toHaveLength(MAX_PASSKEYS)
    const refused = pages.filter(({ statusCode }) => statusCode === 422)
    expect(refused).toHaveLength(4)
    expect(refused[0]?.body).toContain('You have 20 passkeys, which is the maximum')
    expect(await passkeys()).toBe(MAX_PASSKEYS)
    const full = await web.get(AT, session)
    expect(full.body).toContain('Remove one first')
    expect(full.body).not.toContain('id="new-passkey"')
  })

  test('needs someone who is signed in, and a form of our own', async () => {
    for (const path of [AT, `${AT}/options`, `${AT}/name`, `${AT}/remove`]) {
      const stranger = await web.post(path, { name: 'x', answer: 'x', passkey: '1' })
      expect([stranger.statusCode, stranger.headers.location]).toEqual([303, '/sign-in?next=%2Faccount'])
      const crossed = await web.post(path, {}, { cookie: session, 'sec-fetch-site': 'cross-site' })
      expect(crossed.statusCode).toBe(403)
    }
    expect((await web.get(AT)).headers.location).toBe('/sign-in?next=%2Faccount%2Fpasskeys')
  })

  test('without https explains why none can be added, and still removes', async () => {
    await add('Phone')
    const plain = await openWeb(world, { PUBLIC_URL: 'http://moot.example' })
    const cookie = session.replace('__Host-', '')
    const page = await plain.get(AT, cookie)
    expect(page.body).toContain('Passkeys only work if the address of the service begins with https')
    expect(page.body).not.toContain('id="new-passkey"')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await plain.post(`${AT}/options`, {}, headers)).statusCode).toBe(404)
    expect((await plain.post(AT, { name: 'x', answer: 'x' }, headers)).statusCode).toBe(404)
    const gone = await plain.post(`${AT}/remove`, { passkey: await idOf('Phone') }, headers)
    expect(gone.statusCode).toBe(303)
  })
})

describe('no passkey is added', () => {
  test.each<[string, Odd]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['to sign in', { type: 'webauthn.get' }],
    ['without a check who holds the device', { flags: 65 }],
    ['without a touch', { flags: 68 }],
    ['without a key', { flags: 5 }],
    ['with a certificate that nobody asked for', { format: 'fido-u2f' }],
    ['under the id of another key', { id: Buffer.alloc(32).toString('base64url') }],
  ])('that was made %s', async (_, odd) => {
    const page = await add('Phone', odd)
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('This passkey could not be verified')
    expect(await passkeys()).toBe(0)
    expect(await rowsIn(world, 'sign_ins')).toBe(0)
  })

  test('twice, nor by two people', async () => {
    const device = newAuthenticator(PUBLIC_URL)
    expect((await add('Phone', {}, device)).statusCode).toBe(303)
    session = await sessionOf(world, world.ada.id)
    const page = await add('Phone', {}, device)
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('This passkey has already been added')
    expect(await rowsIn(world, `passkeys where user_id = ${ben}`)).toBe(1)
  })

  test('for a question of someone else, of another browser, or to sign in', async () => {
    const device = newAuthenticator(PUBLIC_URL)
    const ada = await askOptions(web, AT, await sessionOf(world, world.ada.id))
    const own = await askOptions(web, AT, session)
    const [, browser = ''] = ada.cookie.split('; ')
    const entering = await askOptions(web, '/sign-in/passkey')
    for (const [asked, cookie] of [
      [ada.asked, `${session}; ${browser}`],
      [own.asked, session],
      [own.asked, `${session}; ${browser}`],
      [entering.asked, `${session}; ${entering.cookie}`],
    ] as const) {
      const page = await web.post(AT, { name: 'x', answer: device.make(asked) }, withCookie(cookie))
      expect(page.statusCode).toBe(410)
    }
    expect(await passkeys()).toBe(0)
  })

  test('by an answer that was used, also by many at once', async () => {
    const { asked, cookie } = await askOptions(web, AT, session)
    const fields = { name: 'Phone', answer: newAuthenticator(PUBLIC_URL).make(asked) }
    const pages = await Promise.all(Array.from({ length: 8 }, () => web.post(AT, fields, withCookie(cookie))))
    expect(pages.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array(7).fill(410)])
    expect(await passkeys()).toBe(1)
    expect(await rowsIn(world, 'sign_ins')).toBe(1)
  })

  test('by garbage', async () => {
    const { asked, cookie } = await askOptions(web, AT, session)
    const good = JSON.parse(newAuthenticator(PUBLIC_URL).make(asked)) as { response: object }
    for (const answer of [
      ...['', '{', '7', '{"response":{}}', 'x'.repeat(30_000)],
      JSON.stringify({ ...good, response: { ...good.response, attestationObject: 'AAAA' } }),
      JSON.stringify({ ...good, response: { ...good.response, attestationObject: {} } }),
    ]) {
      const page = await web.post(AT, { name: 'Phone', answer }, withCookie(cookie))
      expect([410, 422]).toContain(page.statusCode)
    }
    expect(await passkeys()).toBe(0)
  })
})

test('notes about passkeys go out however many sign-in mails someone has asked for', async () => {
  const askFor = async (count: number) => {
    await world.db.pool.query('truncate attempts')
    for (let time = 0; time < count; time++) await ask(web, 'ben@mill.example')
    return (await mailed(world, post)).length
  }
  for (let turn = 0; turn < 4; turn++) expect(await askFor(5)).toBe(5)
  expect(await askFor(1)).toBe(0)
  await add('Phone')
  const mails = await mailed(world, post)
  expect(mails.map(({ email }) => email.subject)).toEqual([
    'A passkey was added to your account at moot.example',
  ])
})

test('people with no other way to sign in are warned before they remove the last passkey', async () => {
  const issuer = 'http://localhost:1'
  const there = await openWeb(world, {
    SIGN_IN_BY_MAIL: 'off',
    ...{ OIDC_ACME_ISSUER: issuer, OIDC_ACME_CLIENT_ID: 'folkmoot' },
  })
  const says = async () => (await there.get(AT, session)).body.includes('This is your only way to sign in.')
  await add('Phone')
  expect(await says()).toBe(false)
  await world.db.pool.query(
    `insert into identities (issuer, subject, user_id, signed_in_at) values ($1, 'ada', $2, now())`,
    [issuer, world.ada.id],
  )
  expect(await says()).toBe(true)
  await add('Laptop')
  expect(await says()).toBe(false)
  await world.db.pool.query('delete from identities')
})

test('asking for new passkeys has a limit', async () => {
  await world.db.pool.query('truncate attempts')
  const ask = async () => (await web.post(`${AT}/options`, {}, withCookie(session))).statusCode
  // More than two minutes allow: one may end in between.
  const answers: number[] = []
  while (answers.length < 121) answers.push(await ask())
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60)
  expect(new Set(answers)).toEqual(new Set([200, 429]))
})
