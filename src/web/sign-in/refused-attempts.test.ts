import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { everyRow, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { hashToken } from '../../users/secret.ts'

const BEN = 'ben@mill.example'
const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

let world: World
let web: Web
let post: Post
let ben: number

beforeAll(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

beforeEach(() => world.db.pool.query('truncate sign_ins, attempts, sessions cascade'))

describe('refused attempts', () => {
  test('expired links and codes', async () => {
    const { cookie } = await ask(web, BEN)
    const { token, code } = insideOf((await mailed(world, post))[0])
    await world.db.pool.query(
      "update sign_ins set expires_at = now() - interval '1 second', asked_at = now() - interval '601 seconds'",
    )
    expect((await web.get(`/sign-in/link?k=${token}`)).statusCode).toBe(410)
    expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(410)
    const typed = await web.post('/sign-in/code', { code }, withCookie(cookie))
    expect(typed.statusCode).toBe(410)
    expect(typed.body).toContain('This code has expired')
    expect((await web.get('/sign-in/code', cookie)).statusCode).toBe(410)
    expect(await rowsIn(world, 'sessions')).toBe(0)
  })

  test('a right code after five attempts, parallel or not', async () => {
    const { cookie } = await ask(web, BEN)
    const { code } = insideOf((await mailed(world, post))[0])
    const wrong = code === '000 000' ? '000 001' : '000 000'
    await Promise.all(
      Array.from({ length: 10 }, () => web.post('/sign-in/code', { code: wrong }, withCookie(cookie))),
    )
    const late = await web.post('/sign-in/code', { code }, withCookie(cookie))
    expect(late.statusCode).toBe(410)
    expect(late.body).toContain('This code no longer works')
    expect(await rowsIn(world, 'sessions')).toBe(0)
  })

  test.each([BEN, 'nobody@mill.example'])(
    'the last of five attempts says that they are used up, and offers a new email: %s',
    async (address) => {
      const { cookie } = await ask(web, address, '/help')
      const token = insideOf((await mailed(world, post))[0]).token
      const enter = () => web.post('/sign-in/code', { code: '000 000' }, withCookie(cookie))
      for (let turn = 1; turn < 5; turn++) {
        const wrong = await enter()
        expect([wrong.statusCode, wrong.body.includes('After 5 attempts you need a new email')]).toEqual([
          422,
          true,
        ])
      }
      for (const over of [await enter(), await enter(), await web.get('/sign-in/code', cookie)]) {
        expect(over.statusCode).toBe(410)
        expect(over.body).toContain('Codes stop working after 5 wrong attempts. Request a new email')
        expect(over.body).toContain('action="/sign-in/code/again"')
        expect(over.body).not.toContain('name="code"')
      }
      const again = await web.post('/sign-in/code/again', {}, withCookie(cookie))
      expect([again.statusCode, again.headers.location]).toEqual([303, '/sign-in/code'])
      if (address === BEN) expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(303)
    },
  )

  test('codes for an account under attack all day, while its links still work', async () => {
    const hash = hashToken(`wrong_code_account ${ben}`)
    await world.db.pool.query("insert into attempts values ($1, 30, now() + interval '1 hour')", [hash])
    const { cookie } = await ask(web, BEN)
    const { code, token } = insideOf((await mailed(world, post))[0])
    expect((await web.post('/sign-in/code', { code }, withCookie(cookie))).statusCode).toBe(422)
    expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(303)
  })

  test('forms from other sites', async () => {
    const { cookie } = await ask(web, BEN)
    const { token, code } = insideOf((await mailed(world, post))[0])
    const session = await sessionOf(world, ben)
    const before = await everyRow(world)
    const headers = { ...FOREIGN, cookie: `${cookie}; ${session}` }
    for (const [url, fields] of [
      ['/sign-in', { address: BEN }],
      ['/sign-in/code', { code }],
      ['/sign-in/link', { k: token }],
      ['/sign-out', {}],
    ] as const) {
      const answer = await web.post(url, fields as Record<string, string>, headers)
      expect([url, answer.statusCode]).toEqual([url, 403])
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect((await web.post(url, fields as Record<string, string>, { cookie })).statusCode).toBe(403)
    }
    expect(await everyRow(world)).toEqual(before)
  })

  test('redirects to another site', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
      await world.db.pool.query('truncate attempts')
      const page = await web.get(`/sign-in?next=${encodeURIComponent(next)}`)
      expect(page.body).toContain('name="next" value="/"')
      await ask(web, BEN, next)
      const { token } = insideOf((await mailed(world, post))[0])
      expect((await web.post('/sign-in/link', { k: token })).headers.location).toBe('/')
    }
  })
})
