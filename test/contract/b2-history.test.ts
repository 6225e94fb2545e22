import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { editGroup } from '../../src/groups/edit-group.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { issueKey } from '../../src/keys/issue-key.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { reopenPoll } from '../../src/polls/open-poll.ts'
import { publishOutcome } from '../../src/polls/outcomes/publish-outcome.ts'
import { makePoll } from '../tell.ts'
import { type B2, expectRefused, openB2 } from './b2.ts'

/** The history of a group over b2: for keys of its admins. */

let at: B2

beforeAll(async () => {
  at = await openB2()
  const actor = { kind: 'person', user_id: at.people.ada } as const
  await change(at.world.db, actor, (act) => editGroup(act, { ...at.world.group, name: 'Mill Lane' }))
  await change(at.world.db, actor, (act) =>
    issueKey(act, {
      handle: at.world.group.handle,
      name: 'Weekly sync',
      variant: 'a',
      permissions: [],
      guard: false,
      expires_at: null,
    }),
  )
  const poll_id = await makePoll(at.world, { settings: { title: 'A new roof' }, options: ['agree'] })
  await castBallot(at.world.db, { poll_id, user_id: at.people.ben, choices: { agree: 1 }, reason: null })
  await dispatchEvents(at.world.db, 'https://moot.example')
})

const path = (query = '') => `/history?group_id=${at.group_id}${query}`

describe('the history', () => {
  test('shows admins who changed what, without votes', async () => {
    const { history, users, meta } = (await at.as.ada.get(path())).json()
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['poll_created', 'key_made', 'group_edited', 'member_joined']),
    )
    expect(JSON.stringify(history)).not.toMatch(/stance/)
    expect(history.find(({ kind }: { kind: string }) => kind === 'group_edited')).toMatchObject({
      eventable_type: 'Group',
      eventable_id: at.group_id,
      actor_id: at.people.ada,
      changes: [{ field: 'name', from: at.world.group.name, to: 'Mill Lane' }],
    })
    expect(history.find(({ kind }: { kind: string }) => kind === 'key_made')).toMatchObject({
      eventable_type: 'ApiKey',
      title: 'Weekly sync',
      changes: [],
    })
    expect(users.map(({ id }: { id: number }) => id)).toContain(at.people.ada)
    expect(meta).toEqual({ root: 'history', total: null, next: null })
  })

  test('is listed in parts and in pages', async () => {
    const kinds = async (query: string) =>
      (await at.as.ada.get(path(query))).json().history.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('&part=settings')).toEqual(['group_edited'])
    expect(await kinds('&part=access')).toEqual(['key_made'])
    expect(await kinds('&part=decisions')).toEqual(['poll_created', 'new_discussion'])
    const first = (await at.as.ada.get(path('&limit=1'))).json()
    expect(first.history.map(({ kind }: { kind: string }) => kind)).toContain('poll_created')
    const next = (await at.as.ada.get(path(`&limit=1&before=${first.meta.next}`))).json()
    expect(next.history.map(({ kind }: { kind: string }) => kind)).toContain('key_made')
  })

  test('has the withdrawal of an outcome by a reopening as an entry, which does not count', async () => {
    const asAda = { kind: 'person', user_id: at.people.ada } as const
    const poll_id = await makePoll(at.world, { settings: { title: 'The lock' }, options: ['agree'] })
    const outcome = { poll_id, statement: 'We build it.', poll_option_id: null, review_on: null }
    await change(at.world.db, asAda, (act) => closePoll(act, poll_id))
    await change(at.world.db, asAda, (act) => publishOutcome(act, outcome))
    await change(at.world.db, asAda, (act) => reopenPoll(act, poll_id, new Date('2098-03-01')))
    await dispatchEvents(at.world.db, 'https://moot.example')
    const { history } = (await at.as.ada.get(path('&part=decisions&limit=1'))).json()
    expect(history).toMatchObject([
      { kind: 'outcome_withdrawn', changes: [] },
      { kind: 'poll_reopened', changes: [{ field: 'closing_at' }] },
    ])
    const { eventable_type, eventable_id, poll_key, actor_id, created_at } = history[1]
    expect(history[0]).toMatchObject({ eventable_type, eventable_id, poll_key, actor_id, created_at })
    expect(history[0]).toMatchObject({
      eventable_type: 'Poll',
      eventable_id: poll_id,
      actor_id: at.people.ada,
    })
  })

  test('is for admins only, and names an unknown part', async () => {
    expectRefused(await at.as.ben.get(path()), 403, 'admins_only')
    for (const who of ['cleo', 'gone', 'stranger', 'guest'] as const)
      expectRefused(await at.as[who].get(path()), 404, 'not_found')
    expect((await at.as.ada.get(path('&part=votes'))).json().errors).toHaveProperty('part')
  })
})
