import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '../../src/keys/api-key.ts'
import { keyFor } from '../world.ts'
import { rows } from './acts.ts'
import {
  type Answer,
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'
import { matching, openStage } from './stage.ts'

const { world, api, ben, a, elsewhere, without } = await openStage()
const b = await caller(world, api, { variant: 'b' })
const other = await caller(world, api, { permissions: ['comment'] })

type Said = { id: number; body: string | null; author_id: number } & Record<string, unknown>
const commentsOf = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ comments: Said[]; meta: Record<string, unknown> }>()
}
const kinds = async (discussion_id: number) =>
  (
    await rows<{ kind: string }>(
      world.db,
      "select kind from events where discussion_id = $1 and kind <> 'new_discussion' order by id",
      [discussion_id],
    )
  ).map(({ kind }) => kind)

let thread: ReturnType<typeof threadOf>
beforeEach(async () => {
  thread = threadOf(await a.post('/discussions', { title: 'Paint', description: 'The hall.' }))
})

describe('a thread', () => {
  test.each(ENCODINGS)('is changed in the given fields only, as %s', async (encoding) => {
    const at = `/discussions/${thread.key}`
    const first = threadOf(await a.patch(at, { title: 'Paint it' }, { encoding }))
    expect(first).toMatchObject({ title: 'Paint it', description: 'The hall.', versions_count: 2 })
    const second = threadOf(await b.patch(at, { description: null }, { encoding }))
    expect(second).toMatchObject({ title: 'Paint it', description: null, versions_count: 3 })
    expect(threadOf(await a.patch(at, {}, { encoding }))).toMatchObject({ versions_count: 3 })
    expect(await kinds(thread.id)).toEqual(['discussion_edited', 'discussion_edited'])
  })

  test.each<[string, Fields, string[]]>([
    ['a blank title', { title: ' ' }, ['title']],
    ['no title', { title: null }, ['title']],
    ['too much', { title: 'x'.repeat(151), description: 'x'.repeat(100_001) }, ['title', 'description']],
    ['numbers', { title: 7, description: 7 }, ['title', 'description']],
    ['a number and a blank', { title: '', description: 7 }, ['title', 'description']],
  ])('cannot be changed to %s', async (_, fields, wrong) => {
    expectInvalid(await a.patch(`/discussions/${thread.id}`, fields), ...wrong)
    expect(threadOf(await a.get(`/discussions/${thread.id}`))).toEqual(thread)
  })

  test('ignores fixed fields, and says so', async () => {
    const answer = await a.patch(`/discussions/${thread.id}`, {
      private: false,
      author_id: 1,
      closed_at: null,
    })
    expect(ignoredBy(answer)).toEqual(['private', 'author_id', 'closed_at'])
    expect(threadOf(answer)).toEqual(thread)
  })

  test('is closed and reopened', async () => {
    const at = `/discussions/${thread.id}`
    expect(threadOf(await a.post(`${at}/close`, {})).closed_at).not.toBeNull()
    expectProblem(await a.post(`${at}/close`, {}), 409, 'thread_closed')
    expectProblem(await a.post(`${at}/comments`, { body: 'x' }), 409, 'thread_closed')
    expect(threadOf(await a.post(`${at}/reopen`, {})).closed_at).toBeNull()
    expectProblem(await a.post(`${at}/reopen`, {}), 409, 'thread_open')
    expect(await kinds(thread.id)).toEqual(['discussion_closed', 'discussion_reopened'])
  })

  test('gets guests, who get ballots in its polls', async () => {
    const poll = pollOf(await a.post('/polls', pollFields({ discussion_id: thread.id })))
    const asked = { emails: ['guest@else.example', 'ben@mill.example'], message: 'Come and see.' }
    const shown = threadOf(await a.post(`/discussions/${thread.id}/guests`, asked))
    expect(shown.members_count).toBe(thread.members_count + 1)
    expect(pollOf(await a.get(`/polls/${poll.id}`)).voters_count).toBe(6)
    expectInvalid(await a.post(`/discussions/${thread.id}/guests`, { emails: ['x'] }), 'emails')
    expectInvalid(await a.post(`/discussions/${thread.id}/guests`, {}), 'emails')
  })

  test('is not changed by a caller with an outdated version', async () => {
    const at = `/discussions/${thread.id}`
    const read = await a.get(at)
    await a.post(`${at}/comments`, { body: 'A comment is no edit.' })
    const changed = await a.patch(at, { title: 'One' }, { headers: matching(read) })
    expect(threadOf(changed).title).toBe('One')
    expectProblem(
      await a.patch(at, { title: 'Two' }, { headers: matching(read) }),
      412,
      'precondition_failed',
    )
    expectProblem(await a.remove(at, {}, { headers: matching(read) }), 412, 'precondition_failed')
    expect(threadOf(await a.patch(at, { title: 'Three' }, { headers: matching(changed) })).title).toBe(
      'Three',
    )
  })
})

