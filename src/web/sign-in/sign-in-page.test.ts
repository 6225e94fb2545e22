import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '../../../test/post.ts'
import { shownCommand } from '../../../test/shown-command.ts'
import {
  ask,
  cookiesOf,
  insideOf,
  mailed,
  openSignInWorld,
  rowsIn,
  sessionOf,
  withCookie,
} from '../../../test/sign-in.ts'
import { everyRow, openWeb, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { dispatchSignIns } from '../../jobs/dispatch-sign-ins.ts'
import { mintSignInLink } from '../../users/sign-in/mint-sign-in.ts'

const BEN = 'ben@mill.example'

let world: World
let web: Web
let post: Post
let ben: number

beforeAll(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

beforeEach(() => world.db.pool.query('truncate sign_ins, attempts, sessions cascade'))

/** The person signed in with these cookies, as shown in the header of a page. */
async function whoIs(cookie: string): Promise<string> {
  const { body } = await web.get('/help', cookie)
  return body.includes('action="/sign-out"')
    ? (/<i[^>]*>.*?<\/i><bdi>(.*?)<\/bdi>/.exec(body)?.[1] ?? 'nameless')
    : 'nobody'
}

describe('signing in', () => {
  test('the page that asks for a code has the focus in its field, also after a wrong code', async () => {
    const { cookie } = await ask(web, BEN)
    const pages = [
      await web.get('/sign-in/code', cookie),
      await web.post('/sign-in/code', { code: '000 001' }, withCookie(cookie)),
    ]
    for (const { body } of pages) expect(body).toMatch(/<input id="code"[^>]* autofocus/)
  })

  test('without an address leads back to its field', async () => {
    expect((await web.post('/sign-in', {})).body).toMatch(/<input id="address"[^>]* autofocus/)
  })

  test('by the mailed link: opening the page does not sign in, its button does, once', async () => {
    expect((await ask(web, ' Ben@Mill.example ')).answer.headers.location).toBe('/sign-in/code')
    const [mail] = await mailed(world, post)
    expect(mail?.to).toEqual([BEN])
    expect(mail?.email.subject).toBe('Sign in to moot.example')
    expect(mail?.email.headers.map((header) => header.key)).not.toContain('list-unsubscribe')
    const { token } = insideOf(mail)
    const before = await everyRow(world)
    const page = await web.get(`/sign-in/link?k=${token}`)
    expect(page.body).toContain('Sign in as b•••@mill.example')
    await web.app.inject({ method: 'HEAD', url: `/sign-in/link?k=${token}` })
    expect(await everyRow(world)).toEqual(before)
    const entered = await web.post('/sign-in/link', { k: token })
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/'])
    const guarded = (name: string, seconds: number) =>
      new RegExp(`^__Host-${name}=[\\w-]{32}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Lax$`)
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(guarded('folkmoot_session', 60 * 24 * 60 * 60)),
      expect.stringMatching(/^__Host-folkmoot_left=0\.\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(guarded('folkmoot_known', 180 * 24 * 60 * 60)),
    ])
    expect(await whoIs(cookiesOf(entered))).toBe('Ben')
    const again = await web.post('/sign-in/link', { k: token })
    expect(again.statusCode).toBe(410)
    expect(again.body).toContain('This link no longer works')
    expect(again.body).toContain('href="/sign-in"')
    expect((await web.get(`/sign-in/link?k=${token}`)).statusCode).toBe(410)
  })

  test('by the code, only in the browser that requested it, however it is typed', async () => {
    const { cookie } = await ask(web, BEN, '/help?a=1')
    const { code, token } = insideOf((await mailed(world, post))[0])
    expect(code).toMatch(/^\d{3} \d{3}$/)
    const other = await ask(web, 'cleo@mill.example')
    expect((await web.post('/sign-in/code', { code }, withCookie(other.cookie))).statusCode).toBe(422)
    expect((await web.post('/sign-in/code', { code })).statusCode).toBe(410)
    const entered = await web.post('/sign-in/code', { code: code.replace(' ', '-') }, withCookie(cookie))
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/help?a=1'])
    expect(await whoIs(cookiesOf(entered))).toBe('Ben')
    expect((await web.post('/sign-in/code', { code }, withCookie(cookie))).statusCode).toBe(410)
    expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(410)
  })

  test('verifies the address, and ends the browser’s previous session', async () => {
    const former = await sessionOf(world, world.ada.id)
    await ask(web, BEN)
    const { token } = insideOf((await mailed(world, post))[0])
    const entered = await web.post('/sign-in/link', { k: token }, withCookie(former))
    expect(await whoIs(cookiesOf(entered))).toBe('Ben')
    expect(await whoIs(former)).toBe('nobody')
    expect(await rowsIn(world, 'sessions')).toBe(1)
    const { rows } = await world.db.pool.query('select email_verified from users where id = $1', [ben])
    expect(rows[0]).toEqual({ email_verified: true })
  })

  test('without a name leads to the question for it, and then to the requested page', async () => {
    await ask(web, 'dai@mill.example', '/help')
    const { token } = insideOf((await mailed(world, post))[0])
    const entered = await web.post('/sign-in/link', { k: token })
    expect(entered.headers.location).toBe('/account/name?next=%2Fhelp')
  })

  test('only one of fifty parallel attempts succeeds, by link and by code', async () => {
    await ask(web, BEN)
    const { token } = insideOf((await mailed(world, post))[0])
    const links = await Promise.all(Array.from({ length: 50 }, () => web.post('/sign-in/link', { k: token })))
    expect(links.filter((answer) => answer.statusCode === 303)).toHaveLength(1)
    expect(links.filter((answer) => answer.statusCode === 410)).toHaveLength(49)
    expect(await rowsIn(world, 'sessions')).toBe(1)
    await world.db.pool.query('truncate attempts')
    const { cookie } = await ask(web, BEN)
    const { code } = insideOf((await mailed(world, post))[0])
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => web.post('/sign-in/code', { code }, withCookie(cookie))),
    )
    expect(codes.filter((answer) => answer.statusCode === 303)).toHaveLength(1)
    expect(await rowsIn(world, 'sessions')).toBe(2)
  })

  test('people who are signed in are redirected at once', async () => {
    const cookie = await sessionOf(world, ben)
    const answer = await web.get('/sign-in?next=/help', cookie)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/help'])
  })
})

