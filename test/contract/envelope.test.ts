import { describe, expect, test } from 'vitest'
import { POLL_TYPE_NAMES, type PollTypeName } from '../../src/polls/types/index.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { close, makeGroup, reachClosing, rows, settle, vote } from './acts.ts'
import { caller, envelopeOf, type Fields, openApi, pollFields, pollOf, threadOf } from './api.ts'
import { expectEnvelope, expectFields, RESULT } from './records.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben, cleo] = await addMembers(world)
const a = await caller(world, api)
const thread = threadOf(
  await a.post('/discussions', { title: 'T', recipient_emails: ['guest@else.example'] }),
)

test('creating a poll returns the same as showing it, by id and by key', async () => {
  const made = await a.post('/polls', pollFields({ discussion_id: thread.id }))
  const { id, key } = pollOf(made)
  expect((await a.get(`/polls/${id}`)).body).toBe(made.body)
  expect((await a.get(`/polls/${key}`)).body).toBe(made.body)
})

describe('a poll made together with others returns the same as showing it', () => {
  const texts = { options: ['North "1"', 'South'], option_meanings: ['', 'warm'] }
  const times = { options: ['2098-05-01', '2098-05-02T10:00:00Z'] }
  const own: Record<PollTypeName, Fields> = {
    proposal: { quorum_pct: 50, no_block: false },
    poll: texts,
    count: { agree_target: 3 },
    score: { ...texts, min_score: 1, max_score: 7 },
    ranked_choice: { ...texts, minimum_stance_choices: 1 },
    dot_vote: { ...texts, dots_per_person: 4 },
    meeting: { ...times, can_respond_maybe: false },
  }
  const settings: Record<string, Fields> = {
    'with all left out': {},
    'a draft': { closing_at: null },
    'with a body of HTML': { details: '<p>\\ "x" é</p>', details_format: 'html' },
    'with named voters': { specified_voters_only: true, recipient_user_ids: [ben, cleo] },
    'for nobody yet': { specified_voters_only: true },
    'that tells the group': { recipient_audience: 'group', recipient_message: 'Hi', notify_recipients: true },
    'with results hidden until it closes': { hide_results: 'until_closed' },
    'with results hidden until one votes': { hide_results: 'until_vote' },
    'with options of voters': { voter_can_add_options: true, shuffle_options: true },
    'that asks for reasons and reminds': {
      stance_reason_required: 'required',
      notify_on_closing_soon: 'voters',
    },
    anonymous: { anonymous: true },
  }
  const cases = POLL_TYPE_NAMES.flatMap((type) => Object.keys(settings).map((name) => [type, name] as const))

  test.each(cases)('%s, %s', async (poll_type, name) => {
    const made = await a.post('/polls', pollFields({ poll_type, ...own[poll_type], ...settings[name] }))
    expect((await a.get(`/polls/${pollOf(made).id}`)).body).toBe(made.body)
  })

  test('in a subgroup, with a key of variant B, and beside polls that are due', async () => {
    const under = await makeGroup(world, 'under', world.group.handle)
    const b = await caller(world, api, { variant: 'b', handle: under.handle })
    await reachClosing(world, pollOf(await b.post('/polls', pollFields())).id)
    const made = await b.post('/polls', pollFields())
    expect(envelopeOf(made).parent_groups).toHaveLength(1)
    expect((await b.get(`/polls/${pollOf(made).id}`)).body).toBe(made.body)
  })

  test('with all simultaneous polls in the counts of the group', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => a.post('/polls', pollFields())))
    const [first] = made
    const shown = await a.get(`/polls/${pollOf(first!).id}`)
    const most = Math.max(...made.map((answer) => envelopeOf(answer).groups[0]!.polls_count))
    expect(most).toBe(envelopeOf(shown).groups[0]!.polls_count)
    for (const answer of made) {
      const { polls, poll_options, events } = envelopeOf(await a.get(`/polls/${pollOf(answer).id}`))
      expect(envelopeOf(answer)).toMatchObject({ polls, poll_options, events })
    }
  })
})

test('creating a thread returns the same as showing it, by id and by key', async () => {
  const made = await a.post('/discussions', { title: 'T', description: '*D*', private: false })
  const { id, key } = threadOf(made)
  expect((await a.get(`/discussions/${id}`)).body).toBe(made.body)
  expect((await a.get(`/discussions/${key}`)).body).toBe(made.body)
})

