import { beforeEach, describe, expect, test } from 'vitest'
import { openInvitation } from '../../../test/invitation.ts'
import { rowsIn } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { openWeb, PUBLIC_URL, SAME_ORIGIN, seen, tokenFor, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'

/** Forms that join a group by an invitation, from elsewhere or with a link that is not for it. */

const NAME = { own_name: 'Ben Ash' }

let world: World
let web: Web
let ben: number
let token: string

beforeEach(async () => {
  ;({ world, web, ben, token } = await openInvitation())
})

const accepted = async () =>
  (await rowsIn(world, `memberships where user_id = ${ben} and accepted_at is not null`)) > 0

describe('nobody joins', () => {
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.moot.example' }],
    ['from another origin, where the browser tells no more', { origin: 'https://evil.example' }],
    ['from nowhere', { origin: 'null' }],
    ['from a program that tells nothing', {}],
    ['when the two contradict', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }],
  ])('%s', async (_, headers) => {
    const { cookie } = await web.follow('/g/mill-lane', token)
    const answer = await web.post('/g/mill-lane/join', NAME, { ...headers, cookie } as Record<string, string>)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain('came from another site')
    expect(await accepted()).toBe(false)
  })

  test('by a link for another purpose or group', async () => {
    const other = await tokenFor(world, 'ballot', { user_id: ben, poll_id: await makePoll(world) })
    const stop = await tokenFor(world, 'unsubscribe', { user_id: ben })
    const never = seen(await web.get('/g/nobody'))
    for (const wrong of [other, stop, 'x'.repeat(32), '']) {
      const cookie = `__Secure-folkmoot_link=${wrong}`
      expect(seen(await web.get('/g/mill-lane', cookie))).toBe(never)
      expect((await web.post('/g/mill-lane/join', NAME, { ...SAME_ORIGIN, cookie })).statusCode).toBe(404)
    }
    expect(await accepted()).toBe(false)
  })

  test('if the invitation was withdrawn', async () => {
    const { cookie } = await web.follow('/g/mill-lane', token)
    await world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [ben])
    expect((await web.post('/g/mill-lane/join', NAME, { ...SAME_ORIGIN, cookie })).statusCode).toBe(404)
    expect(seen(await web.get('/g/mill-lane', cookie))).toBe(seen(await web.get('/g/nobody')))
  })
})

test('without https the Origin header alone is enough', async () => {
  const plain = await openWeb(world, { PUBLIC_URL: 'http://moot.lan:3000' })
  const { cookie } = await plain.follow('/g/mill-lane', token)
  const answer = await plain.post('/g/mill-lane/join', NAME, { origin: 'http://moot.lan:3000', cookie })
  expect(answer.statusCode).toBe(303)
  expect(await accepted()).toBe(true)
})