describe('a comment', () => {
  const say = async (fields: Fields, by = a) =>
    commentsOf(await by.post(`/discussions/${thread.id}/comments`, fields)).comments[0]!

  test.each(ENCODINGS)('is posted by the bot of the key, as %s', async (encoding) => {
    const answer = await a.post(
      `/discussions/${thread.key}/comments`,
      { body: 'Blue, *please*.', mentioned_ids: [ben] },
      { encoding },
    )
    const { comments, meta } = commentsOf(answer)
    expect(comments).toMatchObject([
      {
        discussion_id: thread.id,
        body: 'Blue, *please*.',
        body_format: 'md',
        parent_id: null,
        author_id: thread.author_id,
        sequence_id: 1,
        mentioned_ids: [ben],
        edited_at: null,
        discarded_at: null,
      },
    ])
    expect(meta).toEqual({ root: 'comments', total: null, next: null })
    expect(envelopeOf(answer).discussions).toMatchObject([{ id: thread.id, comments_count: 1 }])
    const [told] = await rows(
      world.db,
      "select recipient_ids from events where kind = 'new_comment' and discussion_id = $1",
      [thread.id],
    )
    expect(told).toEqual({ recipient_ids: [ben] })
  })

  test('is listed in chronological order, page by page', async () => {
    const first = await say({ body: 'One' })
    const answer = await say({ body: 'Two', parent_id: first.id }, other)
    const third = await say({ body: 'Three' })
    const list = (query = '') => a.get(`/discussions/${thread.id}/comments${query}`)
    const all = commentsOf(await list())
    expect(all.comments.map(({ id }) => id)).toEqual([first.id, answer.id, third.id])
    expect(all.comments[1]).toMatchObject({ parent_id: first.id })
    expect(all.meta).toEqual({ root: 'comments', total: 3, next: null })
    const page = commentsOf(await list('?per=2'))
    expect(page.meta).toMatchObject({ total: 3, next: answer.id })
    expect(commentsOf(await list(`?after=${page.meta['next']}`)).comments).toEqual([all.comments[2]])
    expect(commentsOf(await list('?from=1&per=1')).comments).toEqual([all.comments[1]])
    expect(commentsOf(await a.get(`/comments/${third.id}`)).comments).toEqual([all.comments[2]])
    expectInvalid(await list('?per=0&from=x'), 'per', 'from')
  })

  test('is edited and deleted by the key that wrote it', async () => {
    const { id } = await say({ body: 'One' }, other)
    const edited = await other.patch(`/comments/${id}`, { body: 'Two @nobody' }, { encoding: 'form' })
    expect(commentsOf(edited).comments[0]).toMatchObject({
      body: 'Two @nobody',
      edited_at: expect.any(String),
    })
    expectProblem(
      await other.patch(`/comments/${id}`, { body: 'Three' }, { headers: { 'if-match': '"old"' } }),
      412,
      'precondition_failed',
    )
    const gone = commentsOf(await other.remove(`/comments/${id}`, {}, { headers: matching(edited) }))
    expect(gone.comments[0]).toMatchObject({
      body: null,
      discarded_at: expect.any(String),
      mentioned_ids: [],
    })
    expect((await a.get(`/discussions/${thread.id}/comments`)).body).not.toContain('Two')
    expectProblem(await other.remove(`/comments/${id}`), 409, 'comment_deleted')
    expectProblem(await other.patch(`/comments/${id}`, { body: 'x' }), 409, 'comment_deleted')
    expect(await kinds(thread.id)).toEqual(['new_comment', 'comment_edited', 'comment_deleted'])
  })

  test('by another author cannot be edited, and is deleted with manage_discussions only', async () => {
    const { id } = await say({ body: 'Mine' })
    expectProblem(await other.patch(`/comments/${id}`, { body: 'Yours' }), 403, 'not_yours')
    expectProblem(await other.remove(`/comments/${id}`), 403, 'not_yours')
    const { id: theirs } = await say({ body: 'Theirs' }, other)
    expectProblem(await a.patch(`/comments/${theirs}`, { body: 'Mine' }), 403, 'not_yours')
    const keeper = await caller(world, api, { permissions: ['manage_discussions'] })
    expect(commentsOf(await keeper.remove(`/comments/${theirs}`)).comments[0]?.body).toBeNull()
  })

  test.each<[string, Fields, string[]]>([
    ['nothing', {}, ['body']],
    ['blanks', { body: ' \n ' }, ['body']],
    ['too much', { body: 'x'.repeat(100_001) }, ['body']],
    ['numbers', { body: 1, parent_id: 'x', mentioned_ids: ['y'] }, ['body', 'parent_id', 'mentioned_ids']],
    ['strangers', { body: 'x', mentioned_ids: [999_999] }, ['mentioned_ids']],
  ])('is not %s', async (_, fields, wrong) => {
    expectInvalid(await a.post(`/discussions/${thread.id}/comments`, fields), ...wrong)
    expect(commentsOf(await a.get(`/discussions/${thread.id}/comments`)).comments).toEqual([])
  })

  test('cannot reply to a missing comment', async () => {
    const elsewhereIs = threadOf(await a.post('/discussions', { title: 'Bikes' }))
    const { id } = await say({ body: 'One' })
    const path = `/discussions/${elsewhereIs.id}/comments`
    expectInvalid(await a.post(path, { body: 'x', parent_id: id }), 'parent_id')
    expectInvalid(
      await a.post(path, { body: '', parent_id: id, mentioned_ids: [999_999] }),
      'body',
      'parent_id',
      'mentioned_ids',
    )
  })

  test('with the same Idempotency-Key is posted once', async () => {
    const headers = { 'idempotency-key': `say ${thread.id}` }
    const path = `/discussions/${thread.id}/comments`
    const first = commentsOf(await a.post(path, { body: 'Once' }, { headers }))
    expect(commentsOf(await a.post(path, { body: 'Once' }, { headers }))).toEqual(first)
    expect(await kinds(thread.id)).toEqual(['new_comment'])
  })
})

