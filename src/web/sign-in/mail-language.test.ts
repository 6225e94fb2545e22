import { beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '../../../test/post.ts'
import { cookiesOf, insideOf, mailed, openSignInWorld } from '../../../test/sign-in.ts'
import { makeThread } from '../../../test/tell.ts'
import { SAME_ORIGIN, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'

const BEN = 'ben@mill.example'

let world: World
let web: Web
let post: Post
let ben: number

beforeEach(async () => {
  ;({ world, web, post, ben } = await openSignInWorld())
})

const languageOf = (raw = '') => /^content-language: (.*)\r$/im.exec(raw)?.[1]

/** The mail for Ben's request by a browser with these headers. */
async function askedBy(headers: Record<string, string>) {
  const answer = await web.post('/sign-in', { address: BEN, next: '/' }, { ...SAME_ORIGIN, ...headers })
  const [mail] = await mailed(world, post)
  return { mail, language: languageOf(mail?.raw), answer }
}

describe('the mail for signing in', () => {
  test('is in the language of the page on which it was requested, whatever the group’s', async () => {
    await world.db.pool.query("update groups set locale = 'en'")
    const { mail, language } = await askedBy({ 'accept-language': 'tlh, ja;q=0.9, en;q=0.5' })
    expect(language).toBe('ja')
    expect(mail?.email.subject).toBe('moot.exampleへのログイン')
    expect((await askedBy({})).language).toBe('en')
  })

  test('prefers the person’s own language, then the one picked in the browser', async () => {
    const picked = { 'accept-language': 'ja', cookie: 'folkmoot_language=uk' }
    expect((await askedBy(picked)).language).toBe('uk')
    await world.db.pool.query("update users set locale = 'pl' where id = $1", [ben])
    expect((await askedBy(picked)).language).toBe('pl')
  })

  test('ignores languages that nobody can choose', async () => {
    const odd = { 'accept-language': 'tlh', cookie: 'folkmoot_language=tlh' }
    expect((await askedBy(odd)).language).toBe('en')
  })
})

test('later mails are in the language of the browser in which a person signed in', async () => {
  const { mail } = await askedBy({ 'accept-language': 'de' })
  const { token } = insideOf(mail)
  const entered = await web.post('/sign-in/link', { k: token }, { ...SAME_ORIGIN, 'accept-language': 'de' })
  expect(cookiesOf(entered)).toContain('session')
  await world.db.pool.query('update memberships set accepted_at = now()')
  const told = async () => {
    await makeThread(world, { user_ids: [ben] })
    return (await post.deliver()).map(({ raw }) => languageOf(raw))
  }
  expect(await told()).toEqual(['de'])
  await world.db.pool.query("update groups set locale = 'fr'")
  expect(await told()).toEqual(['fr'])
})
