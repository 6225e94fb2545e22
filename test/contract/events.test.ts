import { describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { rows, vote } from './acts.ts'
import {
  type Answer,
  type Caller,
  caller,
  expectInvalid,
  expectProblem,
  type Fields,
  threadOf,
} from './api.ts'
import { openStage } from './stage.ts'

const { world, db, api, ben, cleo, a, elsewhere, make: makePoll } = await openStage()
const reader = await caller(world, api, { permissions: [] })

type Told = {
  id: number
  kind: string
  actor_id: number | null
  eventable_type: string
  eventable_id: number
  discussion_id: number | null
}
const dispatch = () => dispatchEvents(db, 'https://moot.example')
const eventsOf = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBe(200)
  const { events, meta, users } = answer.json<{
    events: Told[]
    users: { id: number }[]
    meta: { next: number; root: string }
  }>()
  return { events, users, next: meta.next, kinds: events.map(({ kind }) => kind) }
}
/** The current end of the feed. */
const end = async (by: Caller = a) => {
  await dispatch()
  let next = 0
  for (;;) {
    const page = eventsOf(await by.get(`/events?after=${next}&per=200`))
    if (page.events.length === 0) return page.next
    next = page.next
  }
}
const since = async (after: number, by: Caller = a) => {
  await dispatch()
  return eventsOf(await by.get(`/events?after=${after}`))
}
const make = async (changes: Fields = {}) => (await makePoll(changes)).id

describe('events', () => {
  test('are listed in order, page by page, from a cursor that misses nothing', async () => {
    const start = await end()
    const thread = threadOf(await a.post('/discussions', { title: 'Paint' }))
    const poll = await make({ discussion_id: thread.id })
    await a.post(`/discussions/${thread.id}/comments`, { body: 'Blue' })
    await a.post(`/polls/${poll}/close`, {})
    const all = await since(start)
    expect(all.kinds).toEqual(['new_discussion', 'poll_created', 'new_comment', 'poll_closed_by_user'])
    expect(all.events[1]).toMatchObject({
      eventable_type: 'Poll',
      eventable_id: poll,
      discussion_id: thread.id,
      parent_id: all.events[0]?.id,
    })
    expect(all.users.map(({ id }) => id)).toEqual([thread.author_id])
    const first = eventsOf(await a.get(`/events?after=${start}&per=3`))
    expect(first.kinds).toEqual(all.kinds.slice(0, 3))
    const rest = eventsOf(await a.get(`/events?after=${first.next}&per=3`))
    expect(rest).toMatchObject({ kinds: all.kinds.slice(3), next: all.next })
    expect(eventsOf(await a.get(`/events?after=${all.next}`))).toMatchObject({ events: [], next: all.next })
    expect(eventsOf(await a.get('/events?per=1')).events).toHaveLength(1)
  })

  test('appear once they are dispatched: a late commit comes after those read before', async () => {
    const start = await end()
    const written = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const late = change(db, SYSTEM, async ({ tx }) => {
      await tx.query(
        "insert into events (kind, group_id, subject_type, subject_id) values ('discussion_edited', $1, 'Discussion', 1)",
        [world.group.id],
      )
      written.resolve()
      await finish.promise
    })
    await written.promise
    await make()
    const read = await since(start)
    expect(read.kinds).toEqual(['poll_created'])
    finish.resolve()
    await late
    const rest = await since(read.next)
    expect(rest.kinds).toEqual(['discussion_edited'])
    expect(rest.events[0]!.id).toBeLessThan(read.events[0]!.id)
  })

  test('have unique numbers even if several processes dispatch', async () => {
    const start = await end()
    await Promise.all(Array.from({ length: 12 }, () => make()))
    await Promise.all([dispatch(), dispatch(), dispatch()])
    expect((await since(start)).kinds).toEqual(Array.from({ length: 12 }, () => 'poll_created'))
    const twins = await rows(db, 'select feed_number from events group by 1 having count(*) > 1')
    expect(twins).toEqual([])
  })

  test('of votes name voters only if results are shown with names', async () => {
    const start = await end()
    const [open, hidden, until, secret] = [
      await make(),
      await make({ hide_results: 'until_closed' }),
      await make({ hide_results: 'until_vote' }),
      await make({ anonymous: true }),
    ]
    for (const id of [open, hidden, until, secret]) await vote(world, id, ben, { agree: 1 })
    await vote(world, hidden, ben, { disagree: 1 })
    const votes = async () => (await since(start)).events.filter(({ kind }) => kind.startsWith('stance'))
    const told = await votes()
    expect(told.map(({ kind, actor_id, eventable_type }) => [kind, actor_id, eventable_type])).toEqual([
      ['stance_created', ben, 'Stance'],
      ['stance_created', null, 'Poll'],
      ['stance_created', null, 'Poll'],
      ['stance_updated', null, 'Poll'],
    ])
    expect(told.slice(1).map(({ eventable_id }) => eventable_id)).toEqual([hidden, until, hidden])
    expect((await since(start)).users.map(({ id }) => id)).not.toContain(cleo)
    await a.post(`/polls/${hidden}/close`, {})
    expect((await votes()).filter(({ actor_id }) => actor_id === ben)).toHaveLength(3)
  })

  test('of hidden votes are the same for all voters, and name nobody', async () => {
    const shown = async (voter: number) => {
      const start = await end()
      const id = await make({ hide_results: 'until_closed' })
      await vote(world, id, voter, { agree: 1 })
      const { events, users } = await since(start)
      const { actor_id, eventable_type } = events.at(-1)!
      return { actor_id, eventable_type, users: users.length }
    }
    expect(await shown(ben)).toEqual(await shown(cleo))
  })

  test('of deleted records say only that they were deleted', async () => {
    const start = await end()
    const thread = threadOf(await a.post('/discussions', { title: 'Paint' }))
    const poll = await make({ discussion_id: thread.id })
    const alone = await make()
    await a.remove(`/polls/${alone}`)
    await a.remove(`/discussions/${thread.id}`)
    const { events } = await since(start)
    expect(events.map(({ kind, eventable_id }) => [kind, eventable_id])).toEqual([
      ['poll_discarded', alone],
      ['poll_discarded', poll],
      ['discussion_discarded', thread.id],
    ])
  })

  test('of memberships are for keys that may read memberships', async () => {
    const start = await end()
    await a.post('/memberships', { emails: ['fay@mill.example'] })
    expect((await since(start)).kinds).toEqual(['membership_created'])
    expect((await since(start, reader)).kinds).toEqual([])
  })

  test('of other groups are not listed', async () => {
    expect(eventsOf(await elsewhere.get('/events?per=200')).events.length).toBe(0)
    await elsewhere.post('/discussions', { title: 'Apples' })
    await dispatch()
    expect(eventsOf(await elsewhere.get('/events')).kinds).toEqual(['new_discussion'])
    expect((await a.get(`/events?after=${(await end()) - 1}`)).body).not.toContain('Apples')
  })

  test('require a key', async () => {
    expectProblem(await api.send({ method: 'GET', url: '/api/b1/events' }), 403, 'api_key_missing')
    expectInvalid(await a.get('/events?after=x&per=0'), 'after', 'per')
  })
})
