import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '../../../test/post.ts'
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
import { openWeb, SAME_ORIGIN, seen, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { dispatchSignIns } from '../../jobs/dispatch-sign-ins.ts'
import { attemptHash } from '../../users/count-attempt.ts'

const BEN = 'ben@mill.example'

let world: World
let web: Web
let post: Post
let ben: number

beforeAll(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

beforeEach(() => world.db.pool.query('truncate sign_ins, attempts, sessions, known_browsers cascade'))

describe('known and unknown addresses', () => {
  test('get the same responses, byte for byte, and the same rows', async () => {
    const answers: string[][] = []
    for (const address of ['cleo@mill.example', 'nobd@mill.example']) {
      await world.db.pool.query('truncate sign_ins, attempts cascade')
      const { answer, cookie } = await ask(web, address)
      await mailed(world, post)
      const page = await web.get('/sign-in/code', cookie)
      const wrong = await web.post('/sign-in/code', { code: '000000' }, withCookie(cookie))
      const rows = await world.db.pool.query('select count, tries from attempts, sign_ins order by 1, 2')
      answers.push([
        seen(answer).replace(/folkmoot_sign_in=[\w-]+/, ''),
        ...[page, wrong].map((one) => seen(one).replaceAll(address, 'X')),
        JSON.stringify(rows.rows),
      ])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('have the page for the code for the same time, however late the mail was sent', async () => {
    const statuses: number[] = []
    for (const address of ['cleo@mill.example', 'nobd@mill.example'])
      for (const minutes of [9, 11]) {
        await world.db.pool.query('truncate sign_ins, attempts cascade')
        const { cookie } = await ask(web, address)
        await mailed(world, post)
        await world.db.pool.query(
          `update sign_ins set asked_at = asked_at - make_interval(mins => $1),
             expires_at = expires_at - make_interval(mins => $1 - 3)`,
          [minutes],
        )
        statuses.push((await web.get('/sign-in/code', cookie)).statusCode)
      }
    expect(statuses).toEqual([200, 410, 200, 410])
  })

  test('only the known one gets a mail', async () => {
    await ask(web, 'nobody@mill.example')
    await ask(web, BEN)
    expect((await mailed(world, post)).map((mail) => mail.to)).toEqual([[BEN]])
  })

  test('a person gets at most twenty mails in an hour, and the page does not say so', async () => {
    for (let index = 0; index < 22; index++) {
      await world.db.pool.query('truncate attempts')
      expect((await ask(web, BEN)).answer.statusCode).toBe(303)
      await dispatchSignIns(world.db, 'https://moot.example')
    }
    expect(await rowsIn(world, "mails where kind = 'sign_in'")).toBe(20)
  })

  test('also when all are requested before the first is sent', async () => {
    for (let index = 0; index < 22; index++) {
      await world.db.pool.query('truncate attempts')
      await ask(web, BEN)
    }
    expect(await mailed(world, post)).toHaveLength(20)
  })
})

describe('limits', () => {
  test('on an address ignore letter case and what follows a +, and do not depend on whether it is known', async () => {
    for (const [name, domain] of [
      ['ben', 'mill.example'],
      ['unknown', 'mill.example'],
    ]) {
      const spellings = [
        `${name}@${domain}`,
        `${name?.toUpperCase()}@${domain}`,
        `${name}+1@${domain}`,
        `${name}+2@${domain}`,
        `${name}@${domain}`,
      ]
      for (const address of spellings) expect((await ask(web, address)).answer.statusCode).toBe(303)
      const refused = (await ask(web, `${name}+3@${domain}`)).answer
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_000)
      expect(refused.body).toContain(`value="${name}+3@${domain}"`)
      expect(refused.body).toContain('Wait 30 minutes')
    }
    await world.db.pool.query("update attempts set ends_at = now() - interval '1 second'")
    expect((await ask(web, BEN)).answer.statusCode).toBe(303)
  })

  test('on a network ignore X-Forwarded-For, unless a proxy is trusted', async () => {
    const from = (one: Web, index: number) =>
      one.app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          ...SAME_ORIGIN,
          'x-forwarded-for': `203.0.113.${index}`,
        },
        payload: `address=person${index}%40mill.example`,
      })
    for (let index = 0; index < 30; index++) expect((await from(web, index)).statusCode).toBe(303)
    expect((await from(web, 31)).statusCode).toBe(429)
    const behind = await openWeb(world, { TRUST_PROXY: 'loopback' })
    expect((await from(behind, 32)).statusCode).toBe(303)
  })

  test('on codes from a network do not stop a link from that network, however many bad ones came', async () => {
    await world.db.pool.query("insert into attempts values ($1, 60, now() + interval '90 seconds')", [
      attemptHash('code_network', '127.0.0.1'),
    ])
    const { cookie } = await ask(web, BEN)
    const { code, token } = insideOf((await mailed(world, post))[0])
    const typed = await web.post('/sign-in/code', { code }, withCookie(cookie))
    expect(typed.statusCode).toBe(429)
    expect(typed.body).toContain('Wait 2 minutes')
    for (let turn = 0; turn < 61; turn++)
      expect((await web.post('/sign-in/link', { k: `${turn}`.padEnd(32, 'x') })).statusCode).toBe(410)
    expect((await web.post('/sign-in/link', { k: token })).statusCode).toBe(303)
  })

  test('apply across all processes', async () => {
    const other = await openWeb(world)
    for (let index = 0; index < 5; index++) await ask(index % 2 === 0 ? web : other, BEN)
    expect((await ask(other, BEN)).answer.statusCode).toBe(429)
  })
})

describe('strangers', () => {
  /** A browser elsewhere: the test's requests come from a proxy that is trusted. */
  const openElsewhere = () => openWeb(world, { SMTP_URL: 'smtp://localhost', TRUST_PROXY: 'loopback' })
  const askFrom = (one: Web, ip: string, cookie = '') =>
    one.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        ...SAME_ORIGIN,
        ...(cookie === '' ? {} : { cookie }),
        'x-forwarded-for': ip,
      },
      payload: `address=${encodeURIComponent(BEN)}`,
    })
  const signInHere = async () => {
    const { cookie } = await ask(web, BEN)
    const { code } = insideOf((await mailed(world, post))[0])
    const entered = await web.post('/sign-in/code', { code }, withCookie(cookie))
    return (
      cookiesOf(entered)
        .split('; ')
        .find((pair) => pair.startsWith('__Host-folkmoot_known=')) ?? ''
    )
  }

  test('who use up the mails to an address do not keep its person from one in another network', async () => {
    const elsewhere = await openElsewhere()
    for (let turn = 0; turn < 6; turn++) await askFrom(elsewhere, '203.0.113.1')
    expect((await askFrom(elsewhere, '203.0.113.1')).statusCode).toBe(429)
    expect((await askFrom(elsewhere, '203.0.113.2')).statusCode).toBe(303)
  })

  test('from many networks do not keep a person from a mail in a browser that they have used before', async () => {
    const known = await signInHere()
    const elsewhere = await openElsewhere()
    for (let turn = 0; turn < 25; turn++) await askFrom(elsewhere, `203.0.113.${turn}`)
    for (let turn = 0; turn < 6; turn++) await askFrom(elsewhere, '203.0.113.99')
    await mailed(world, post)
    expect((await askFrom(elsewhere, '203.0.113.99')).statusCode).toBe(429)
    expect((await askFrom(elsewhere, '203.0.113.99', known)).statusCode).toBe(303)
    expect((await mailed(world, post)).map(({ to }) => to)).toEqual([[BEN]])
  })

  test('who type wrong codes do not make the codes of such a browser useless, and each has its limit', async () => {
    const known = await signInHere()
    const used = (who: string) =>
      world.db.pool.query("insert into attempts values ($1, 29, now() + interval '1 day')", [
        attemptHash('wrong_code_account', who),
      ])
    /** Asks in a browser, types a wrong code, and then the right one. Returns the status of the last page. */
    const missOnce = async (browser: string) => {
      const asked = await web.post('/sign-in', { address: BEN, next: '/' }, withCookie(browser))
      const { code } = insideOf((await mailed(world, post))[0])
      const cookie = withCookie(`${browser}; ${cookiesOf(asked)}`)
      await web.post('/sign-in/code', { code: code === '000 000' ? '111111' : '000000' }, cookie)
      return (await web.post('/sign-in/code', { code }, cookie)).statusCode
    }
    await used(String(ben))
    expect(await missOnce('')).toBe(422)
    expect(await missOnce(known)).toBe(303)
    await world.db.pool.query('delete from attempts where count < 29')
    await world.db.pool.query('delete from attempts where hash = $1', [
      attemptHash('wrong_code_account', `known ${ben}`),
    ])
    await used(`known ${ben}`)
    expect(await missOnce(known)).toBe(422)
  })

  test('cannot make a browser known by a cookie, and it is forgotten when all others are signed out', async () => {
    const made = `__Host-folkmoot_known=${'x'.repeat(32)}`
    const known = await signInHere()
    await world.db.pool.query('truncate attempts')
    for (const cookie of [made, known]) for (let turn = 0; turn < 5; turn++) await askFrom(web, '', cookie)
    expect(await rowsIn(world, 'sign_ins where from_known')).toBe(5)
    const session = await sessionOf(world, ben)
    await web.post('/account/sessions/end', { session: 'others' }, withCookie(session))
    expect(await rowsIn(world, 'known_browsers')).toBe(0)
  })
})
