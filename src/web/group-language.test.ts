import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../test/group-web.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { PAGES } from './pages.ts'

/** Members who chose no language read every page of a group, and of its polls and threads, in its language. */

const ENGLISH = { 'accept-language': 'en-US,en' }
const LANGUAGE = /<html lang="([^"]+)"/

let at: GroupWorld
let polls: string[]
let thread: string

beforeAll(async () => {
  at = await openGroupWorld()
  const { world } = at
  await world.db.pool.query("update groups set locale = 'es'")
  const discussion_id = await makeThread(world, {})
  thread = await keyOf(world, 'discussions', discussion_id)
  const open = await makePoll(world, { discussion_id })
  const draft = await makePoll(world, { settings: { closing_at: null } })
  polls = [await keyOf(world, 'polls', open), await keyOf(world, 'polls', draft)]
})

/** Pages about a group, a poll or a thread that need nothing else in their URL. */
const paths = PAGES.flatMap(({ path, who, show }) =>
  typeof who !== 'string' && show !== null && !/:(?!handle|key)/.test(path) ? [{ path, who }] : [],
)

function urlsOf({ path, who }: (typeof paths)[number]): string[] {
  const keys = 'thread' in who ? [thread] : polls
  const urls = path.includes(':key') ? keys.map((key) => path.replace(':key', key)) : [path]
  return urls.map((url) => `${url.replace(':handle', 'mill-lane')}?group=mill-lane`)
}

test.each(['ada', 'ben'] as const)('%s, who has an English browser', async (who) => {
  const read = new Set<string>()
  const others: string[] = []
  for (const url of paths.flatMap(urlsOf)) {
    const page = await at.get(url, who, ENGLISH)
    const language = LANGUAGE.exec(page.body)?.[1]
    if (language === undefined) continue
    read.add(url)
    if (language !== 'es') others.push(`${url} ${page.statusCode} ${language}`)
  }
  expect(others).toEqual([])
  expect(read.size).toBeGreaterThan(60)
})

test('somebody who has just joined', async () => {
  expect((await at.get('/g/mill-lane?joined', 'ben', ENGLISH)).body).toContain('<html lang="es"')
})
