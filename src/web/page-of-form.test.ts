import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../test/group-web.ts'
import { makePoll } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { formUrls } from './page-of-form.ts'
import { PAGES } from './pages.ts'

let at: GroupWorld
let poll: string

beforeAll(async () => {
  at = await openGroupWorld()
  poll = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world))}`
})

test('a refused vote that is reloaded leads to its poll', async () => {
  const refused = await at.post(`${poll}/ballot`, 'ada', {})
  expect(refused.statusCode).toBe(422)
  const again = await at.get(`${poll}/ballot?x=1`, 'ada')
  expect([again.statusCode, again.headers.location]).toEqual([303, poll])
})

test('each URL that only takes forms leads to a page above it', async () => {
  const shown = new Set(PAGES.filter(({ show }) => show !== null).map(({ path }) => path))
  for (const url of formUrls(PAGES)) {
    const { statusCode, headers } = await at.get(url.replaceAll(':', ''), 'outsider')
    expect(statusCode, url).toBe(303)
    const page = [...shown].find((path) => path.replaceAll(':', '') === headers.location)
    expect(page, url).toBeDefined()
    expect(url === page || page === '/' || url.startsWith(`${page}/`), url).toBe(true)
  }
})

test.each([
  ['/d/Zz9Yy8Xx/polls/Aa1Bb2Cc/ballot', '/d/Zz9Yy8Xx'],
  ['/g/mill-lane/members/links', '/g/mill-lane/members'],
  ['/g/mill-lane/links/7/end', '/g/mill-lane/links'],
  ['/account/sessions/end', '/account'],
  ['/sign-out', '/'],
])('%s leads to %s, for everyone and whether it exists or not', async (url, page) => {
  for (const who of ['outsider', 'ada'] as const) expect((await at.get(url, who)).headers.location).toBe(page)
})