test('a form with errors keeps what was typed and says how to fix it, escaped', async () => {
  const evil = '"><script>alert(1)</script>@x'
  const page = await web.post('/sign-in', { address: evil, next: '/help' })
  expect(page.statusCode).toBe(422)
  expect(page.body).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>@x"')
  expect(page.body).toContain('Your email address must be a complete address')
  expect(page.body).toContain('aria-invalid="true"')
  expect(page.body).toContain('name="next" value="/help"')
  expect((await web.post('/sign-in', {})).body).toContain('Your email address is missing.')
  const { cookie } = await ask(web, BEN)
  const code = await web.post('/sign-in/code', { code: '12 "34' }, withCookie(cookie))
  expect(code.statusCode).toBe(422)
  expect(code.body).toContain('value="12 &quot;34"')
  expect(code.body).toContain('Code must be the six digits from the email.')
})

test('neither link nor code is stored, or shown in the outbox', async () => {
  await ask(web, BEN)
  const { token, code } = insideOf((await mailed(world, post))[0])
  const { rows } = await world.db.pool.query(
    'select s::text as sign_in, m::text as mail, b::text as body from mails m join sign_ins s on s.id = m.sign_in_id join mail_bodies b on b.hash = m.body_hash',
  )
  const stored = JSON.stringify(rows)
  for (const secret of [token, code, code.replace(' ', '')]) expect(stored).not.toContain(secret)
})

