import { describe, expect, test } from 'vitest'
import { hold } from '../hold.ts'
import { createWorld } from '../world.ts'
import { rows } from './acts.ts'
import {
  caller,
  expectInvalid,
  expectProblem,
  type Fields,
  LATER,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'
import { matching } from './stage.ts'

/** A transaction that waits for a lock holds no later one: group, thread, polls, the group's counts. */

const world = await createWorld()
const { db, group } = world
const api = await openApi(world, { OUTBOUND_ALLOW: '127.0.0.1' })
const a = await caller(world, api)

const make = async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes)))
const thread = async () => threadOf(await a.post('/discussions', { title: 'Paint' }))
const holdThread = (id: number) => hold(db, 'select 1 from discussions where id = $1 for update', [id])
/** Like a change of the group's members. */
const holdGroup = () => hold(db, 'select 1 from groups where id = $1 for no key update', [group.id])
const live = (discussion_id: number) =>
  rows(db, 'select id from polls where discussion_id = $1 and discarded_at is null', [discussion_id])

describe('opening a poll', () => {
  test('for the first time does not wait for a change of members', async () => {
    const { id } = await make({ closing_at: null })
    const members = await holdGroup()
    const opened = await a.post(`/polls/${id}/open`, { closing_at: LATER })
    await members.release()
    expect(pollOf(opened).closing_at).toBe(LATER)
  })

  test('again waits for a change of members before it locks the poll', async () => {
    const { id } = await make()
    await a.post(`/polls/${id}/close`, {})
    const members = await holdGroup()
    const opening = a.post(`/polls/${id}/reopen`, { closing_at: LATER })
    await members.waitedFor()
    await members.query('select 1 from polls where id = $1 for share nowait', [id])
    await members.release()
    expect(pollOf(await opening).closed_at).toBeNull()
  })
})

describe('a poll started in a thread', () => {
  test('waits for the thread before it locks the group’s counts', async () => {
    const { id } = await thread()
    const held = await holdThread(id)
    const making = make({ discussion_id: id })
    await held.waitedFor()
    await held.query('lock table group_item_counts, group_counts in share mode nowait')
    await held.release()
    expect((await making).discussion_id).toBe(id)
  })

  test('is refused if the thread is deleted in the meantime', async () => {
    const { id } = await thread()
    const held = await hold(db, 'update discussions set discarded_at = now() where id = $1', [id])
    const making = a.post('/polls', pollFields({ discussion_id: id }))
    await held.waitedFor()
    await held.release()
    expectInvalid(await making, 'discussion_id')
    expect(await live(id)).toEqual([])
  })

  test('is deleted with the thread if it is being made at that moment', async () => {
    const { id } = await thread()
    const held = await holdThread(id)
    const making = [make({ discussion_id: id }), make({ discussion_id: id })]
    await held.waitedFor()
    const removing = a.remove(`/discussions/${id}`)
    await held.release()
    await Promise.allSettled(making)
    expect((await removing).statusCode).toBe(200)
    expect(await live(id)).toEqual([])
  })
})

describe('a thread', () => {
  test.each([
    ['being deleted', (id: number) => a.remove(`/discussions/${id}`)],
    [
      'being given guests',
      (id: number) => a.post(`/discussions/${id}/guests`, { emails: ['gus@else.example'] }),
    ],
  ])('%s is waited for before its polls are locked', async (_, act) => {
    const { id } = await thread()
    const poll = await make({ discussion_id: id })
    const held = await holdThread(id)
    const acting = act(id)
    await held.waitedFor()
    await held.query('select 1 from polls where id = $1 for update nowait', [poll.id])
    await held.release()
    expect((await acting).statusCode).toBe(200)
  })
})

describe('data read before a concurrent change', () => {
  const someone = { emails: ['gus@else.example'] }
  type Headers = Record<string, string>

  test.each([
    ['a thread is not deleted', (path: string, headers: Headers) => a.remove(path, {}, { headers })],
    [
      'no guests are invited',
      (path: string, headers: Headers) => a.post(`${path}/guests`, someone, { headers }),
    ],
  ])('%s after', async (_, act) => {
    const { id } = await thread()
    const read = await a.get(`/discussions/${id}`)
    const change = await hold(
      db,
      'update discussions set versions_count = versions_count + 1 where id = $1',
      [id],
    )
    const acting = act(`/discussions/${id}`, matching(read))
    await change.waitedFor()
    await change.release()
    expectProblem(await acting, 412, 'precondition_failed')
  })

  test('no voters are invited after', async () => {
    const { id } = await make()
    const read = await a.get(`/polls/${id}`)
    const change = await hold(db, 'update polls set version = version + 1 where id = $1', [id])
    const inviting = a.post(`/polls/${id}/voters`, someone, { headers: matching(read) })
    await change.waitedFor()
    await change.release()
    expectProblem(await inviting, 412, 'precondition_failed')
  })

  test.each([
    [
      'a webhook is not changed',
      (path: string, headers: Headers) => a.patch(path, { kinds: ['poll_expired'] }, { headers }),
    ],
    ['a webhook is not removed', (path: string, headers: Headers) => a.remove(path, {}, { headers })],
  ])('%s after', async (_, act) => {
    const made = await a.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })
    const { id } = made.json().webhooks[0]
    const read = await a.get(`/webhooks/${id}`)
    const change = await hold(db, "update webhooks set updated_at = now() + interval '1 s' where id = $1", [
      id,
    ])
    const acting = act(`/webhooks/${id}`, matching(read))
    await change.waitedFor()
    await change.release()
    expectProblem(await acting, 412, 'precondition_failed')
  })
})
