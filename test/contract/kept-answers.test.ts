import { beforeAll, describe, expect, test } from 'vitest'
import { pollEnvelope } from '../../src/api/envelope.ts'
import { presentResults } from '../../src/api/records/present-results.ts'
import { loadPollForKey } from '../../src/polls/load-poll.ts'
import { hashToken } from '../../src/users/secret.ts'
import { reachClosing, rows, vote } from './acts.ts'
import { type Caller, envelopeOf, expectProblem, pollOf, threadOf } from './api.ts'
import { openStage } from './stage.ts'
import { listenTo } from './still.ts'

/** Responses about polls are cached, and sent again only while nothing in them has changed. */

const { world, db, ben, cleo, dai, a, elsewhere, make, without } = await openStage()
const { untilStill, sentWith } = listenTo(db)
const run = (text: string, ...values: unknown[]) => rows(db, text, values)

/** A closed poll in a thread, with an outcome; each has a different author, and the group has a parent. */
let poll: { id: number; key: string }
let open: { id: number; key: string }
let thread_id: number
beforeAll(async () => {
  thread_id = threadOf(await a.post('/discussions', { title: 'The hall' })).id
  const fields = { discussion_id: thread_id, poll_type: 'poll', options: ['Blue', 'Green'] }
  poll = await make({ ...fields, recipient_audience: 'group', recipient_message: 'Please vote.' })
  open = await make({ ...fields, recipient_audience: 'group' })
  await vote(world, poll.id, ben, { Blue: 1 })
  await a.post(`/polls/${poll.id}/close`, {})
  await a.post(`/polls/${poll.id}/outcomes`, { statement: 'Blue it is' })
  await run("insert into groups (key, handle, name) values ('Aa345678', 'above', 'Above')")
  await run(
    "update groups set parent_id = (select id from groups where handle = 'above') where id = $1",
    world.group.id,
  )
  await run('update users set name = $2 where id = $1', ben, 'Ben')
  await run('update discussions set author_id = $2 where id = $1', thread_id, ben)
  await run('update outcomes set author_id = $2 where poll_id = $1', poll.id, cleo)
})

/** The current responses, as JSON. */
const asked = async (who: Caller, id: number) => ({
  shown: envelopeOf(await who.get(`/polls/${id}`)),
  results: (await who.get(`/polls/${id}/results`)).json(),
})

/** The same, with those built from the database now. */
async function answers(who: Caller, id: number) {
  const told = await asked(who, id)
  const loaded = await loadPollForKey(db.pool, hashToken(who.key), { id })
  const now = JSON.parse(JSON.stringify({ shown: pollEnvelope(loaded), results: presentResults(loaded) }))
  return { told, now }
}

/** Makes a person without a name the author of the poll, of its thread or of its outcome. */
function authorOf(what: 'polls' | 'discussions' | 'outcomes') {
  const at = what === 'discussions' ? thread_id : poll.id
  return run(
    `update ${what} set author_id = $2 where ${what === 'outcomes' ? 'poll_id' : 'id'} = $1`,
    at,
    dai,
  )
}

const giveName = (name: string) =>
  run(
    `insert into given_names (group_id, user_id, name) values ($1, $2, $3)
     on conflict (group_id, user_id) do update set name = excluded.name`,
    world.group.id,
    dai,
    name,
  )

