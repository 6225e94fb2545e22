import { describe, expect, test } from 'vitest'
import { keyFor } from '../world.ts'
import { close, rows } from './acts.ts'
import { expectRefused, openB2 } from './b2.ts'

/** Tags of threads and polls on b2, and how b1 shows them. */

const at = await openB2()
const { as, group_id, world } = at
const POLL = { title: 'Blue?', poll_type: 'poll', options: ['a', 'b'], closing_at: '2099-01-01' }

type Tagged = { id: number; key: string; title: string; tags: string[]; tag_ids: number[] }

const thread = async (tags: unknown, fields: object = {}): Promise<Tagged> =>
  (await as.ben.post('/discussions', { group_id, title: 'Old', tags, ...fields })).json().discussions[0]
const poll = async (tags: unknown, fields: object = {}): Promise<Tagged> =>
  (await as.ben.post('/polls', { ...POLL, group_id, tags, ...fields })).json().polls[0]
const titles = (list: Tagged[]) => list.map(({ title }) => title)
/** Every tag of all groups, with how often it is used. */
const known = async () => {
  const tags = await rows<{ name: string; uses: number }>(
    world.db,
    'select name, uses from tags order by folded',
  )
  return tags.map(({ name, uses }) => [name, uses])
}
/** No test sees the tags of others. */
const forget = () =>
  world.db.pool.query("update polls set tags = '[]'; update discussions set tags = '[]'; delete from tags")

