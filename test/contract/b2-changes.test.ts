import { describe, expect, test } from 'vitest'
import { close, rows } from './acts.ts'
import { expectRefused, openB2 } from './b2.ts'

/** Changing and deleting on b2: who may, and what cannot be changed. */

const at = await openB2()
const { as, group_id, people, world } = at
const GUEST = { recipient_emails: ['gil@else.example'] }
const OPEN = { title: 'Blue?', poll_type: 'poll', options: ['a', 'b'], closing_at: '2099-01-01' }

type Who = keyof typeof as
type Made = { id: number; key: string; group_id: number }

const makers = {
  discussions: async (): Promise<Made> =>
    (await as.ben.post('/discussions', { group_id, title: 'Old', ...GUEST })).json().discussions[0],
  polls: async (): Promise<Made> => {
    const { id: discussion_id } = await makers.discussions()
    return (await as.ben.post('/polls', { ...OPEN, discussion_id })).json().polls[0]
  },
  comments: async (): Promise<Made> => {
    const { id: discussion_id } = await makers.discussions()
    return (await as.ben.post('/comments', { discussion_id, body: 'Old' })).json().comments[0]
  },
}
type Root = keyof typeof makers

// 2: done; 3: visible, but not allowed; 4: not found. Everything is Ben's.
const MATRIX: [call: string, root: Root, fields: object | null, who: Record<Who, number>][] = [
  ['changing', 'discussions', { title: 'New' }, { ada: 2, ben: 2, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
  ['changing', 'polls', { title: 'New' }, { ada: 2, ben: 2, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
  ['changing', 'comments', { body: 'New' }, { ada: 3, ben: 2, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
  ['deleting', 'discussions', null, { ada: 2, ben: 3, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
  ['deleting', 'polls', null, { ada: 2, ben: 3, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
  ['deleting', 'comments', null, { ada: 2, ben: 2, cleo: 3, gone: 4, stranger: 4, guest: 3 }],
]

describe('permissions', () => {
  test.each(MATRIX)('%s %s %j is only for permitted people', async (_, root, fields, expected) => {
    const found: Record<string, number> = {}
    for (const [who, person] of Object.entries(as)) {
      const { id } = await makers[root]()
      const path = `/${root}/${id}`
      const before = (await as.ada.get(path)).json()[root][0]
      const answer = await (fields === null ? person.remove(path) : person.patch(path, { ...fields }))
      found[who] = { 200: 2, 403: 3, 404: 4 }[answer.statusCode] ?? answer.statusCode
      if (answer.statusCode !== 200) expect((await as.ada.get(path)).json()[root][0]).toEqual(before)
    }
    expect(found).toEqual(expected)
  })

  test('are checked before the body', async () => {
    const { id } = await makers.polls()
    expectRefused(await as.cleo.patch(`/polls/${id}`, { title: '' }), 403, 'not_facilitator')
    expectRefused(await as.stranger.patch(`/polls/${id}`, { title: '' }), 404, 'not_found')
    const thread = await makers.discussions()
    expectRefused(await as.cleo.patch(`/discussions/${thread.id}`, { title: '' }), 403, 'not_yours')
  })
})

describe('a thread', () => {
  test('is changed by flat and nested fields, and omitted fields stay', async () => {
    const { key } = await makers.discussions()
    const nested = { discussion: { description: 'Why', pinned: true } }
    const first = await as.ben.patch(`/discussions/${key}`, nested)
    expect(first.json().discussions[0]).toMatchObject({ title: 'Old', description: 'Why', versions_count: 2 })
    expect(first.headers['folkmoot-ignored-fields']).toBe('pinned')
    const second = (await as.ada.patch(`/discussions/${key}`, { title: 'New' })).json().discussions[0]
    expect(second).toMatchObject({ title: 'New', description: 'Why' })
    expectRefused(
      await as.ben.patch(`/discussions/${key}`, { title: '', description_format: 'x' }),
      422,
      'invalid',
      ['title', 'description_format'],
    )
  })

  test('keeps the format of its text, whatever the format of a change', async () => {
    const of = async (description_format: 'md' | 'html', given: 'md' | 'html', description: string) => {
      const fields = { group_id, title: 'F', description: 'x', description_format }
      const { id } = (await as.ben.post('/discussions', fields)).json().discussions[0]
      const changed = { discussion: { description, description_format: given } }
      return (await as.ben.patch(`/discussions/${id}`, changed)).json().discussions[0]
    }
    expect(await of('md', 'html', '<p>So <b>it</b> is</p>')).toMatchObject({
      description: 'So **it** is',
      description_format: 'md',
    })
    expect(await of('html', 'md', 'So **it** is')).toMatchObject({
      description: '<p>So <strong>it</strong> is</p>',
      description_format: 'html',
    })
  })

  test('that is deleted is not found, nor are its polls', async () => {
    const poll = await makers.polls()
    const { discussion_id } = (await as.ada.get(`/polls/${poll.id}`)).json().polls[0]
    const answer = (await as.ada.remove(`/discussions/${discussion_id}`)).json()
    expect(answer.discussions[0]).toMatchObject({ id: discussion_id, discarded_at: expect.any(String) })
    for (const path of [
      `/discussions/${discussion_id}`,
      `/polls/${poll.id}`,
      `/threads/${discussion_id}/items`,
    ])
      expectRefused(await as.ben.get(path), 404, 'not_found')
    expectRefused(await as.ada.remove(`/discussions/${discussion_id}`), 404, 'not_found')
  })
})

describe('a poll', () => {
  test('accepts new settings, and additional options', async () => {
    const { id } = await makers.polls()
    const changed = { poll: { title: 'New', closing_at: '2098-01-01', options: ['a', 'b', 'c'] } }
    expect((await as.ben.patch(`/polls/${id}`, changed)).json().polls[0]).toMatchObject({
      title: 'New',
      closing_at: '2098-01-01T00:00:00.000Z',
      poll_option_names: ['a', 'b', 'c'],
    })
    const same = await as.ben.patch(`/polls/${id}`, { options: ['c', 'b', 'a'] })
    expect(same.json().polls[0].poll_option_names).toEqual(['a', 'b', 'c'])
    for (const options of [['a', 'b'], ['d'], 7])
      expectRefused(await as.ben.patch(`/polls/${id}`, { options }), 422, 'invalid', ['options'])
    expect((await as.ben.get(`/polls/${id}`)).json().polls[0].poll_option_names).toEqual(['a', 'b', 'c'])
  })

  test('that is a draft is opened by setting a closing time', async () => {
    const { closing_at: _, ...draft } = OPEN
    const { id } = (await as.ben.post('/polls', { ...draft, group_id })).json().polls[0]
    expect((await as.ben.patch(`/polls/${id}`, { details: 'x' })).json().polls[0].opened_at).toBe(null)
    expectRefused(await as.ben.patch(`/polls/${id}`, { closing_at: 'soon' }), 422, 'invalid', ['closing_at'])
    const opened = (await as.ben.patch(`/polls/${id}`, { poll: { closing_at: '2099-01-01' } })).json()
      .polls[0]
    expect(opened).toMatchObject({ opened_at: expect.any(String), closing_at: '2099-01-01T00:00:00.000Z' })
  })

  test('that is closed cannot be changed', async () => {
    const { id } = await makers.polls()
    await close(world, id)
    expectRefused(await as.ada.patch(`/polls/${id}`, { title: 'New' }), 409, 'poll_closed')
  })

  test('never shows results earlier than voters were told', async () => {
    const fields = { ...OPEN, group_id, hide_results: 'until_closed' }
    const { id } = (await as.ben.post('/polls', fields)).json().polls[0]
    expectRefused(await as.ben.patch(`/polls/${id}`, { hide_results: 'off' }), 422, 'invalid', [
      'hide_results',
    ])
  })

  test('that is deleted is not found', async () => {
    const { id, key } = await makers.polls()
    const answer = (await as.ada.remove(`/polls/${key}`)).json()
    expect(answer.polls[0]).toMatchObject({ id, discarded_at: expect.any(String) })
    expectRefused(await as.ben.get(`/polls/${id}`), 404, 'not_found')
  })
})

describe('a comment', () => {
  test('is changed, also by HTML, and leaves a note when it is deleted', async () => {
    const { id } = await makers.comments()
    const changed = await as.ben.patch(`/comments/${id}`, { body: '<i>New</i>', body_format: 'html' })
    expect(changed.json().comments[0]).toMatchObject({ body: '*New*', edited_at: expect.any(String) })
    expectRefused(await as.ben.patch(`/comments/${id}`, { body: ' ' }), 422, 'invalid', ['body'])
    expectRefused(await as.ben.patch(`/comments/${id}`, {}), 422, 'invalid', ['body'])
    const mark = { id, body: null, discarded_at: expect.any(String), discarded_by: people.ben }
    expect((await as.ben.remove(`/comments/${id}`)).json().comments[0]).toMatchObject(mark)
    expectRefused(await as.ben.remove(`/comments/${id}`), 409, 'comment_deleted')
    expectRefused(await as.ben.patch(`/comments/${id}`, { body: 'x' }), 409, 'comment_deleted')
    const [kept] = await rows<{ body: string | null }>(world.db, 'select body from comments where id = $1', [
      id,
    ])
    expect(kept).toEqual({ body: null })
  })
})