const CHANGES: [string, () => Promise<unknown>][] = [
  ['its title', () => run("update polls set title = 'Another' where id = $1", poll.id)],
  ['an option', () => run("update poll_options set name = 'Azure' where poll_id = $1 and slot = 1", poll.id)],
  [
    'what is said of an option',
    () => run("update poll_options set meaning = 'Calm.' where poll_id = $1 and slot = 1", poll.id),
  ],
  [
    'the order of its options',
    () => run('update poll_options set priority = 9 - priority where poll_id = $1', poll.id),
  ],
  [
    'what was counted',
    () => run('update tallies set sums[1] = 0, supports[1] = 0 where poll_id = $1', poll.id),
  ],
  ['who holds a ballot', () => run('update tallies set voters = voters + 1 where poll_id = $1', poll.id)],
  [
    'the name of its author',
    () =>
      run("update users set name = 'Bot' where id = (select author_id from polls where id = $1)", poll.id),
  ],
  ['the name of who started its thread', () => run("update users set name = 'Benedict' where id = $1", ben)],
  ['the name of who published its outcome', () => run("update users set name = 'Cleo' where id = $1", cleo)],
  ...(['polls', 'discussions', 'outcomes'] as const).flatMap((what): typeof CHANGES => [
    [`an author of ${what} who has no name`, () => authorOf(what)],
    [`the name given to them in the group (${what})`, () => giveName(`Dai of ${what}`)],
    ['that name', () => giveName('Dai')],
    ['that name, taken back', () => run('delete from given_names')],
  ]),
  ['its outcome', () => run("update outcomes set statement = 'Green' where poll_id = $1", poll.id)],
  [
    'the message sent along',
    () =>
      run("update events set recipient_message = 'x' where poll_id = $1 and kind = 'poll_created'", poll.id),
  ],
  [
    'the title of its thread',
    () => run("update discussions set title = 'The roof' where id = $1", thread_id),
  ],
  ['a comment in its thread', () => a.post(`/discussions/${thread_id}/comments`, { body: 'Hm.' })],
  [
    'a guest of its thread',
    () =>
      run(
        `with guest as (insert into users (email) values ('guest@far.example') returning id)
         insert into thread_guests (discussion_id, user_id) select $1, id from guest`,
        thread_id,
      ),
  ],
  ['a member of its group', () => a.post('/memberships', { emails: ['fay@mill.example'] })],
  ['the name of its group', () => run("update groups set name = 'Mill' where id = $1", world.group.id)],
  ['the name of the group above', () => run("update groups set name = 'High Above' where handle = 'above'")],
  ['another poll of its group', () => make()],
  [
    'what a process of 0.1.0 counts',
    () => run('update group_counts set polls = polls + 1 where group_id = $1', world.group.id),
  ],
  [
    'the closing of another poll, before it is written down',
    async () => reachClosing(world, (await make()).id),
  ],
  ['that closing, written down', async () => a.post(`/polls/${(await make()).id}/close`, {})],
]

describe('a cached response about a poll is not sent after a change of', () => {
  test.each(CHANGES)('%s', async (_, change) => {
    const before = (await answers(a, poll.id)).told
    await untilStill(() => asked(a, poll.id))
    expect((await answers(a, poll.id)).told).toEqual(before)
    await change()
    const { told, now } = await answers(a, poll.id)
    expect(told).toEqual(now)
    expect(told).not.toEqual(before)
    // The response cached now is sent for its key and its id, with the same tag.
    expect(envelopeOf(await a.get(`/polls/${poll.key}`))).toEqual(told.shown)
  })

  test('a vote', async () => {
    const before = (await answers(a, open.id)).told
    await vote(world, open.id, ben, { Green: 1 })
    const { told, now } = await answers(a, open.id)
    expect(told).toEqual(now)
    const counts = [before, told].map(({ shown }) => shown.polls[0]?.stance_counts)
    expect(counts).toEqual([
      [0, 0],
      [0, 1],
    ])
  })

  test('its state, when its closing time comes and when the job closes it', async () => {
    expect((await answers(a, open.id)).told.shown.polls[0]?.closed_at).toBeNull()
    const at = await reachClosing(world, open.id)
    expect((await answers(a, open.id)).told.shown.polls[0]?.closed_at).toBe(at)
    await a.patch(`/polls/${open.id}`, { title: 'Closed' })
    const { told, now } = await answers(a, open.id)
    expect(told).toEqual(now)
  })

  test('how many have voted in an anonymous poll, whose totals stay the same', async () => {
    const { id } = await make({ anonymous: true, recipient_audience: 'group' })
    expect((await answers(a, id)).told.shown.polls[0]?.decided_voters_count).toBe(0)
    await vote(world, id, ben, { agree: 1 })
    const { told, now } = await answers(a, id)
    expect(told).toEqual(now)
    expect(told.shown.polls[0]).toMatchObject({ decided_voters_count: 1, results_visible: false })
  })
})

