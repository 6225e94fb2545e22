import { describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { removeGuest } from '../../src/members/remove-guest.ts'
import { openPoll, reopenPoll } from '../../src/polls/open-poll.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, holders, reachClosing, rows, userId, vote } from './acts.ts'
import { caller, type Fields, LATER, openApi, pollFields, pollOf, threadOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
await addMembers(world)
const a = await caller(world, api)
const thread = threadOf(await a.post('/discussions', { title: 'T' }))
const make = async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes)))
/** A reader with all permissions in the group's threads. */
const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
const only = { specified_voters_only: true }

describe('people who come and go', () => {
  const join = (...emails: string[]) => a.post('/memberships', { emails })
  const stay = (...emails: string[]) =>
    a.post('/memberships', {
      emails: [
        'ada@mill.example',
        'ben@mill.example',
        'cleo@mill.example',
        'dai@mill.example',
        'esi@mill.example',
        ...emails,
      ],
      remove_absent: true,
    })
  const count = async (id: number) => pollOf(await a.get(`/polls/${id}`))

  test('new members get ballots of drafts and open polls for everyone, and of no others', async () => {
    const open = await make()
    const draft = await make({ closing_at: null })
    const inThread = await make({ discussion_id: thread.id, anonymous: true })
    const chosen = await make({ ...only, recipient_audience: 'group' })
    const closed = await make()
    await close(world, closed.id)
    const due = await make()
    await reachClosing(world, due.id)
    await join('late@mill.example')
    const late = await userId(world.db, 'late@mill.example')
    const has = async (id: number) => (await holders(world.db, id)).includes(late)
    expect(await Promise.all([open, draft, inThread, chosen, closed, due].map(({ id }) => has(id)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect((await count(open.id)).voters_count).toBe(6)
    expect((await count(closed.id)).voters_count).toBe(5)
    await vote(world, open.id, late, { agree: 1 })
    expect(await count(open.id)).toMatchObject({
      voters_count: 6,
      undecided_voters_count: 5,
      decided_voters_count: 1,
    })
    await stay()
  })

  test('people who leave lose an uncast ballot, and their cast ballot still counts', async () => {
    await join('jo@mill.example', 'kim@mill.example')
    const [jo, kim] = [await userId(world.db, 'jo@mill.example'), await userId(world.db, 'kim@mill.example')]
    const named = await make()
    const secret = await make({ anonymous: true })
    for (const { id } of [named, secret]) await vote(world, id, jo, { agree: 1 })
    expect((await count(named.id)).voters_count).toBe(7)
    await stay()
    expect(await count(named.id)).toMatchObject({ voters_count: 6, undecided_voters_count: 5 })
    for (const { id } of [named, secret]) {
      expect((await count(id)).decided_voters_count).toBe(1)
      for (const person of [jo, kim])
        await expect(vote(world, id, person, { disagree: 1 })).rejects.toMatchObject({ code: 'no_ballot' })
    }
    expect((await count(named.id)).stance_counts).toEqual([1, 0, 0])
    await join('JO@mill.example', 'kim@mill.example')
    for (const { id } of [named, secret])
      expect(await count(id)).toMatchObject({ voters_count: 7, decided_voters_count: 1 })
    expect(await vote(world, secret.id, jo, { disagree: 1 })).toMatchObject({ outcome: 'already' })
    await vote(world, named.id, jo, { disagree: 1 })
    await vote(world, named.id, kim, { agree: 1 })
    expect(await count(named.id)).toMatchObject({
      voters_count: 7,
      decided_voters_count: 2,
      stance_counts: [1, 0, 1],
    })
    await close(world, secret.id)
    expect(await count(secret.id)).toMatchObject({
      voters_count: 7,
      decided_voters_count: 1,
      stance_counts: [1, 0, 0],
    })
    await stay()
  })

  test('in an open anonymous poll, leaving and coming back changes no count, whether they voted or not', async () => {
    await join('uma@mill.example', 'vic@mill.example')
    const uma = await userId(world.db, 'uma@mill.example')
    const { id } = await make({ anonymous: true, hide_results: 'until_closed' })
    await vote(world, id, uma, { agree: 1 })
    const before = await count(id)
    expect(before).toMatchObject({ voters_count: 7, decided_voters_count: 1 })
    await stay('uma@mill.example')
    expect(await count(id)).toEqual(before)
    await stay('vic@mill.example')
    expect(await count(id)).toEqual(before)
    await stay()
    expect(await count(id)).toEqual(before)
    await join('uma@mill.example', 'vic@mill.example', 'wim@mill.example')
    expect((await count(id)).voters_count).toBe(8)
    await stay()
  })

  test('people who left an anonymous draft do not count when it opens, and do when they come back', async () => {
    await join('xia@mill.example')
    const { id } = await make({ anonymous: true, closing_at: null })
    await stay()
    expect((await count(id)).voters_count).toBe(5)
    await change(world.db, SYSTEM, (act) => openPoll(act, id, new Date(LATER)))
    expect((await count(id)).voters_count).toBe(5)
    await join('xia@mill.example')
    expect((await count(id)).voters_count).toBe(6)
    await stay()
    expect((await count(id)).voters_count).toBe(6)
  })

  test('leaving changes no count of a closed poll, before or after the closing job', async () => {
    await join('lea@mill.example')
    const due = await make()
    await reachClosing(world, due.id)
    const settled = await make()
    await close(world, settled.id)
    const before = [await count(due.id), await count(settled.id)]
    await stay()
    expect([await count(due.id), await count(settled.id)]).toEqual(before)
  })

  test('a reopened poll is for its current members', async () => {
    await join('pia@mill.example', 'rob@mill.example', 'sam@mill.example')
    const [pia, rob, sam] = [
      await userId(world.db, 'pia@mill.example'),
      await userId(world.db, 'rob@mill.example'),
      await userId(world.db, 'sam@mill.example'),
    ]
    const { id } = await make()
    await vote(world, id, rob, { agree: 1 })
    await stay('rob@mill.example', 'sam@mill.example')
    await close(world, id)
    await stay('pia@mill.example', 'tim@mill.example')
    expect(await count(id)).toMatchObject({ voters_count: 7, decided_voters_count: 1 })
    await change(world.db, SYSTEM, (act) => reopenPoll(act, id, new Date(LATER)))
    const held = await holders(world.db, id)
    const here = [pia, rob, sam, await userId(world.db, 'tim@mill.example')].map((person) =>
      held.includes(person),
    )
    expect(here).toEqual([true, false, false, true])
    expect(await count(id)).toMatchObject({
      voters_count: 8,
      decided_voters_count: 1,
      stance_counts: [1, 0, 0],
      closed_at: null,
    })
    await stay()
  })

  test('a reopened poll is for the current guests of its thread', async () => {
    const { id: discussion_id } = threadOf(await a.post('/discussions', { title: 'Guests' }))
    const invite = (...emails: string[]) => a.post(`/discussions/${discussion_id}/guests`, { emails })
    const idOf = (name: string) => userId(world.db, `${name}@else.example`)
    await join('was@else.example')
    await invite('old@else.example', 'back@else.example', 'off@else.example')
    const poll = await make({ discussion_id })
    const chosen = await make({ ...only, discussion_id, recipient_audience: 'group' })
    const dismiss = async (name: string) =>
      change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) =>
        removeGuest(act, { discussion_id, group_id: world.group.id, user_id: await idOf(name), reader }),
      )
    await dismiss('back')
    expect((await count(poll.id)).voters_count).toBe(8)
    await close(world, poll.id)
    await close(world, chosen.id)
    await dismiss('off')
    await stay()
    await invite('new@else.example', 'back@else.example', 'was@else.example')
    for (const { id } of [poll, chosen])
      await change(world.db, SYSTEM, (act) => reopenPoll(act, id, new Date(LATER)))
    const guests = await Promise.all(['old', 'back', 'was', 'new'].map(idOf))
    const given = await rows<{ user_id: number }>(
      world.db,
      "select user_id from electorate where poll_id = $1 and issued_as = 'thread_guest' and withdrawn_at is null order by 1",
      [poll.id],
    )
    expect(given.map(({ user_id }) => user_id)).toEqual(guests.sort((one, other) => one - other))
    expect((await count(poll.id)).voters_count).toBe(9)
    expect((await count(chosen.id)).voters_count).toBe(5)
    await dismiss('was')
    expect((await count(poll.id)).voters_count).toBe(8)
  })

  test('guests of a poll stay when the group changes', async () => {
    const poll = await make({ ...only, recipient_emails: ['mia@else.example'] })
    await join('ned@mill.example')
    await stay()
    expect(await holders(world.db, poll.id)).toEqual([await userId(world.db, 'mia@else.example')])
  })
})
