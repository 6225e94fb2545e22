import { expect } from 'vitest'
import { type GroupWorld, openGroupWorld, type Who } from './group-web.ts'
import { makeThread } from './tell.ts'
import { keyOf } from './web.ts'

type ThreadWish = Parameters<typeof makeThread> extends [unknown, ...infer Rest] ? Rest : never

/** A group with its pages, and helpers for threads. */
export type ThreadWorld = GroupWorld & {
  thread(...wish: ThreadWish): Promise<{ id: number; path: string }>
  /** Posts a comment and returns its id. */
  say(path: string, who: Who, body: string, more?: Record<string, string | string[]>): Promise<number>
  /** What a thread counts, as it is stored. */
  counts(id: number): Promise<Counts>
}

type Counts = {
  items_count: number
  comments_count: number
  last_comment_at: Date | null
  seen_by_count: number
}

export async function openThreadWorld(): Promise<ThreadWorld> {
  const at = await openGroupWorld()
  return {
    ...at,
    thread: async (...wish) => {
      const id = await makeThread(at.world, ...wish)
      return { id, path: `/d/${await keyOf(at.world, 'discussions', id)}` }
    },
    say: async (path, who, body, more = {}) => {
      const answer = await at.post(`${path}/comments`, who, { body, ...more })
      expect(answer.statusCode).toBe(303)
      return Number(/comments\/(\d+)\b/.exec(String(answer.headers.location))?.[1])
    },
    counts: async (id) => {
      const { rows } = await at.world.db.pool.query<Counts>(
        'select items_count, comments_count, last_comment_at, seen_by_count from discussions where id = $1',
        [id],
      )
      return rows[0]!
    },
  }
}