type Ask = ['GET' | 'POST' | 'PATCH' | 'DELETE', string, Fields, Permission | null]
const ASKS: Ask[] = [
  ['PATCH', '', { title: 'x' }, 'manage_discussions'],
  ['DELETE', '', {}, 'manage_discussions'],
  ['POST', '/close', {}, 'manage_discussions'],
  ['POST', '/reopen', {}, 'manage_discussions'],
  ['POST', '/guests', { emails: ['x@else.example'] }, 'manage_discussions'],
  ['POST', '/comments', { body: 'x' }, 'comment'],
  ['GET', '/comments', {}, null],
]

describe('permissions', () => {
  const ask = (method: Ask[0], url: string, payload: Fields, key?: string) =>
    api.send({
      method,
      url: `/api/b1${url}`,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { payload }),
    })
  /** The responses for this record and for a missing one are the same. */
  const expectNothing = async (method: Ask[0], url: string, never: string, payload: Fields) => {
    const found = await ask(method, url, payload, elsewhere.key)
    expectProblem(found, 404, 'not_found')
    expect(found.json().error).toBe((await ask(method, never, payload, elsewhere.key)).json().error)
  }

  test.each(ASKS)('%s /discussions/REF%s', async (method, path, payload, permission) => {
    expectProblem(await ask(method, `/discussions/${thread.id}${path}`, payload), 403, 'api_key_missing')
    await expectNothing(method, `/discussions/${thread.id}${path}`, `/discussions/999999${path}`, payload)
    await expectNothing(method, `/discussions/${thread.key}${path}`, `/discussions/nOsUcHky${path}`, payload)
    if (permission !== null) {
      const { key } = await without(permission)
      const refused = await ask(method, `/discussions/${thread.id}${path}`, payload, key)
      expectProblem(refused, 403, 'permission_missing')
      expect(refused.body).toContain(permission)
    }
    expect(await kinds(thread.id)).toEqual([])
  })

  test.each([
    ['GET', {}],
    ['PATCH', { body: 'x' }],
    ['DELETE', {}],
  ] as const)('%s /comments/ID', async (method, payload) => {
    const { comments } = commentsOf(await a.post(`/discussions/${thread.id}/comments`, { body: 'One' }))
    const url = `/comments/${comments[0]?.id}`
    expectProblem(await ask(method, url, payload), 403, 'api_key_missing')
    await expectNothing(method, url, '/comments/999999', payload)
    for (const id of ['0', 'x', '-1', '9'.repeat(30)])
      expectProblem(await ask(method, `/comments/${id}`, payload, a.key), 404, 'not_found')
    const reader = await keyFor(world, { permissions: [] })
    const answer = await ask(method, url, payload, reader.key)
    if (method === 'GET') expect(answer.statusCode).toBe(200)
    else expectProblem(answer, 403, 'permission_missing')
  })
})
