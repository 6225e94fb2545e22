import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

/** What leads back to the account from a page, the header apart: `above` the title, and `below` it. */
function waysBack(body: string) {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? []
  const [above = '', below = ''] = main.split(/<h1(?=[ >])/)
  const waysIn = (part: string) =>
    [...part.matchAll(/<a [^>]*href="\/account"[^>]*>([^<]*)/g)].map((m) => m[1])
  return { above: waysIn(above), below: waysIn(below) }
}

test.each(['address', 'address/code', 'data', 'leave', 'keys', 'passkeys'])(
  'from /account/%s the way back is above the title, as from others',
  async (page) => {
    const { body } = await at.get(`/account/${page}`, 'ada')
    expect(waysBack(body)).toEqual({ above: ['Your account'], below: [] })
  },
)

test('so it is from the address of a new calendar, and from the page that ends all access', async () => {
  expect(waysBack((await at.post('/account/calendar', 'ada')).body)).toEqual({
    above: ['Your account'],
    below: [],
  })
  expect(waysBack((await at.get('/account/access', 'ada')).body).above).toEqual(['Your account'])
})
