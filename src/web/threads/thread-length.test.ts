import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'

const LONG = 30_000

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

/** A comment by Ben with this many replies by Ada, each of this length. Returns their ids. */
async function replied(id: number, path: string, { replies, characters }: Record<string, number>) {
  const root = await at.say(path, 'ben', 'The first word')
  const { rows } = await at.world.db.pool.query(
    `insert into comments (discussion_id, author_id, parent_id, body, sequence_id)
     select $1, $2, $3, rpad('Reply ' || n || ' ', $5::int, 'x'), n + 1 from generate_series(1, $4::int) n returning id`,
    [id, at.people.ada, root, replies, characters],
  )
  await at.world.db.pool.query('update discussions set items_count = $2, comments_count = $2 where id = $1', [
    id,
    rows.length + 1,
  ])
  return { root, replies: rows.map((row) => row.id as number) }
}

const shownIn = (page: string) =>
  [...page.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id))

/** Follows the paging links from this URL; returns all pages. */
async function pagesFrom(path: string, link: RegExp): Promise<string[]> {
  const pages = [(await at.get(path, 'cleo')).body]
  for (let next = link.exec(pages[0] ?? ''); next !== null; next = link.exec(pages.at(-1) ?? ''))
    pages.push((await at.get(next[1] ?? '', 'cleo')).body)
  return pages
}

const LATER = /<a href="([^"]*)">Later<\/a>/
const EARLIER_TEXTS = /<a href="([^"]*)">Earlier posts<\/a>/

describe('a comment with more replies than fit on a page', () => {
  test('shows each of them once, in order, on short pages', async () => {
    const { id, path } = await at.thread()
    const { root, replies } = await replied(id, path, { replies: 20, characters: LONG })
    const after = await at.say(path, 'ben', 'The last word')
    const pages = await pagesFrom(path, LATER)
    expect(pages.flatMap(shownIn)).toEqual([root, ...replies, after])
    expect(pages.length).toBe(4)
    for (const page of pages) expect(page.length).toBeLessThan(300_000)
  })

  test('says on each page that they continue, and what they reply to', async () => {
    const { id, path } = await at.thread()
    const { root } = await replied(id, path, { replies: 250, characters: 20 })
    const [first = '', second = ''] = await pagesFrom(path, LATER)
    expect(shownIn(first).length).toBe(200)
    expect(first).toContain(`<a href="${path}?page=2">Show more replies</a>`)
    expect(first).not.toContain('More replies to')
    expect(second).toContain(
      `More replies to <a href="${path}/comments/${root}">the comment by Ben Ash</a></p>`,
    )
    expect(second).not.toContain('Read on')
    expect(second).toContain(`name="parent_id" value="${root}"`)
  })

  test('links to each of them, and to the first new one', async () => {
    const { id, path } = await at.thread()
    const { replies } = await replied(id, path, { replies: 250, characters: 20 })
    const last = replies.at(-1)
    const jump = await at.get(`${path}/comments/${last}`, 'cleo')
    expect(jump.headers.location).toBe(`${path}?page=2#comment-${last}`)
    await at.post(`${path}/read`, 'cleo', { last_seen: '250' })
    expect((await at.get(path, 'cleo')).body).toContain(`href="${path}?page=2#comment-${last}"`)
  })

  test('keeps what was typed for it if it moves to another page', async () => {
    const { id, path } = await at.thread()
    const { root } = await replied(id, path, { replies: 250, characters: 20 })
    const sent = { body: 'Not lost', parent_id: String(root), page: '99', act: 'preview' }
    expect((await at.post(`${path}/comments`, 'cleo', sent)).body).toContain('>Not lost</textarea>')
  })
})

test('long comments leave room for fewer on a page, and a comment longer than a page is shown whole', async () => {
  const { path } = await at.thread()
  const ids: number[] = []
  for (const body of ['Short', 'ü'.repeat(100_000), 'ö'.repeat(100_000), 'Short again'])
    ids.push(await at.say(path, 'ben', body))
  const pages = await pagesFrom(path, LATER)
  expect(pages.map(shownIn)).toEqual([[ids[0]], [ids[1]], [ids[2]], [ids[3]]])
  expect(pages[1]).toContain('ü'.repeat(100_000))
})

test('a comment that fills its page links to its replies, even if nobody may reply any more', async () => {
  const { path } = await at.thread()
  const root = await at.say(path, 'ben', 'ü'.repeat(100_000))
  const reply = await at.say(path, 'ben', 'Shorter', { parent_id: String(root) })
  await at.post(`${path}/close`, 'ada')
  const pages = await pagesFrom(path, /<a href="([^"]*)">Show more replies<\/a>/)
  expect(pages.map(shownIn)).toEqual([[root], [reply]])
})

describe('a history', () => {
  const textsIn = (page: string) => [...page.matchAll(/Text (\d+)\b/g)].map(([, n]) => Number(n))
  const down = (from: number) => Array.from({ length: from }, (_, n) => from - n)

  async function edited(texts: number, characters: number) {
    const { id, path } = await at.thread()
    const comment = await at.say(path, 'ben', `Text ${texts} `)
    await at.world.db.pool.query(
      `insert into comment_versions (comment_id, body, written_at)
       select $1, rpad('Text ' || n || ' ', $3::int, 'x'), now() - interval '1 day' + n * interval '1 second'
       from generate_series(1, $2::int) n`,
      [comment, texts - 1, characters],
    )
    await at.world.db.pool.query(
      `insert into discussion_versions (discussion_id, version, title, description, description_format, replaced_by)
       select $1, n, 'Title', rpad('Text ' || n || ' ', $3::int, 'x'), 'md', $4 from generate_series(1, $2::int) n`,
      [id, texts - 1, characters, at.people.ada],
    )
    await at.world.db.pool.query(
      'update discussions set versions_count = $2, description = $3 where id = $1',
      [id, texts, `Text ${texts} `],
    )
    return { comment: `${path}/comments/${comment}/history`, thread: `${path}/history` }
  }

  test.each(['comment', 'thread'] as const)('of a %s is split into pages, newest first', async (of) => {
    const address = (await edited(45, 20))[of]
    const pages = await pagesFrom(address, EARLIER_TEXTS)
    expect(pages.flatMap(textsIn)).toEqual(down(45))
    expect(pages.map((page) => textsIn(page).length)).toEqual([21, 20, 4])
    expect(pages[0]).not.toContain('Latest posts')
    expect(pages[2]).toContain(`<a href="${address}">Latest posts</a>`)
    expect((await at.get(`${address}?from=44`, 'cleo')).statusCode).toBe(404)
  })

  test.each(['comment', 'thread'] as const)('of a %s with long texts has short pages', async (of) => {
    const pages = await pagesFrom((await edited(12, LONG))[of], EARLIER_TEXTS)
    expect(pages.flatMap(textsIn)).toEqual(down(12))
    for (const page of pages) expect(page.length).toBeLessThan(300_000)
  })

  test('that fits on one page has no paging links', async () => {
    const { comment } = await edited(3, 20)
    expect((await at.get(comment, 'cleo')).body).not.toContain('Pages of this history')
  })
})

test('long texts of polls go to the next page of their thread', async () => {
  const { id, path } = await at.thread()
  for (let one = 0; one < 8; one++)
    await makePoll(at.world, { discussion_id: id, settings: { details: 'x'.repeat(LONG) } })
  const pages = await pagesFrom(path, LATER)
  expect(pages.length).toBe(2)
  for (const page of pages) expect(page.length).toBeLessThan(300_000)
})