describe('a cached response is not sent', () => {
  test('to a key that was revoked, has expired or belongs to another group', async () => {
    const { id } = await make()
    const [revoked, ended] = [await without('comment'), await without('comment')]
    for (const who of [revoked, ended]) envelopeOf(await who.get(`/polls/${id}`))
    await untilStill(() => Promise.all([revoked, ended].map((who) => who.get(`/polls/${id}`))))
    const ofKey = 'where id = (select api_key_id from key_secrets where hash = $1)'
    await run(`update api_keys set revoked_at = now() ${ofKey}`, hashToken(revoked.key))
    await run(`update api_keys set expires_at = now() ${ofKey}`, hashToken(ended.key))
    expectProblem(await revoked.get(`/polls/${id}`), 403, 'api_key_revoked')
    expectProblem(await ended.get(`/polls/${id}`), 403, 'api_key_expired')
    expectProblem(await elsewhere.get(`/polls/${id}`), 404, 'not_found')
    expectProblem(await elsewhere.get(`/polls/${id}/results`), 404, 'not_found')
  })

  test('once the poll was deleted', async () => {
    const { id } = await make()
    envelopeOf(await a.get(`/polls/${id}`))
    await untilStill(() => a.get(`/polls/${id}`))
    await a.remove(`/polls/${id}`)
    expectProblem(await a.get(`/polls/${id}`), 404, 'not_found')
  })
})

test('a request with the tag of the cached response gets 304 until it changes', async () => {
  const { id } = await make()
  const read = await a.get(`/polls/${id}`)
  const tag = String(read.headers['etag'])
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const same = await a.get(`/polls/${id}`, { 'if-none-match': known })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', tag])
  }
  expect((await a.get(`/polls/${id}`, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  await make()
  const moved = await a.get(`/polls/${id}`, { 'if-none-match': tag })
  expect([moved.statusCode, moved.headers['etag'] === tag]).toEqual([200, false])
  expect(pollOf(moved).id).toBe(id)
})

test('after a change of the group, one poll is loaded for the responses about all of its polls', async () => {
  const ids = [(await make()).id, (await make()).id, (await make()).id]
  const readAll = () => Promise.all(ids.map(async (id) => (await a.get(`/polls/${id}`)).json()))
  await readAll()
  await make()
  let read: unknown[] = []
  const sent = await sentWith('polls.show', async () => {
    read = await readAll()
  })
  expect(sent.flatMap(([asks]) => JSON.parse(String(asks)))).toHaveLength(1)
  const now = await Promise.all(ids.map(async (id) => (await answers(a, id)).now.shown))
  expect(read).toEqual(now)
})

test('requests that arrive together after a vote load the poll once', async () => {
  const { id } = await make({ recipient_audience: 'group' })
  const readAll = () => Promise.all([1, 2, 3].map(async () => (await a.get(`/polls/${id}`)).json()))
  await readAll()
  await vote(world, id, ben, { agree: 1 })
  let read: unknown[] = []
  const sent = await sentWith('polls.show', async () => {
    read = await readAll()
  })
  expect(sent.flatMap(([asks]) => JSON.parse(String(asks)))).toHaveLength(1)
  const { shown } = (await answers(a, id)).now
  expect(read).toEqual([shown, shown, shown])
})

test('results contain nothing about the group, and stay the same while it changes', async () => {
  const { id } = await make()
  const read = await a.get(`/polls/${id}/results`)
  await make()
  const again = await a.get(`/polls/${id}/results`, { 'if-none-match': String(read.headers['etag']) })
  expect(again.statusCode).toBe(304)
})
