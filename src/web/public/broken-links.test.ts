import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'

let at: GroupWorld
/** The same places, each with the token of a removed member's link to it. */
let ended: [path: string, token: string][]
let open: string

const HOME = '/g/mill-lane'
const WRONG = 'x'.repeat(32)
const TITLE = 'This link doesn’t work, so you see the public page.'
const SENTENCE = 'A link also stops working when its owner leaves the group.'
const WAY_IN = /<a class="button" href="([^"]+)">Sign in/

beforeAll(async () => {
  at = await openGroupWorld()
  const { world, people } = at
  await world.db.pool.query('update groups set public = true')
  const discussion_id = await makeThread(world)
  await world.db.pool.query('update discussions set private = false where id = $1', [discussion_id])
  const poll_id = await makePoll(world, { discussion_id })
  const thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  open = `/p/${await keyOf(world, 'polls', poll_id)}`
  const user_id = people.gone
  ended = [
    [HOME, await tokenFor(world, 'invitation', { user_id })],
    [thread, await tokenFor(world, 'thread', { user_id, discussion_id })],
    [open, await tokenFor(world, 'ballot', { user_id, poll_id })],
  ]
})

/** The page, without its token in links of the header. */
const page = async (url: string, who: Parameters<GroupWorld['get']>[1]) => {
  const { statusCode, body } = await at.get(url, who)
  expect(statusCode, url).toBe(200)
  return decoded(body)
}

describe('a personal link that opens no more than everyone sees', () => {
  test('says so above the page, and how to get in', async () => {
    for (const [path, token] of ended) {
      const body = await page(`${path}?k=${token}`, 'outsider')
      expect(body.split('<h1')[0], path).toContain(TITLE)
      expect(body).toContain(SENTENCE)
      expect(WAY_IN.exec(body)?.[1]).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
      expect(body).not.toContain(token)
    }
  })

  test('does not tell whether it ever was one', async () => {
    for (const [path, token] of ended)
      for (const never of [WRONG, token.slice(0, -3), '…', ''])
        expect(await page(`${path}?k=${encodeURIComponent(never)}`, 'outsider')).toBe(
          await page(`${path}?k=${token}`, 'outsider'),
        )
  })

  test('says so too when it ended after it was followed', async () => {
    for (const [path, token] of ended) {
      const cookie = `__Secure-folkmoot_link=${token}.${Date.now()}`
      expect(decoded((await at.web.get(path, cookie)).body), path).toContain(TITLE)
    }
  })

  test('says it briefly to those who are signed in and outside the group', async () => {
    for (const [path, token] of ended) {
      const body = await page(`${path}?k=${token}`, 'stranger')
      expect(body).toContain(TITLE)
      expect(body).toContain(SENTENCE)
      expect(body).not.toMatch(WAY_IN)
    }
  })

  test('leads members to what they see anyway, without a word', async () => {
    for (const [path, token] of ended) {
      const answer = await at.get(`${path}?k=${token}`, 'ben')
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
      expect(await page(path, 'ben')).not.toContain(TITLE)
    }
  })
})

test('a public page without a link says nothing of links', async () => {
  for (const [path] of ended)
    for (const who of ['outsider', 'stranger'] as const) expect(await page(path, who)).not.toContain(TITLE)
  expect(await page(`${open}/embed?k=${WRONG}`, 'outsider')).not.toContain(TITLE)
})

test('an invitation that is over leads a member to their private group too', async () => {
  await at.world.db.pool.query('update groups set public = false')
  const [[path, token] = ['', '']] = ended
  expect((await at.get(`${path}?k=${token}`, 'ben')).headers.location).toBe(HOME)
  expect((await at.get(`${path}?k=${token}`, 'stranger')).statusCode).toBe(404)
  expect((await at.get(`${path}?k=${token}`, 'outsider')).statusCode).toBe(404)
})