test('a response about a thread is the whole envelope', async () => {
  const fields = {
    title: ' Where? ',
    description: '<b>x</b>',
    description_format: 'html',
    recipient_message: 'Hi',
  }
  const answer = envelopeOf(await a.post('/discussions', fields))
  expectEnvelope(answer, 'discussions')
  const [made] = answer.discussions
  expect(made).toMatchObject({
    title: ' Where? ',
    description: '<b>x</b>',
    description_format: 'html',
    private: true,
    items_count: 0,
    members_count: 5,
    versions_count: 1,
    closed_at: null,
  })
  expect(answer.events).toMatchObject([
    {
      id: made!.created_event_id,
      kind: 'new_discussion',
      eventable_type: 'Discussion',
      eventable_id: made!.id,
      eventable: { type: 'Discussion', id: made!.id },
      discussion_id: made!.id,
      parent_id: null,
      depth: 0,
      child_count: 0,
      pinned: false,
      recipient_message: 'Hi',
    },
  ])
  expect(answer.polls).toEqual([])
})

test('a response about a poll in a thread is the whole envelope', async () => {
  const first = envelopeOf(
    await a.post('/polls', pollFields({ discussion_id: thread.id, details: 'D', recipient_message: 'Vote' })),
  )
  expectEnvelope(first, 'polls')
  const [poll] = first.polls
  expect(first.discussions.map(({ id }) => id)).toEqual([thread.id])
  expect(first.events.map(({ kind }) => kind)).toEqual(['poll_created', 'new_discussion'])
  const [event, opening] = first.events
  expect(event).toMatchObject({
    id: poll!.created_event_id,
    eventable: { type: 'Poll', id: poll!.id },
    discussion_id: thread.id,
    parent_id: opening!.id,
    depth: 1,
    recipient_message: 'Vote',
  })
  expect(opening).toMatchObject({
    id: thread.created_event_id,
    eventable: { type: 'Discussion', id: thread.id },
    depth: 0,
  })
  const second = envelopeOf(await a.post('/polls', pollFields({ discussion_id: thread.id })))
  expect(second.events[0]!.sequence_id).toBe(event!.sequence_id! + 1)
  expect(second.discussions[0]!.items_count).toBe(first.discussions[0]!.items_count + 1)
})

test('a response about a poll without a thread contains no thread', async () => {
  const answer = envelopeOf(await a.post('/polls', pollFields()))
  expectEnvelope(answer, 'polls')
  expect(answer.discussions).toEqual([])
  expect(answer.events).toMatchObject([
    { kind: 'poll_created', discussion_id: null, parent_id: null, sequence_id: null, depth: 0 },
  ])
  expect(answer.poll_options.map(({ poll_id }) => poll_id)).toEqual(Array(3).fill(answer.polls[0]!.id))
  expect(answer.polls[0]!.poll_option_ids).toEqual(answer.poll_options.map(({ id }) => id))
  expect(answer.poll_options.map(({ priority }) => priority)).toEqual([0, 1, 2])
})

test('a list of memberships is the whole envelope', async () => {
  const answer = envelopeOf(await a.get('/memberships'))
  expectEnvelope(answer, 'memberships', 5)
  expect(answer.groups).toHaveLength(1)
})

test('results are rows of the contract', async () => {
  const poll = pollOf(await a.post('/polls', pollFields()))
  await vote(world, poll.id, ben!, { agree: 1 })
  await vote(world, poll.id, cleo!, { disagree: 1 })
  const shown = envelopeOf(await a.get(`/polls/${poll.id}`))
  expectEnvelope(shown, 'polls')
  for (const row of shown.polls[0]!.results) expectFields(row, RESULT)
  await close(world, poll.id)
  expectEnvelope(envelopeOf(await a.get(`/polls/${poll.id}`)), 'polls')
})

test('the same request gets the same response text', async () => {
  const poll = pollOf(
    await a.post(
      '/polls',
      pollFields({ poll_type: 'score', options: ['x', 'y', 'z'], discussion_id: thread.id }),
    ),
  )
  await vote(world, poll.id, cleo!, { x: 1, z: 3 })
  await vote(world, poll.id, ben!, { y: 2 })
  for (const path of [`/polls/${poll.id}`, `/discussions/${thread.id}`, '/memberships']) {
    const texts = await Promise.all([1, 2, 3].map(async () => (await a.get(path)).body))
    expect(new Set(texts).size).toBe(1)
  }
})

test('keys are eight letters and digits with at least one letter', async () => {
  const polls = await Promise.all(
    Array.from({ length: 20 }, async () => pollOf(await a.post('/polls', pollFields()))),
  )
  for (const { key } of polls) expect(key).toMatch(/^(?=.*[A-Za-z])[A-Za-z0-9]{8}$/)
  expect(new Set(polls.map(({ key }) => key)).size).toBe(20)
})

test('a key’s author is a bot without an address', async () => {
  const issued = await keyFor(world)
  const answer = envelopeOf(await api.as(issued.key).post('/polls', pollFields({ discussion_id: thread.id })))
  const bot = answer.users.find(({ id }) => id === answer.polls[0]!.author_id)
  expect(bot).toMatchObject({ id: issued.bot_user_id, bot: true, email: null })
  expect(answer.users.map(({ id }) => id)).toContain(thread.author_id)
  expect(answer.users.every(({ email }) => email === null)).toBe(true)
  expect(answer.events[0]!.actor_id).toBe(issued.bot_user_id)
})