test('a mail that could not be sent is retried with a new link and code, until the request expires', async () => {
  const { cookie } = await ask(web, BEN)
  post.smtp.mood = 'lose_answer'
  const first = insideOf((await mailed(world, post))[0])
  post.smtp.mood = 'take'
  await world.db.pool.query("update mails set due_at = now() where kind = 'sign_in'")
  const second = insideOf((await mailed(world, post))[0])
  expect(second.token).not.toBe(first.token)
  expect((await web.get(`/sign-in/link?k=${first.token}`)).statusCode).toBe(410)
  expect((await web.post('/sign-in/code', { code: second.code }, withCookie(cookie))).statusCode).toBe(303)
  await ask(web, BEN)
  await dispatchSignIns(world.db, 'https://moot.example')
  await world.db.pool.query(
    "update sign_ins set asked_at = now() - interval '11 minutes' where used_at is null",
  )
  expect(await mailed(world, post)).toEqual([])
  expect((await post.outbox()).at(-1)).toMatchObject({ kind: 'sign_in', status: 'dropped' })
})

test('without a mail server the first page promises no email', async () => {
  const page = async (settings: Record<string, string>) =>
    (await (await openWeb(world, settings)).get('/sign-in')).body
  const unsent = await page({})
  expect(unsent).toContain(
    'This service has no mail server yet, so you sign in with a link from its operator.',
  )
  expect(unsent).toContain('Continue</button>')
  expect(unsent).not.toMatch(/get an email|sign-in email|link in your email/)
  const sent = await page({ SMTP_URL: 'smtp://localhost' })
  expect(sent).toContain('You get an email with a link and a code')
  expect(sent).not.toContain('mail server')
})

test('without a mail server the page says who can help', async () => {
  const bare = await openWeb(world)
  const { cookie } = await ask(bare, BEN)
  const { body } = await bare.get('/sign-in/code', cookie)
  expect(body).toContain(shownCommand(`npx folkmoot sign-in-link --email ${BEN}`))
  expect(body).not.toMatch(/on its way|name="code"|Check your email/)
  expect((await web.get('/sign-in/code', cookie)).body).not.toContain('npx folkmoot')
})

describe('a link that the operator made', () => {
  const enter = async (cookie: string, next = '/p/abcdefgh') => {
    const asked = (await ask(web, BEN, next)).cookie
    const link = { user_id: ben }
    const k = await change(world.db, SYSTEM, ({ tx }) => mintSignInLink(tx, link, 'command_line'))
    return (await web.post('/sign-in/link', { k }, withCookie(cookie || asked))).headers.location
  }

  test('leads to the page for which the same browser asked to sign in as the same person', async () => {
    expect(await enter('')).toBe('/p/abcdefgh')
    expect(await enter('a=b')).toBe('/')
    const { cookie } = await ask(web, 'ada@mill.example', '/d/abcdefgh')
    expect(await enter(cookie)).toBe('/')
    expect(await enter('', '//evil.example/')).toBe('/')
  })

  test('still does so after hours, not after a day, and does not finish a request to join', async () => {
    const aged = async (hours: number) => {
      const { cookie } = await ask(web, BEN, '/d/abcdefgh')
      const sql =
        'update sign_ins set asked_at = now() - make_interval(hours => $1) where browser_hash is not null'
      await world.db.pool.query(sql, [hours])
      return enter(cookie)
    }
    expect(await aged(23)).toBe('/d/abcdefgh')
    expect(await aged(25)).toBe('/')
    expect(await enter('', '/join/wish?id=1')).toBe('/')
  })

  test('is best opened in this browser, as the page says if it leads back', async () => {
    const bare = await openWeb(world)
    const said = async (next: string) =>
      (await bare.get('/sign-in/code', (await ask(bare, BEN, next)).cookie)).body
    const HERE = 'Open the link in this browser: you then return to the page you came from.'
    expect(await said('/d/abcdefgh')).toContain(HERE)
    expect(await said('/')).not.toContain(HERE)
  })
})

test('signing out ends the session for everyone who has its token', async () => {
  const cookie = await sessionOf(world, ben)
  expect(await whoIs(cookie)).toBe('Ben')
  const answer = await web.post('/sign-out', {}, withCookie(cookie))
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
  expect(await whoIs(cookie)).toBe('nobody')
  expect((await web.post('/sign-out', {}, withCookie(cookie))).statusCode).toBe(303)
  const other = await sessionOf(world, ben)
  expect((await web.get('/sign-out', other)).headers.location).toBe('/')
  expect(await whoIs(other)).toBe('Ben')
})
