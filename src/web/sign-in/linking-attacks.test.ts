import { beforeEach, describe, expect, test } from 'vitest'
import { hold } from '../../../test/hold.ts'
import { type LyingProvider, openLyingProvider } from '../../../test/lying-provider.ts'
import { goThere, signInThere } from '../../../test/provider.ts'
import { openProviderWorld } from '../../../test/provider-web.ts'
import { cookiesOf, insideOf, mailed, rowsIn, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { openWeb, type Web } from '../../../test/web.ts'
import { SYSTEM } from '../../db/db.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { attemptHash } from '../../users/count-attempt.ts'

const { world, web, post, ben, provider, addressOf, emailOf } = await openProviderWorld()

/** A second provider, and the service with both. */
let second: LyingProvider
let both: Web
let email: string

beforeEach(async () => {
  second = await openLyingProvider()
  both = await openWeb(world, { SMTP_URL: 'smtp://localhost', ...provider.settings, ...second.settings })
  email = await emailOf(ben)
})

/** Comes back from the second provider, whose login says that it has this address. */
async function comeBySecond(sub: string, address = email) {
  second.person = { sub, email: address, email_verified: true }
  const sent = await both.post('/sign-in/with', { provider: 'liar', next: '/' })
  const url = String(sent.headers['refresh']).replace('0; url=', '')
  const answer = await both.get(second.back(url), cookiesOf(sent))
  return { answer, cookie: cookiesOf(answer) }
}

async function comeByFirst(account: string, address = email) {
  await provider.control({ account, claims: { email: address, email_verified: true } })
  const { answer } = await signInThere(both)
  return { answer, cookie: cookiesOf(answer) }
}

const enter = (code: string, cookie: string) => both.post('/sign-in/join', { code }, withCookie(cookie))
const newestCode = async () => insideOf((await mailed(world, post)).at(-1)).code
const wrongFor = (code: string) => (code === '000 000' ? '111111' : '000000')

describe('two providers that vouch for one address', () => {
  test('each need a code of their own, in their own browser', async () => {
    const first = await comeByFirst('ben')
    const own = await newestCode()
    const other = await comeBySecond('thief')
    const others = await newestCode()
    expect([first.answer.headers.location, other.answer.headers.location]).toEqual([
      '/sign-in/join',
      '/sign-in/join',
    ])
    if (own !== others) {
      expect((await enter(own, other.cookie)).statusCode).toBe(422)
      expect((await enter(others, first.cookie)).statusCode).toBe(422)
    }
    expect(await rowsIn(world, 'identities')).toBe(0)
    expect((await enter(own, first.cookie)).statusCode).toBe(303)
    expect(await rowsIn(world, `identities where issuer = '${provider.issuer}'`)).toBe(1)
    expect(await rowsIn(world, `identities where issuer = '${second.issuer}'`)).toBe(0)
  })

  test('make one account of a new address, not two; its mailbox learns of both, and the second needs a code', async () => {
    const address = 'nora@new.example'
    const answers = [await comeByFirst('nora', address), await comeBySecond('mallory', address)]
    expect(answers.map(({ answer }) => answer.headers.location)).toEqual([
      expect.stringMatching(/^\/account\/name|^\/$/),
      '/sign-in/join',
    ])
    const mails = await mailed(world, post)
    expect(mails.map(({ to, email: { subject } }) => [to, subject])).toEqual([
      [[address], 'A login was linked to your account at moot.example'],
      [[address], 'Code to link a login at moot.example'],
    ])
    expect(await rowsIn(world, `users where email = '${address}'`)).toBe(1)
    expect(await rowsIn(world, 'identities')).toBe(1)
  })
})

describe('two logins of one provider with one address', () => {
  test('whose codes are entered at once: one is linked and signed in', async () => {
    const comers = []
    for (const account of ['ben', 'other']) {
      const { cookie } = await comeByFirst(account)
      comers.push({ cookie, code: await newestCode() })
    }
    const answers = await Promise.all(comers.map(({ code, cookie }) => enter(code, cookie)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 422])
    expect(await rowsIn(world, 'identities')).toBe(1)
    expect(await rowsIn(world, `sessions where user_id = ${ben}`)).toBe(1)
  })

  test('that are linked at once from the account: one is linked', async () => {
    const goings = []
    for (const account of ['one', 'two']) {
      await provider.control({ account, claims: {} })
      goings.push(await goThere(web, { cookie: await sessionOf(world, ben), path: '/account/logins' }))
    }
    const answers = await Promise.all(goings.map(({ back, cookie }) => web.get(back, cookie)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409])
    expect(await rowsIn(world, 'identities')).toBe(1)
  })

  test('do not follow each other: with another subject nobody enters, until the owner has removed the first', async () => {
    const own = await sessionOf(world, ben)
    await provider.control({ account: 'ben', claims: {} })
    await signInThere(web, { cookie: own, path: '/account/logins' })
    expect((await comeByFirst('successor')).answer.statusCode).toBe(409)
    const [, login = ''] = /name="login" value="(\d+)"/.exec((await web.get('/account', own)).body) ?? []
    await web.post('/account/logins/remove', { login }, withCookie(own))
    expect((await comeByFirst('successor')).answer.headers.location).toBe('/sign-in/join')
    expect(await rowsIn(world, 'identities')).toBe(0)
    // The removed one has no way in left, and none for the same address without a code.
    expect((await comeByFirst('ben')).answer.headers.location).toBe('/sign-in/join')
  })
})

describe('wrong codes of strangers', () => {
  /** As if so many were typed already. */
  const typed = (subject: string, count: number) =>
    world.db.pool.query("insert into attempts values ($1, $2, now() + interval '1 day')", [
      attemptHash('wrong_code_account', subject),
      count,
    ])

  test('with another login, or for signing in, do not keep the owner from linking theirs', async () => {
    await typed(`${ben}`, 29)
    await typed(`join ${ben} ${second.issuer} stranger`, 29)
    const stranger = await comeBySecond('stranger')
    const asked = await both.post('/sign-in', { address: email, next: '/' })
    const [first = '', other = ''] = (await mailed(world, post)).map((mail) => insideOf(mail).code)
    await enter(wrongFor(first), stranger.cookie)
    await both.post('/sign-in/code', { code: wrongFor(other) }, withCookie(cookiesOf(asked)))
    expect(await rowsIn(world, 'attempts where count = 30')).toBe(2)
    const own = await comeByFirst('ben')
    const answer = await enter(await newestCode(), own.cookie)
    expect([answer.statusCode, await addressOf(cookiesOf(answer))]).toEqual([303, email])
  })

  test('of one login are still limited: after thirty a right one counts no more', async () => {
    await typed(`join ${ben} ${second.issuer} guesser`, 29)
    const { cookie } = await comeBySecond('guesser')
    const code = await newestCode()
    expect((await enter(wrongFor(code), cookie)).statusCode).toBe(422)
    expect((await enter(code, cookie)).statusCode).toBe(422)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })
})

describe('a provider that makes up logins with one address', () => {
  const countOf = async (hash: Buffer) =>
    (await world.db.pool.query<{ count: number }>('select count from attempts where hash = $1', [hash]))
      .rows[0]?.count

  test('guesses at most a hundred codes a day, whatever the logins; others still link theirs', async () => {
    const first = await comeBySecond('made up')
    await enter(wrongFor(await newestCode()), first.cookie)
    const all = attemptHash('wrong_code_provider', `join ${ben} ${second.issuer}`)
    expect(await countOf(all)).toBe(1)
    await world.db.pool.query('update attempts set count = 99 where hash = $1', [all])
    const almost = await comeBySecond('made up too')
    const code = await newestCode()
    await enter(wrongFor(code), almost.cookie)
    expect((await enter(code, almost.cookie)).statusCode).toBe(422)
    const { cookie } = await comeBySecond('made up at last')
    expect((await enter(await newestCode(), cookie)).statusCode).toBe(422)
    const own = await comeByFirst('ben')
    expect((await enter(await newestCode(), own.cookie)).statusCode).toBe(303)
    expect(await rowsIn(world, 'identities')).toBe(1)
  })

  test('has at most twenty mails an hour sent to it; the owner still gets one for another provider', async () => {
    for (let login = 0; login < 22; login++) await comeBySecond(`made up ${login}`)
    expect(await mailed(world, post)).toHaveLength(20)
    await comeByFirst('ben')
    expect(await mailed(world, post)).toHaveLength(1)
  })
})

describe('one new login that arrives in several browsers at once', () => {
  const ADDRESSES = {
    'two addresses': ['nora@new.example', 'nora.two@new.example'],
    'three addresses': ['nora@new.example', 'nora.two@new.example', 'nora.three@new.example'],
    'one address twice and another': ['nora@new.example', 'nora@new.example', 'nora.two@new.example'],
    'one address': ['nora@new.example', 'nora@new.example', 'nora@new.example'],
  }

  test.each(
    Object.entries(ADDRESSES).flatMap(([how, addresses]) => [
      { how, addresses, outcome: 'an account just made' },
      { how, addresses, outcome: 'no account yet' },
    ]),
  )('with $how and $outcome ends in one account, with all of them signed in', async (one) => {
    const { addresses, outcome } = one
    const comers = []
    for (const email of addresses) {
      second.person = { sub: 'nora', email, email_verified: true }
      const sent = await both.post('/sign-in/with', { provider: 'liar', next: '/' })
      const url = String(sent.headers['refresh']).replace('0; url=', '')
      comers.push({ back: second.back(url), cookie: cookiesOf(sent) })
    }
    const other = await hold(
      world.db,
      "with u as (insert into users (email, email_verified) values ('nora.first@new.example', true) returning id) insert into identities (issuer, subject, user_id) select $1, 'nora', id from u",
      [second.issuer],
    )
    const answers = Promise.all(comers.map(({ back, cookie }) => both.get(back, cookie)))
    await other.waitedFor(comers.length)
    // Before or after an account has this login: the first of them may have to make it.
    if (outcome === 'no account yet') await other.query('rollback')
    await other.release()
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual(comers.map(() => 303))
    expect(await rowsIn(world, 'identities')).toBe(1)
    expect(await rowsIn(world, "users where email like 'nora%'")).toBe(1)
    expect(await rowsIn(world, 'sessions s join identities i using (user_id)')).toBe(comers.length)
  })
})

describe('a person who left and came back', () => {
  test('is not entered by a code or a login of before', async () => {
    const address = 'lea@mill.example'
    const add = async () =>
      (
        await world.db.pool.query<{ id: number }>('insert into users (email) values ($1) returning id', [
          address,
        ])
      ).rows[0]?.id ?? 0
    const first = await add()
    const session = await sessionOf(world, first)
    await provider.control({ account: 'lea', claims: {} })
    await signInThere(web, { cookie: session, path: '/account/logins' })
    const waiting = await comeBySecond('late', address)
    const code = await newestCode()
    await erasePerson(world.db, SYSTEM, { user_id: first, writings: 'keep', list: null })
    const again = await add()
    expect((await enter(code, waiting.cookie)).statusCode).toBe(410)
    expect((await comeByFirst('lea', address)).answer.headers.location).toBe('/sign-in/join')
    expect(await rowsIn(world, `sessions where user_id = ${again}`)).toBe(0)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })
})

describe('a visit to a provider', () => {
  test('for signing in, linking or signing in again is never taken for one of the others', async () => {
    const own = await sessionOf(world, ben)
    const stranger = await sessionOf(world, world.ada.id)
    await provider.control({ account: 'thief', claims: {} })
    const link = await goThere(web, { cookie: own, path: '/account/logins' })
    // The address of a link, opened where somebody else is signed in, or nobody.
    for (const cookie of [link.cookie.replace(own, stranger), link.cookie.replace(own, '')]) {
      await world.db.pool.query('update provider_attempts set started_at = now()')
      const answer = await web.get(link.back, cookie)
      expect([409, 410]).toContain(answer.statusCode)
    }
    const again = await goThere(web, { cookie: own, path: '/sign-in/again/with' })
    expect((await web.get(again.back, again.cookie)).statusCode).toBe(403)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })
})
