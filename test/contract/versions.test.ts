import { beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../receiver.ts'
import { vote } from './acts.ts'
import {
  type Answer,
  caller,
  envelopeOf,
  expectProblem,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'
import { matching, openStage } from './stage.ts'

/** Versions of records: what changes them, where they are returned, and which calls check them. */

const { world, ben, a, make } = await openStage()
const receiver = await startReceiver()
const hooked = await caller(world, await openApi(world, { OUTBOUND_ALLOW: '127.0.0.1' }))

const stale = (answer: Answer) => expectProblem(answer, 412, 'precondition_failed')
const versionOf = (answer: Answer) => /^"([\w-]+)\.[\w-]+"$/.exec(String(answer.headers['etag']))?.[1]
const hookOf = (answer: Answer) => answer.json<{ webhooks: { id: number }[] }>().webhooks[0]!

let poll: Awaited<ReturnType<typeof make>>
let at: string
beforeEach(async () => {
  poll = await make({ poll_type: 'poll', options: ['Blue', 'Green'] })
  at = `/polls/${poll.id}`
})

describe('the version of a poll', () => {
  test('changes when its outcome is replaced, so that nobody replaces one they have not read', async () => {
    const publish = (statement: string, read?: Answer) =>
      a.post(`${at}/outcomes`, { statement }, { headers: read === undefined ? {} : matching(read) })
    const closed = await a.post(`${at}/close`, {})
    expect(envelopeOf(await publish('First', closed)).outcomes).toMatchObject([{ statement: 'First' }])
    const read = await a.get(at)
    stale(await publish('Second', closed))
    expect(envelopeOf(await publish('Second', read)).outcomes).toMatchObject([{ statement: 'Second' }])
    stale(await publish('Third', read))
    expect(envelopeOf(await a.get(at)).outcomes).toMatchObject([{ statement: 'Second' }])
  })

  test('changes when options are added', async () => {
    const read = await a.get(at)
    await a.post(`${at}/options`, { options: ['Yellow'] }, { headers: matching(read) })
    stale(await a.patch(at, { title: 'x' }, { headers: matching(read) }))
    stale(await a.remove(at, {}, { headers: matching(read) }))
    expect(pollOf(await a.patch(at, { title: 'x' }, { headers: matching(await a.get(at)) })).title).toBe('x')
  })

  test('does not change with votes', async () => {
    const read = await a.get(at)
    await vote(world, poll.id, ben, { Blue: 1 })
    const counted = await a.get(at)
    expect(versionOf(counted)).toBe(versionOf(read))
    expect(counted.headers['etag']).not.toBe(read.headers['etag'])
    expect(pollOf(await a.patch(at, { title: 'x' }, { headers: matching(read) })).title).toBe('x')
  })
})

describe('an outdated version', () => {
  test('prevents inviting voters, and casting and withdrawing ballots', async () => {
    const old = { headers: matching(await a.get(at)) }
    await a.patch(at, { title: 'Moved' })
    const now = { headers: matching(await a.get(at)) }
    const ballot = { user_id: ben, choices: { Blue: 1 } }
    stale(await a.post(`${at}/voters`, { user_ids: [ben] }, old))
    stale(await a.post(`${at}/ballots`, ballot, old))
    expect(pollOf(await a.post(`${at}/voters`, { user_ids: [ben] }, now)).title).toBe('Moved')
    expect(pollOf(await a.post(`${at}/ballots`, ballot, now)).decided_voters_count).toBe(1)
    stale(await a.remove(`${at}/ballots`, { user_id: ben }, old))
    expect(pollOf(await a.remove(`${at}/ballots`, { user_id: ben }, now)).decided_voters_count).toBe(0)
  })

  test('prevents commenting in the thread, and inviting guests to it', async () => {
    const begun = await a.post('/discussions', { title: 'Paint' })
    const thread = `/discussions/${threadOf(begun).id}`
    const moved = await a.patch(thread, { title: 'Paint it' })
    const guests = { emails: ['one@else.example'] }
    stale(await a.post(`${thread}/comments`, { body: 'x' }, { headers: matching(begun) }))
    stale(await a.post(`${thread}/guests`, guests, { headers: matching(begun) }))
    expect((await a.post(`${thread}/comments`, { body: 'x' }, { headers: matching(moved) })).statusCode).toBe(
      200,
    )
    // Comments do not change the thread's version.
    expect((await a.post(`${thread}/guests`, guests, { headers: matching(moved) })).statusCode).toBe(200)
  })

  test('prevents rotating a webhook’s secret', async () => {
    const made = await hooked.post('/webhooks', { url: receiver.url })
    const hook = `/webhooks/${hookOf(made).id}`
    const changed = await hooked.patch(hook, { format: 'slack' }, { headers: matching(made) })
    stale(await hooked.post(`${hook}/rotate`, {}, { headers: matching(made) }))
    expect((await hooked.post(`${hook}/rotate`, {}, { headers: matching(changed) })).statusCode).toBe(200)
  })
})

describe('the version is returned', () => {
  test('with a ballot that is cast or withdrawn: that of its poll', async () => {
    const version = versionOf(await a.get(at))
    const ballot = { user_id: ben, choices: { Blue: 1 } }
    expect(versionOf(await a.post(`${at}/ballots`, ballot))).toBe(version)
    expect(versionOf(await a.remove(`${at}/ballots`, { user_id: ben }))).toBe(version)
  })

  test('with every change of a webhook', async () => {
    const made = await hooked.post('/webhooks', { url: receiver.url })
    const hook = `/webhooks/${hookOf(made).id}`
    const version = versionOf(await hooked.get(hook))
    expect(version).toBeDefined()
    const tested = await hooked.post(`${hook}/test`, {})
    const [sent] = tested.json<{ webhook_deliveries: { id: number }[] }>().webhook_deliveries
    const again = await hooked.post(`${hook}/deliveries/${sent?.id}/again`, {})
    for (const answer of [made, tested, again, await hooked.post(`${hook}/rotate`, {})])
      expect(versionOf(answer)).toBe(version)
  })

  test('again with a repeated answer', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await a.post('/polls', pollFields(), { headers })
    const { id } = pollOf(first)
    await a.patch(`/polls/${id}`, { title: 'Moved' })
    const second = await a.post('/polls', pollFields(), { headers })
    expect(pollOf(second).id).toBe(id)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    stale(await a.patch(`/polls/${id}`, { title: 'x' }, { headers: matching(second) }))
  })
})