test('a person who made a poll is returned without an address', async () => {
  const { id } = pollOf(await a.post('/polls', pollFields()))
  await world.db.pool.query('update polls set author_id = $2 where id = $1', [id, world.ada.id])
  const { users } = envelopeOf(await a.get(`/polls/${id}`))
  expect(users).toMatchObject([{ id: world.ada.id, bot: false, email: null }])
})

describe('the group', () => {
  const counts = async () => {
    const group = envelopeOf(await a.get('/memberships')).groups[0]!
    return {
      members: group.memberships_count,
      pending: group.pending_memberships_count,
      accepted: group.accepted_memberships_count,
      admins: group.admin_memberships_count,
      polls: group.polls_count,
      closed: group.closed_polls_count,
      threads: group.discussions_count,
      open: group.open_discussions_count,
    }
  }

  test('is the key’s own, with its handle and its key', async () => {
    const [group] = envelopeOf(await a.get('/memberships')).groups
    expect(group).toMatchObject({
      id: world.group.id,
      handle: 'mill-lane',
      key: world.group.key,
      name: 'Mill Lane Co-op',
      full_name: 'Mill Lane Co-op',
      parent_id: null,
      creator_id: world.ada.id,
    })
  })

  test('counts its members, threads and polls, without the bots of its keys', async () => {
    const before = await counts()
    expect(before).toMatchObject({ members: 5, pending: 4, accepted: 1, admins: 1 })
    await keyFor(world)
    await a.post('/memberships', { emails: ['fay@mill.example'] })
    await a.post('/discussions', { title: 'T' })
    await a.post('/polls', pollFields({ closing_at: null }))
    expect(await counts()).toEqual({
      ...before,
      members: 6,
      pending: 5,
      polls: before.polls + 1,
      threads: before.threads + 1,
      open: before.open + 1,
    })
    await a.post('/memberships', {
      emails: [
        'ada@mill.example',
        'ben@mill.example',
        'cleo@mill.example',
        'dai@mill.example',
        'esi@mill.example',
      ],
      remove_absent: true,
    })
    expect(await counts()).toMatchObject({ members: 5, pending: 4, accepted: 1, admins: 1 })
  })

  test('counts a poll as closed from its closing time on, before and after the closing job', async () => {
    const before = await counts()
    const poll = pollOf(await a.post('/polls', pollFields()))
    expect(await counts()).toMatchObject({ polls: before.polls + 1, closed: before.closed })
    const closing_at = await reachClosing(world, poll.id)
    expect(await counts()).toMatchObject({ closed: before.closed + 1 })
    const due = await a.get(`/polls/${poll.id}`)
    expect(pollOf(due)).toMatchObject({ closing_at, closed_at: closing_at, results_visible: true })
    expect(await settle(world.db, poll.id)).toBe(true)
    expect(await counts()).toMatchObject({ closed: before.closed + 1 })
    expect((await a.get(`/polls/${poll.id}`)).body).toBe(due.body)
    expect(await settle(world.db, poll.id)).toBe(false)
  })

  test('of a subgroup comes first, with its parent beside it', async () => {
    const annex = await makeGroup(world, 'annex', 'mill-lane')
    const own = await caller(world, api, { handle: 'annex' })
    for (const answer of [
      await own.get('/memberships'),
      await own.post('/polls', pollFields()),
      await own.post('/discussions', { title: 'T' }),
    ]) {
      const { groups, parent_groups } = envelopeOf(answer)
      expect(groups).toMatchObject([
        {
          id: annex.id,
          handle: 'annex',
          full_name: 'Mill Lane Co-op - Group annex',
          parent_id: world.group.id,
          memberships_count: 1,
        },
      ])
      expect(parent_groups).toMatchObject([{ id: world.group.id, handle: 'mill-lane', parent_id: null }])
    }
    expectEnvelope(envelopeOf(await own.get('/memberships')), 'memberships', 1)
    expect(envelopeOf(await a.get('/memberships')).parent_groups).toEqual([])
  })
})

test('a guest of a thread who joins the group is counted once among its readers', async () => {
  const before = threadOf(await a.get(`/discussions/${thread.id}`)).members_count
  await a.post('/memberships', { emails: ['GUEST@else.example'] })
  expect(threadOf(await a.get(`/discussions/${thread.id}`)).members_count).toBe(before)
})

test('no response contains a token', async () => {
  const [secret] = await rows<{ prefix: string }>(world.db, 'select prefix from key_secrets limit 1')
  for (const path of ['/memberships', `/discussions/${thread.id}`]) {
    const { body } = await a.get(path)
    expect(body).not.toContain(secret!.prefix)
    expect(body).not.toMatch(/token|secret|hash|password/i)
  }
})
