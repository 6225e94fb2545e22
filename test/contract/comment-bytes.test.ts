import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { LISTED_BYTES } from '../../src/discussions/pages.ts'
import { assistantOver } from '../mcp.ts'
import { keyFor } from '../world.ts'
import { openB2 } from './b2.ts'

/** Pages of comments end when their texts get too large, and the next page continues: in each API. */

const at = await openB2()
const { key } = await keyFor(at.world)

/** Long comments with a short one between: each quotation mark takes two bytes in JSON. */
const LONG = '"'.repeat(100_000)
const BODIES = [...Array.from({ length: 6 }, (_, place) => `${place}${LONG.slice(1)}`), 'short', LONG, LONG]

let thread: number
let ids: number[]

beforeAll(async () => {
  thread = (await at.as.ada.post('/discussions', { group_id: at.group_id, title: 'Long' })).json()
    .discussions[0].id
  const said = { discussion_id: thread, parent_id: null, mentioned_ids: [] }
  ids = []
  for (const body of BODIES)
    ids.push(
      (
        await change(at.world.db, { kind: 'person', user_id: at.people.ada }, (act) =>
          addComment(act, { ...said, body }),
        )
      ).id,
    )
})

type Page = { comments: { id: number; body: string }[]; meta: { total: number; next: number | null } }
type Query = { per?: number; from?: number; after?: number }

const inQuery = (asked: Query) =>
  Object.entries(asked)
    .map(([name, value]) => `&${name}=${value}`)
    .join('')

const DOORS: [string, (asked: Query) => Promise<Page>][] = [
  [
    'b1',
    async (asked) => {
      const url = `/api/b1/discussions/${thread}/comments?${inQuery(asked)}`
      return (await at.web.app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json()
    },
  ],
  ['b2', async (asked) => (await at.as.ada.get(`/comments?discussion_id=${thread}${inQuery(asked)}`)).json()],
  [
    'mcp',
    async (asked) => {
      if (!at.web.app.server.listening) await at.web.app.listen({ port: 0, host: '127.0.0.1' })
      const url = new URL(`http://127.0.0.1:${(at.web.app.server.address() as AddressInfo).port}/mcp`)
      const headers = { authorization: `Bearer ${key}` }
      const client = await assistantOver(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      const answer = await client.callTool({
        name: 'list_comments',
        arguments: { ref: String(thread), ...asked },
      })
      return answer.structuredContent as Page
    },
  ],
]

/** All pages, each requested after the previous one. */
async function pagesOf(list: (asked: Query) => Promise<Page>, next: (page: Page, listed: number) => Query) {
  const pages = [await list({ per: 200 })]
  for (let listed = 0; ; ) {
    const last = pages.at(-1)!
    listed += last.comments.length
    if (last.meta.next === null || pages.length > BODIES.length) return pages
    pages.push(await list({ per: 200, ...next(last, listed) }))
  }
}

describe.each(DOORS)('a list of long comments by %s', (_, list) => {
  test.each<[string, (page: Page, listed: number) => Query]>([
    ['from, by how many came', (_page, from) => ({ from })],
    ['after, by what the page said', ({ meta }) => ({ after: meta.next ?? 0 })],
  ])('comes in pages of limited size that contain every comment once: %s', async (_how, next) => {
    const pages = await pagesOf(list, next)
    expect(pages.flatMap(({ comments }) => comments.map(({ id }) => id))).toEqual(ids)
    expect(pages.flatMap(({ comments }) => comments.map(({ body }) => body))).toEqual(BODIES)
    expect(pages.map(({ comments }) => comments.length)).toEqual([4, 5])
    for (const { comments, meta } of pages) {
      const bytes = comments.reduce((sum, { body }) => sum + Buffer.byteLength(JSON.stringify(body)), 0)
      expect(bytes).toBeLessThanOrEqual(LISTED_BYTES)
      expect(meta.total).toBe(BODIES.length)
    }
  })

  test('has as many as requested if there is room', async () => {
    const { comments, meta } = await list({ per: 2, from: 5 })
    expect(comments.map(({ id }) => id)).toEqual(ids.slice(5, 7))
    expect(meta.next).toBe(ids[6])
    expect((await list({ per: 3, from: 6 })).meta.next).toBeNull()
    expect((await list({ from: 99 })).comments).toEqual([])
  })

  test('has one on a page if that one is larger than the limit', async () => {
    const body = 'x'.repeat(LISTED_BYTES)
    const { pool } = at.world.db
    // No comment is that long: the limits might change.
    await pool.query('alter table comments drop constraint if exists comments_body_check')
    await pool.query('update comments set body = $2 where id = $1', [ids[1], body])
    expect((await list({ per: 200, from: 1 })).comments.map(({ id }) => id)).toEqual([ids[1]])
    expect((await list({ per: 200 })).comments.map(({ id }) => id)).toEqual([ids[0]])
    await pool.query('update comments set body = $2 where id = $1', [ids[1], BODIES[1]])
  })
})
