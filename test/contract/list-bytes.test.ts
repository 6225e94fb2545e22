import { beforeAll, describe, expect, test } from 'vitest'
import { LISTED_BYTES } from '../../src/discussions/pages.ts'
import { keyFor } from '../world.ts'
import { openB2 } from './b2.ts'

/** Pages of threads and polls end when their texts get too large, and the next page continues: in each API. */

const at = await openB2()
const { key } = await keyFor(at.world)

/** Each quotation mark takes two bytes in JSON. */
const LONG = '"'.repeat(100_000)
const TEXTS = [...Array.from({ length: 6 }, () => LONG), 'short', LONG, LONG]

const ids: Record<string, number[]> = { discussions: [], polls: [] }

beforeAll(async () => {
  const { group_id } = at
  ids['discussions']?.push(at.thread.id)
  for (const [place, text] of TEXTS.entries()) {
    const thread = { group_id, title: `Thread ${place}`, description: text }
    ids['discussions']?.unshift((await at.as.ada.post('/discussions', thread)).json().discussions[0].id)
    const poll = { title: `Poll ${place}`, poll_type: 'proposal', closing_at: '2099-01-01', details: text }
    ids['polls']?.unshift((await at.as.ada.post('/polls', { group_id, ...poll })).json().polls[0].id)
  }
})

type Page = Record<string, { id: number; description?: string; details?: string }[]> & {
  meta: { total: number; next: number | null }
}
type Query = { per?: number; from?: number; after?: number }

const b1 = async (path: string, asked: Query): Promise<Page> => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const url = `/api/b1/${path}?${query}`
  return (await at.web.app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json()
}
const b2 = async (path: string, { per = 50, from = 0 }: Query): Promise<Page> =>
  (await at.as.ada.get(`/${path}?group_id=${at.group_id}&limit=${per}&offset=${from}&status=all`)).json()

describe.each(['discussions', 'polls'] as const)('a list of long %s', (path) => {
  test.each<[string, typeof b1, (page: Page, listed: number) => Query]>([
    ['b1, from, by how many came', b1, (_page, from) => ({ from })],
    ['b1, after, by what the page said', b1, ({ meta }) => ({ after: meta.next ?? 0 })],
    ['b2, offset, by how many came', b2, (_page, from) => ({ from })],
  ])('comes in pages of limited size that contain each once: %s', async (_how, list, next) => {
    const pages = [await list(path, { per: 100 })]
    for (let listed = 0; pages.at(-1)?.meta.next !== null && pages.length < TEXTS.length; ) {
      const last = pages.at(-1)!
      listed += last[path]!.length
      pages.push(await list(path, { per: 100, ...next(last, listed) }))
    }
    expect(pages.flatMap((page) => page[path]!.map(({ id }) => id))).toEqual(ids[path])
    expect(pages.map((page) => page[path]!.length)).toEqual([5, ids[path]!.length - 5])
    for (const page of pages) {
      const texts = page[path]!.map(({ description, details }) => JSON.stringify(description ?? details))
      expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(LISTED_BYTES)
      expect(page.meta.total).toBe(ids[path]?.length)
    }
  })

  test('has as many as requested if there is room', async () => {
    const page = await b1(path, { per: 2, from: 1 })
    expect(page[path]?.map(({ id }) => id)).toEqual(ids[path]?.slice(1, 3))
    expect(page.meta.next).toBe(ids[path]?.[2])
    expect((await b1(path, { per: 2, from: ids[path]!.length - 2 })).meta.next).toBeNull()
    expect((await b1(path, { from: 99 }))[path]).toEqual([])
  })
})
