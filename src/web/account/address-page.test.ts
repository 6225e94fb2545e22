import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hold } from '../../../test/hold.ts'
import type { Post } from '../../../test/post.ts'
import { insideOf, mailed, openSignInWorld, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'

const NEW = 'Ben.New@far.example'

let world: World
let web: Web
let post: Post
let ben: number
let cookie: string

beforeAll(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

beforeEach(async () => {
  await world.db.pool.query('truncate sign_ins, attempts, sessions cascade')
  await world.db.pool.query("update users set email = 'ben@mill.example' where id = $1", [ben])
  cookie = await sessionOf(world, ben)
})

const ask = (address: string, as = cookie) => web.post('/account/address', { address }, withCookie(as))
const confirm = (code: string, as = cookie) => web.post('/account/address/code', { code }, withCookie(as))
const codeIn = (mail: Awaited<ReturnType<typeof mailed>>[number] | undefined) =>
  /(\d{3} \d{3})/.exec(mail?.email.text ?? '')?.[1] ?? ''
const addressOf = async (id = ben) =>
  (await world.db.pool.query('select email from users where id = $1', [id])).rows[0]?.email

describe('changing an address', () => {
  test('accepts the code sent to the new one, and the old one gets a note', async () => {
    expect((await ask(` ${NEW} `)).headers.location).toBe('/account/address/code')
    const [mail] = await mailed(world, post)
    expect([mail?.to, mail?.email.subject]).toEqual([[NEW], 'Your new address at moot.example'])
    expect(mail?.email.text).not.toContain('/sign-in/link')
    expect((await web.get('/account/address/code', cookie)).body).toContain(NEW)
    expect(await addressOf()).toBe('ben@mill.example')
    const done = await confirm(codeIn(mail))
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account?done=address'])
    expect(await addressOf()).toBe(NEW)
    const [note] = await mailed(world, post)
    expect([note?.to, note?.email.subject]).toEqual([
      ['ben@mill.example'],
      'Your address at moot.example has changed',
    ])
    expect(note?.email.text).not.toMatch(/\d{3} \d{3}/)
    expect(await mailed(world, post)).toEqual([])
  })

  test('says without a mail server how the operator finds the code', async () => {
    const without = await openWeb(world)
    const first = (await without.get('/account/address', cookie)).body
    expect(first).toContain('This service has no mail server yet, so you get a code from its operator.')
    expect(first).not.toContain('Send code')
    await without.post('/account/address', { address: NEW }, withCookie(cookie))
    const page = (await without.get('/account/address/code', cookie)).body
    expect(page).toContain('<h1>Ask the operator for the code</h1>')
    expect(page.replace(/<[^>]*>/g, '')).toContain('npx folkmoot mail show NUMBER --link')
    expect(page).not.toMatch(/is on its way|spam folder/)
  })

  test('ends all other sessions, and says so on the page and to the old address', async () => {
    const other = await sessionOf(world, ben)
    expect((await web.get('/account/address', cookie)).body).toContain('all other browsers are signed out')
    await ask(NEW)
    await confirm(codeIn((await mailed(world, post))[0]))
    expect((await web.get('/account', other)).statusCode).toBe(303)
    const page = await web.get('/account?done=address', cookie)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('all other browsers have been signed out')
    const [note] = await mailed(world, post)
    expect(note?.email.text?.replaceAll(/\s+/g, ' ')).toContain(
      'All browsers except the one where it was changed have been signed out',
    )
  })

  test('one signs in with the new address afterwards, and not with the old one', async () => {
    await ask(NEW)
    await web.post('/sign-in', { address: 'ben@mill.example', next: '/' })
    const mails = await mailed(world, post)
    const [link] = mails.filter(({ to }) => to[0] === 'ben@mill.example')
    await confirm(codeIn(mails.find(({ to }) => to[0] === NEW)))
    await mailed(world, post)
    const late = await web.post('/sign-in/link', { k: insideOf(link).token })
    expect(late.statusCode).toBe(410)
    await web.post('/sign-in', { address: 'ben@mill.example', next: '/' })
    expect(await mailed(world, post)).toEqual([])
    await web.post('/sign-in', { address: NEW.toUpperCase(), next: '/' })
    expect((await mailed(world, post)).map(({ to }) => to)).toEqual([[NEW]])
  })

  test('a code counts once, five tries at most, and only in the browser that asked', async () => {
    await ask(NEW)
    const code = codeIn((await mailed(world, post))[0])
    const other = await sessionOf(world, ben)
    expect((await confirm(code, other)).statusCode).toBe(410)
    expect((await confirm('12')).body).toContain('six digits')
    const wrong = code.startsWith('1') ? '200 000' : '100 000'
    for (let tried = 0; tried < 4; tried++) expect((await confirm(wrong)).statusCode).toBe(422)
    const page = () => web.get('/account/address/code', cookie)
    for (const over of [await confirm(wrong), await confirm(code), await page()]) {
      expect(over.statusCode).toBe(410)
      expect(over.body).toContain('Codes stop working after 5 wrong attempts.')
      expect(over.body).toContain(`<input type="hidden" name="address" value="${NEW}"/>`)
      expect(over.body).not.toContain('name="code"')
    }
    expect(await addressOf()).toBe('ben@mill.example')
    await ask(NEW)
    const again = codeIn((await mailed(world, post))[0])
    const both = await Promise.all([confirm(again), confirm(again)])
    expect(both.map(({ statusCode }) => statusCode).sort()).not.toEqual([303, 303])
    expect((await confirm(again)).statusCode).toBe(410)
    expect(await addressOf()).toBe(NEW)
  })

  test('can be done again in the same browser, and a button that is pressed twice asks once', async () => {
    for (const address of [NEW, 'ben@mill.example', NEW]) {
      const both = await Promise.all([ask(address), ask(address)])
      expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303])
      const codes = (await mailed(world, post)).filter(({ email }) => email.subject?.startsWith('Your new'))
      expect(codes.map(({ to }) => to)).toEqual([[address]])
      expect((await confirm(codeIn(codes[0]))).statusCode).toBe(303)
      await mailed(world, post)
      await world.db.pool.query('truncate attempts')
    }
    // A page that was left open tells the address there is.
    expect((await web.get('/account/address/code', cookie)).body).toMatch(
      /Your address is <bdi[^>]*>Ben.New@far/,
    )
  })

  test('says that the address is taken if someone else gets it at the same moment', async () => {
    await ask(NEW)
    const code = codeIn((await mailed(world, post))[0])
    const other = await hold(world.db, 'insert into users (email) values ($1)', [NEW.toLowerCase()])
    const confirming = confirm(code)
    await other.waitedFor()
    await other.release()
    const answer = await confirming
    expect([answer.statusCode, await addressOf()]).toEqual([422, 'ben@mill.example'])
    expect(answer.body).toContain('now belongs to another account')
    await world.db.pool.query('delete from users where email = $1', [NEW.toLowerCase()])
  })

  test('an address of someone else stays theirs, and only its mailbox learns of it', async () => {
    const taken = await ask('ADA@mill.example')
    const free = await ask(NEW)
    expect([taken.statusCode, taken.headers.location, taken.body]).toEqual([
      free.statusCode,
      free.headers.location,
      free.body,
    ])
    await ask('ADA@mill.example')
    const mails = await mailed(world, post)
    expect(mails.map(({ to, email }) => [to[0], email.subject])).toEqual([
      ['ADA@mill.example', 'This address is already in use at moot.example'],
    ])
    expect(mails[0]?.email.text).not.toMatch(/\d{3} \d{3}/)
    expect((await web.get('/account/address/code', cookie)).body).toContain('is on its way to')
  })

  test('a person who takes the address in the meantime keeps it', async () => {
    await ask(NEW)
    const code = codeIn((await mailed(world, post))[0])
    await world.db.pool.query("insert into users (name, email) values ('Quick', $1)", [NEW.toLowerCase()])
    const late = await confirm(code)
    expect([late.statusCode, late.body.includes('now belongs to another account')]).toEqual([422, true])
    expect(await addressOf()).toBe('ben@mill.example')
    await world.db.pool.query('delete from users where lower(email) = lower($1)', [NEW])
  })

  test('the own address, none, and too many are answered plainly', async () => {
    expect((await ask('BEN@mill.example')).body).toContain('is already your address')
    expect((await ask('nowhere')).statusCode).toBe(422)
    expect((await ask('')).statusCode).toBe(422)
    expect((await web.get('/account/address/code', cookie)).statusCode).toBe(410)
    for (let asked = 0; asked < 5; asked++) await ask(NEW)
    const many = await ask(NEW)
    expect([many.statusCode, many.headers['retry-after'] !== undefined]).toEqual([429, true])
  })

  test('a code for an address does not sign anyone in', async () => {
    await ask(NEW)
    const code = codeIn((await mailed(world, post))[0])
    const asked = await web.post('/sign-in', { address: 'ben@mill.example', next: '/' })
    const browser = String(asked.headers['set-cookie']).split(';')[0] ?? ''
    const entered = await web.post('/sign-in/code', { code }, withCookie(browser))
    expect(entered.statusCode).toBe(422)
  })
})
