import { describe, expect, test } from 'vitest'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { close, reachClosing, vote } from './acts.ts'
import { type Answer, caller, expectInvalid, expectProblem, type Fields, ignoredBy, threadOf } from './api.ts'
import { openStage } from './stage.ts'

const { world, api, ben, a, elsewhere, make: makePoll } = await openStage()
const reader = await caller(world, api, { permissions: [], variant: 'b' })

const make = async (changes: Fields = {}) => (await makePoll(changes)).id
const thread = threadOf(await a.post('/discussions', { title: 'Paint' })).id
const other = threadOf(await a.post('/discussions', { title: 'Bikes' })).id
await world.db.pool.query('update discussions set closed_at = now() where id = $1', [other])
const draft = await make({ closing_at: null })
const open = await make({ discussion_id: thread })
const hidden = await make({ discussion_id: thread, hide_results: 'until_closed' })
const closed = await make()
const due = await make()
const secret = await make({ anonymous: true })
for (const id of [open, hidden, closed, due]) await vote(world, id, ben, { agree: 1 })
await close(world, closed)
await reachClosing(world, due)

type Listed = { id: number } & Record<string, unknown>
const list = (answer: Answer, root = 'polls') => {
  expect(answer.statusCode, answer.body).toBe(200)
  const parsed = answer.json()
  return { ids: (parsed[root] as Listed[]).map(({ id }) => id), records: parsed[root] as Listed[], ...parsed }
}

describe('polls', () => {
  test.each([
    ['', [secret, due, closed, hidden, open, draft]],
    ['?status=all', [secret, due, closed, hidden, open, draft]],
    ['?status=open', [secret, hidden, open]],
    ['?status=closed', [due, closed]],
    ['?status=draft', [draft]],
  ])('are listed, newest first: %s', async (query, ids) => {
    for (const by of [a, reader]) {
      const found = list(await by.get(`/polls${query}`))
      expect(found.ids).toEqual(ids)
      expect(found.meta).toEqual({ root: 'polls', total: ids.length, next: null })
      expect(found.groups[0].handle).toBe('mill-lane')
    }
  })

  test('are listed as each is shown, but without who chose what', async () => {
    const { records, poll_options, discussions, events } = list(await reader.get('/polls'))
    for (const record of records) {
      const { polls, poll_options: own } = (await reader.get(`/polls/${record.id}`)).json()
      const results = polls[0].results.map((row: object) => ({ ...row, voter_ids: [] }))
      expect(record).toEqual({ ...polls[0], results })
      const there = (poll_options as Listed[]).filter(({ poll_id }) => poll_id === record.id)
      expect(there.map(({ total_score }) => total_score)).toEqual(
        own.map((one: Listed) => one['total_score']),
      )
      for (const option of there) expect(option['voter_scores']).toEqual({})
    }
    expect(discussions.map((one: Listed) => one.id)).toEqual([thread])
    expect(events.length).toBe(7)
    const flags = (poll_options as Listed[]).map(({ poll_id, voter_scores_omitted }) => [
      poll_id,
      voter_scores_omitted,
    ])
    expect(flags).toContainEqual([open, true])
    expect(flags).toContainEqual([hidden, undefined])
  })

  test('continue after the last one, even if new ones were made in the meantime', async () => {
    const first = list(await a.get('/polls?per=2&status=all'))
    expect(first.ids).toEqual([secret, due])
    expect(first.meta).toEqual({ root: 'polls', total: 6, next: due })
    const second = list(await a.get(`/polls?per=2&after=${first.meta.next}`))
    expect(second.ids).toEqual([closed, hidden])
    const last = list(await a.get(`/polls?per=2&after=${second.meta.next}`))
    expect(last).toMatchObject({ ids: [open, draft], meta: { next: null } })
    expect(list(await a.get('/polls?per=2&from=3')).ids).toEqual([hidden, open])
    expect(list(await a.get('/polls?from=99')).ids).toEqual([])
    expect(list(await a.get('/polls?after=0')).ids).toEqual([])
  })

  test('that have just closed show their final numbers', async () => {
    const [record] = list(await a.get('/polls?status=closed')).records
    expect(record).toMatchObject({ id: due, results_visible: true, stance_counts: [1, 0, 0] })
    expect(record?.['closed_at']).not.toBeNull()
  })

  test('that are anonymous hide their results until they are sealed', async () => {
    const poll = await make({ anonymous: true, hide_results: 'off' })
    await vote(world, poll, ben, { agree: 1 })
    await reachClosing(world, poll)
    const shown = async () => list(await a.get('/polls?per=1')).records[0]
    expect(await shown()).toMatchObject({ id: poll, results_visible: false, stance_counts: [] })
    await world.db.pool.query('update polls set closed_at = closing_at where id = $1', [poll])
    await sealPoll(world.db, poll)
    expect(await shown()).toMatchObject({ id: poll, results_visible: true, stance_counts: [1, 0, 0] })
    await world.db.pool.query('update polls set discarded_at = now() where id = $1', [poll])
  })
})

describe('threads', () => {
  test.each([
    ['', [other, thread]],
    ['?status=open', [thread]],
    ['?status=closed', [other]],
    ['?per=1', [other]],
    [`?after=${other}`, [thread]],
  ])('are listed, newest first: %s', async (query, ids) => {
    const found = list(await reader.get(`/discussions${query}`), 'discussions')
    expect(found.ids).toEqual(ids)
    expect(found.meta.root).toBe('discussions')
    expect(found.meta.next).toBe(query === '?per=1' ? other : null)
    const [record] = found.records
    expect(record).toEqual(threadOf(await reader.get(`/discussions/${record?.id}`)))
  })
})

describe.each(['/polls', '/discussions'])('%s', (path) => {
  test('of another group are not found', async () => {
    expect(list(await elsewhere.get(path), path.slice(1))).toMatchObject({
      ids: [],
      meta: { total: 0, next: null },
    })
  })

  test('requires a key', async () => {
    expectProblem(await api.send({ method: 'GET', url: `/api/b1${path}` }), 403, 'api_key_missing')
    expectProblem(await api.as('fmk_nobody').get(path), 403, 'api_key_invalid')
  })

  test.each([
    ['status=eaten', ['status']],
    ['per=0', ['per']],
    ['per=201&from=-1&after=x', ['per', 'from', 'after']],
    ['from=9999999999999999', ['from']],
    ['per=1&per=2', ['per']],
  ])('refuses %s', async (query, wrong) => {
    expectInvalid(await a.get(`${path}?${query}`), ...wrong)
  })

  test('reports unknown parameters', async () => {
    expect(ignoredBy(await a.get(`${path}?state=open`))).toEqual(['state'])
  })

  test('has an ETag', async () => {
    const read = await a.get(path)
    const headers = { 'if-none-match': String(read.headers['etag']) }
    expect((await a.get(path, headers)).statusCode).toBe(304)
    expect((await a.get(`${path}?per=1`, headers)).statusCode).toBe(200)
  })
})
