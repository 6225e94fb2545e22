import { expect, test } from 'vitest'
import { change, SYSTEM } from '../src/db/db.ts'
import { dispatchSignIns } from '../src/jobs/dispatch-sign-ins.ts'
import { makeJoinLink } from '../src/members/joining/make-join-link.ts'
import { askSignIn } from '../src/users/sign-in/ask-sign-in.ts'
import { installProgram, json, newDataDir, run, serve } from './process.ts'
import { sessionOf, withCookie } from './sign-in.ts'
import { openWeb } from './web.ts'
import { createWorld, type World } from './world.ts'

installProgram()

const ADA = 'ada@mill.example'

test('without a mail server, the operator signs people in on the command line', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  const { status, out, err } = await run(['sign-in-link', '--email', 'ADA@mill.example'], settings)
  expect(err.replace(/\s+/g, ' ')).toContain('for http://localhost:3000, because PUBLIC_URL is not set here.')
  expect(status).toBe(0)
  const token = /^ {2}http:\/\/localhost:3000\/sign-in\/link\?k=([\w-]{32})$/m.exec(out)?.[1] ?? ''
  const web = await openWeb(world)
  expect((await web.get(`/sign-in/link?k=${token}`)).body).toContain('Sign in as a•••@mill.example')
  expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(303)
  expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(410)
  const { rows } = await world.db.pool.query('select email_verified from users where id = $1', [world.ada.id])
  expect(rows[0]).toEqual({ email_verified: false })
  const nobody = await run(['sign-in-link', '--email', 'nobody@mill.example'], settings)
  expect(nobody).toEqual({ status: 1, out: '', err: 'Nobody here has this email address.\n' })
})

test('the built program offers to sign in with a passkey', async () => {
  const world = await createWorld()
  const { url, signal, ended } = await serve(settingsOf(world))
  const answer = await fetch(`${url}/sign-in/passkey/options`, { method: 'POST', headers: { origin: url } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ challenge: expect.any(String) })
  signal('SIGTERM')
  await ended
})

test('the outbox shows neither link nor code; a new link is made on request', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  await change(world.db, SYSTEM, (act) => askSignIn(act, { address: ADA, next: '/help' }))
  await dispatchSignIns(world.db, 'http://localhost:3000')
  const { mails } = await json<{ mails: { id: number; kind: string; group_handle: null }[] }>(
    ['mail', 'list'],
    settings,
  )
  expect(mails).toMatchObject([{ kind: 'sign_in', group_handle: null, email: ADA }])
  const listed = await run(['mail', 'list'], settings)
  expect(listed.out).toMatch(/ada@mill\.example +sign_in +waiting +-/)
  const id = String(mails[0]?.id)
  const shown = await run(['mail', 'show', id], settings)
  expect(shown.out).toContain('[personal link]')
  expect(shown.out).toContain('[code]')
  expect(shown.out).not.toMatch(/\?k=/)
  const linked = await json<{ link: string }>(['mail', 'show', id, '--link'], settings)
  const token = /\/sign-in\/link\?k=([\w-]{32})$/.exec(linked.link)?.[1] ?? ''
  expect((await (await openWeb(world)).post('/sign-in/link', { k: token })).statusCode).toBe(303)
  await world.db.pool.query("update mails set status = 'dropped'")
  expect((await run(['mail', 'list'], settings)).out).toMatch(
    /Dropped means not sent: no longer relevant\.\n$/,
  )
  expect((await run(['mail', 'show', id], settings)).out).toContain('dropped, not sent: no longer relevant')
})

test('the link made for a mail to join only signs in, and is labelled so', async () => {
  const world = await createWorld()
  const made_by = { kind: 'person', user_id: world.ada.id } as const
  const { token } = await change(world.db, made_by, (act) =>
    makeJoinLink(act, {
      group_id: world.group.id,
      made_by: world.ada.id,
      asks: false,
      most: null,
      ends_at: null,
    }),
  )
  const web = await openWeb(world)
  await web.post('/join', { k: token, name: 'Kim', address: 'kim@far.example' })
  await dispatchSignIns(world.db, 'http://localhost:3000')
  const { mails } = await json<{ mails: { id: number }[] }>(['mail', 'list'], settingsOf(world))
  const { out } = await run(['mail', 'show', `${mails[0]?.id}`, '--link'], settingsOf(world))
  expect(out).toMatch(/^Sign-in link: +http:\/\/localhost:3000\/sign-in\/link\?k=[\w-]{32}$/m)
  expect(out).toContain('After that, open the group’s link again to join.')
  expect(out).toMatch(/^Join Mill Lane Co-op:\n\[personal link\]$/m)
})

test('an operator can pass on the code for a new address, which gets no link that signs in', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  const web = await openWeb(world)
  const cookie = withCookie(await sessionOf(world, world.ada.id))
  await web.post('/account/address', { address: 'ada@far.example' }, cookie)
  await dispatchSignIns(world.db, 'http://localhost:3000')
  type Listed = { mails: { id: number; email: string }[] }
  const newest = async () => (await json<Listed>(['mail', 'list'], settings)).mails[0]
  const show = async () => (await run(['mail', 'show', `${(await newest())?.id}`, '--link'], settings)).out
  expect((await newest())?.email).toBe('ada@far.example')
  const shown = await show()
  expect(shown).toMatch(/^To: +ada@far\.example$/m)
  expect(shown).not.toContain('/sign-in/link')
  const code = /Code: (\d{3} \d{3})/.exec(shown)?.[1] ?? ''
  const done = await web.post('/account/address/code', { code }, cookie)
  expect(done.headers.location).toBe('/account?done=address')

  await dispatchSignIns(world.db, 'http://localhost:3000')
  const note = await show()
  expect(note).toMatch(/^To: +ada@mill\.example$/m)
  expect(note).not.toContain('/sign-in/link')
})

test('a demo group is made once, and its admin signed in', async () => {
  const world = await createWorld()
  const settings = settingsOf(world)
  const made = await json<{ group: object; link: string }>(['demo', '--email', ADA], settings)
  expect(made.group).toMatchObject({ handle: 'elm-street', name: 'Elm Street Neighbours' })
  const web = await openWeb(world)
  const entered = await web.post('/sign-in/link', { k: made.link.split('k=')[1] ?? '' })
  const home = await web.get('/', String(entered.headers['set-cookie']).split(';')[0])
  expect(home.body).toContain('What shall we plant first?')
  const again = await run(['demo'], settings)
  expect(again).toMatchObject({ status: 1, out: '' })
  expect(again.err).toContain('There is already a group elm-street: the demo group is created only once.')
})

test('a demo group in a folder without data: a database was created there, as stderr says', async () => {
  const DATA_DIR = await newDataDir()
  const { status, err } = await run(['demo', '--quiet'], { DATA_DIR })
  expect([status, err.includes(`Created a new database in DATA_DIR (${DATA_DIR})`)]).toEqual([0, true])
  const again = await run(['demo', '--quiet'], { DATA_DIR })
  expect(again.err).not.toContain('Created a new database')
})

function settingsOf({ address }: World): { DATABASE_URL: string } {
  const { host, port, user, database } = address
  return { DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}` }
}