describe('tags', () => {
  test('are set with a new thread and a new poll, and ordered by name', async () => {
    await forget()
    const one = await thread(['Garden', ' budget '])
    expect(one.tags).toEqual(['budget', 'Garden'])
    const other = await poll(['BUDGET'], { discussion_id: one.id })
    // The first spelling is the tag's.
    expect(other.tags).toEqual(['budget'])
    expect(other.tag_ids).toEqual([one.tag_ids[0]])
    expect(await known()).toEqual([
      ['budget', 2],
      ['Garden', 1],
    ])
    const { threads } = (await as.ben.get(`/threads/${one.id}`)).json()
    expect(threads[0].tags).toEqual(['budget', 'Garden'])
  })

  test('are changed alone, without a new version or an entry in the history', async () => {
    await forget()
    const one = await thread(['A', 'B'])
    const events = () => rows(world.db, 'select id from events where discussion_id = $1', [one.id])
    const before = await events()
    const changed = (await as.ben.patch(`/discussions/${one.id}`, { tags: ['b', 'C'] })).json().discussions[0]
    expect(changed).toMatchObject({ title: 'Old', tags: ['B', 'C'], versions_count: 1 })
    expect(await events()).toEqual(before)
    expect(await known()).toEqual([
      ['B', 1],
      ['C', 1],
    ])
    const other = (await as.ben.patch(`/discussions/${one.id}`, { title: 'New' })).json().discussions[0]
    expect(other).toMatchObject({ title: 'New', tags: ['B', 'C'] })
    expect((await as.ada.patch(`/discussions/${one.id}`, { tags: [] })).json().discussions[0].tags).toEqual(
      [],
    )
    expect(await known()).toEqual([])
  })

  test('of a poll are changed with its settings, and alone once it is closed', async () => {
    await forget()
    const { id } = await poll(['A'])
    const changed = (await as.ben.patch(`/polls/${id}`, { title: 'Red?', tags: ['A', 'B'] })).json().polls[0]
    expect(changed).toMatchObject({ title: 'Red?', tags: ['A', 'B'] })
    await close(world, id)
    expectRefused(await as.ben.patch(`/polls/${id}`, { title: 'Green?', tags: ['C'] }), 409, 'poll_closed')
    expect((await as.ben.patch(`/polls/${id}`, { tags: ['C'] })).json().polls[0].tags).toEqual(['C'])
    expect(await known()).toEqual([['C', 1]])
  })

  test('of anonymous polls and polls in threads, and null, are as of others', async () => {
    await forget()
    expect((await poll(['A'], { anonymous: true, receipts: true })).tags).toEqual(['A'])
    expect((await poll(null)).tags).toEqual([])
    expect((await thread(null)).tags).toEqual([])
  })

  test('are refused when they are too many, too long or with a comma, with all other problems', async () => {
    await forget()
    const many = Array.from({ length: 11 }, (_, place) => `T${place}`)
    const wrong = [...many, 'x'.repeat(41), 'a, b']
    for (const answer of [
      await as.ben.post('/discussions', { group_id, title: '', tags: wrong }),
      await as.ben.post('/polls', { ...POLL, group_id, title: '', tags: wrong }),
      await as.ben.patch(`/discussions/${(await thread([])).id}`, { title: '', tags: wrong }),
      await as.ben.patch(`/polls/${(await poll([])).id}`, { title: '', tags: wrong }),
    ]) {
      expectRefused(answer, 422, 'invalid', ['tags', 'title'])
      expect(answer.json().errors.tags).toHaveLength(3)
    }
    for (const tags of [7, [['a']], [{ name: 'a' }]])
      expectRefused(await as.ben.post('/discussions', { group_id, title: 'T', tags }), 422, 'invalid', [
        'tags',
      ])
    expect(await known()).toEqual([])
  })

  test('that many people give at once are one tag', async () => {
    await forget()
    const made = await Promise.all(Array.from({ length: 8 }, () => thread(['Rush', 'Hour'])))
    expect(new Set(made.map(({ tag_ids }) => tag_ids.join())).size).toBe(1)
    const ways = await Promise.all(
      made.map(({ id }, place) =>
        as.ben.patch(`/discussions/${id}`, { tags: place % 2 === 0 ? [] : ['Hour'] }),
      ),
    )
    expect(ways.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(await known()).toEqual([['Hour', 4]])
  })

  test('are forgotten with the last thread or poll that carries them', async () => {
    await forget()
    const one = await thread(['A', 'B'])
    await poll(['B', 'C'], { discussion_id: one.id })
    const other = await poll(['C'])
    expect((await as.ada.remove(`/discussions/${one.id}`)).statusCode).toBe(200)
    expect(await known()).toEqual([['C', 1]])
    expect((await as.ada.remove(`/polls/${other.id}`)).statusCode).toBe(200)
    expect(await known()).toEqual([])
    const kept = await rows(
      world.db,
      `select tags from discussions where tags <> '[]' union all select tags from polls where tags <> '[]'`,
    )
    expect(kept).toEqual([])
  })
})

describe('lists', () => {
  test('are limited to a tag, in any case', async () => {
    await forget()
    await thread(['Budget'], { title: 'One' })
    await thread(['Budget', 'Garden'], { title: 'Two' })
    await poll(['garden'], { title: 'Three' })
    const discussions = (await as.ben.get(`/discussions?group_id=${group_id}&tag=BUDGET`)).json()
    expect(titles(discussions.discussions)).toEqual(['Two', 'One'])
    expect(discussions.meta.total).toBe(2)
    expect(discussions.tags.map(({ name }: { name: string }) => name).sort()).toEqual(['Budget', 'Garden'])
    const polls = (await as.ben.get(`/polls?group_id=${group_id}&status=all&tag=garden`)).json()
    expect([titles(polls.polls), polls.meta.total]).toEqual([['Three'], 1])
    const threads = (await as.ben.get('/threads?tag=garden')).json()
    expect([titles(threads.discussions), threads.meta.total]).toEqual([['Two'], 1])
    for (const path of [
      `/discussions?group_id=${group_id}&tag=None`,
      '/threads?tag=None',
      '/threads?tag=%25',
    ])
      expect((await as.ben.get(path)).json().meta.total).toBe(0)
  })
})

describe('guests', () => {
  const GUEST = { recipient_emails: ['gil@else.example'] }

  test('see no tags, cannot look for them, and cannot set them', async () => {
    await forget()
    const one = await thread(['Secret'], GUEST)
    const asked = await poll(['Secret too'], { discussion_id: one.id })
    for (const path of [
      `/discussions/${one.id}`,
      `/threads/${one.id}`,
      `/threads/${one.id}/items`,
      `/polls/${asked.id}`,
      '/threads',
    ]) {
      expect((await as.ben.get(path)).body).toContain('Secret')
      const { body, statusCode } = await as.guest.get(path)
      expect([statusCode, body.includes('Secret')]).toEqual([200, false])
    }
    expect((await as.guest.get('/threads?tag=Secret')).json().meta.total).toBe(0)
    // A former member who is a guest of their own thread.
    await rows(world.db, 'update discussions set author_id = $1 where id = $2', [at.guest_id, one.id])
    expectRefused(await as.guest.patch(`/discussions/${one.id}`, { tags: [] }), 422, 'invalid', ['tags'])
    expect((await as.guest.patch(`/discussions/${one.id}`, { title: 'Mine' })).statusCode).toBe(200)
    expect((await as.ben.get(`/discussions/${one.id}`)).json().discussions[0].tags).toEqual(['Secret'])
  })

  test('and people outside find out nothing about the tags of a group', async () => {
    await forget()
    await thread(['Secret'])
    for (const tag of ['Secret', 'None'])
      expectRefused(await as.stranger.get(`/discussions?group_id=${group_id}&tag=${tag}`), 404, 'not_found')
    expect((await as.stranger.get('/threads?tag=Secret')).json().meta.total).toBe(0)
  })
})

test('a program of the group reads ids, and the tags beside its records', async () => {
  await forget()
  const one = await thread(['Budget', 'Garden'])
  const asked = await poll(['Budget'], { discussion_id: one.id })
  const { key } = await keyFor(world)
  const get = async (path: string) =>
    (await at.web.app.inject({ url: `/api/b1${path}`, headers: { authorization: `Bearer ${key}` } })).json()
  const tag = (id: number | undefined, name: string) => ({ id, name, group_id, color: null })
  const [budget, garden] = [tag(one.tag_ids[0], 'Budget'), tag(one.tag_ids[1], 'Garden')]
  const shown = await get(`/discussions/${one.id}`)
  expect([shown.discussions[0].tag_ids, shown.tags]).toEqual([one.tag_ids, [budget, garden]])
  for (const answer of [await get(`/polls/${asked.id}`), await get('/polls?per=1')]) {
    expect(answer.polls[0].tag_ids).toEqual([budget.id])
    expect(answer.tags).toEqual([budget, garden])
  }
  expect((await get('/discussions?per=1')).tags).toEqual([budget, garden])
  // Kept answers are made anew.
  await as.ben.patch(`/polls/${asked.id}`, { tags: [] })
  const after = await get(`/polls/${asked.id}`)
  expect([after.polls[0].tag_ids, after.tags]).toEqual([[], [budget, garden]])
})
