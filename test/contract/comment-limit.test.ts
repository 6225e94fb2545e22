import { beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../src/users/limit.ts'
import type { Answer } from '../app.ts'
import { keyFor } from '../world.ts'
import { rows } from './acts.ts'
import { expectProblem } from './api.ts'
import { openB2 } from './b2.ts'

/** The limit on one author's comments per minute, across all APIs and pages. */

const at = await openB2()
const { db } = at.world
const { most } = LIMITS.comment
const path = `/d/${at.thread.key}/comments`

beforeEach(() => db.pool.query('delete from attempts'))

const programs = async () => ({ authorization: `Bearer ${(await keyFor(at.world)).key}` })
const byKey = (headers: Record<string, string>, body: string): Promise<Answer> =>
  at.web.app.inject({
    method: 'POST',
    url: `/api/b1/discussions/${at.thread.id}/comments`,
    headers,
    payload: { body },
  })
const byTool = (headers: Record<string, string>, body: string): Promise<Answer> =>
  at.web.app.inject({
    method: 'POST',
    url: '/mcp?allow_writes=true',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_comment', arguments: { ref: at.thread.key, body } },
    },
  })
const byPersonalKey = (body: string) => at.as.ben.post('/comments', { discussion_id: at.thread.id, body })
const onThePage = (body: string) => at.post(path, 'ben', { body })
const said = async (body: string) =>
  (await rows<{ body: string }>(db, 'select body from comments where body = $1', [body])).length

// All of them wait for one row: on a busy machine the last of many is told to try again.
const AT_ONCE = 4

async function times(count: number, say: (body: string) => Promise<Answer>): Promise<number[]> {
  const statuses = new Set<number>()
  for (let n = 0; n < count; n += AT_ONCE) {
    const sent = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, place) => say(`No ${n + place}`))
    for (const { statusCode } of await Promise.all(sent)) statuses.add(statusCode)
  }
  return [...statuses]
}

describe('comments a minute', () => {
  test('are limited for a group’s key, together with its assistant', async () => {
    const own = await programs()
    expect(await times(most - 1, (body) => byKey(own, body))).toEqual([200])
    expect((await byTool(own, 'By an assistant')).body).toContain('By an assistant')
    const refused = await byKey(own, 'One too many')
    expectProblem(refused, 429, 'too_many_attempts')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await byTool(own, 'Two too many')).body).toContain('429 too_many_attempts')
    expect([await said('One too many'), await said('Two too many')]).toEqual([0, 0])
    expect((await byKey(await programs(), 'Another key')).statusCode).toBe(200)
    await db.pool.query("update attempts set ends_at = now() - interval '1 second'")
    expect((await byKey(own, 'A minute later')).statusCode).toBe(200)
  })

  test('are limited for a person, across their own keys and pages', async () => {
    expect(await times(most / 2, byPersonalKey)).toEqual([200])
    expect(await times(most / 2, onThePage)).toEqual([303])
    expectProblem(await byPersonalKey('One too many'), 429, 'too_many_attempts')
    const page = await onThePage('One too many')
    expect([page.statusCode, page.body.includes('One too many</textarea>')]).toEqual([429, true])
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    expect(await said('One too many')).toBe(0)
    const { ada } = at.as
    expect((await ada.post('/comments', { discussion_id: at.thread.id, body: 'Ada' })).statusCode).toBe(200)
  })

  test('count posted comments only: not failures or repeated answers', async () => {
    const own = await programs()
    const again = { ...own, 'idempotency-key': 'once' }
    expect(await times(most, () => byKey(own, ''))).toEqual([422])
    for (let time = 0; time < 3; time += 1) expect((await byKey(again, 'The same')).statusCode).toBe(200)
    expect(await times(most - 1, (body) => byKey(own, body))).toEqual([200])
    expect((await byKey(own, 'One too many')).statusCode).toBe(429)
  })
})
