import { describe, expect, test } from 'vitest'
import { type Actor, change, type Db, openDb, SYSTEM } from '../../src/db/db.ts'
import type { Group } from '../../src/groups/group.ts'
import { loadKeyGroup } from '../../src/keys/load-key-group.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { startPollTogether } from '../../src/polls/new/start-poll-together.ts'
import { hashToken } from '../../src/users/secret.ts'
import { hold } from '../hold.ts'
import { askedPoll, HOUR_MS, type PollWish } from '../tell.ts'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { holders, makeGroup, rows, told } from './acts.ts'
import { caller, expectProblem, openApi, pollFields, pollOf } from './api.ts'

/** Simultaneous requests for polls share one transaction, and do not affect each other. */

const world = await createWorld()
const { db, group } = world
const people = await addMembers(world)
const [ben = 0] = people
const api = await openApi(world)
const a = await caller(world, api)
const elsewhere = await makeGroup(world, 'else')
const ada: Actor = { kind: 'person', user_id: world.ada.id }

type How = { actor?: Actor; on?: Db; within?: Group }
const start = async (
  wish: Omit<PollWish, 'actor'> = {},
  { actor = ada, on = db, within = group }: How = {},
) => (await startPollTogether(on, { actor, request: askedPoll({ group: within }, wish), hash: null })).id
const titled = (title: string, wish: Omit<PollWish, 'actor'> = {}) =>
  start({ ...wish, settings: { title, ...wish.settings } })
const numbered = (count: number) => Array.from({ length: count }, (_, place) => `Number ${place}`)
const transactions = async (ids: number[]) =>
  (await rows<{ xmin: string }>(db, 'select distinct xmin::text from polls where id = any ($1)', [ids]))
    .length
const titlesOf = async (ids: number[]) => {
  const found = await rows<{ id: number; title: string }>(
    db,
    'select id, title from polls where id = any ($1)',
    [ids],
  )
  return ids.map((id) => found.find((poll) => poll.id === id)?.title)
}
const madeBy = async (act: () => Promise<unknown>) => {
  const count = async () => (await rows<{ n: number }>(db, 'select count(*)::int as n from polls'))[0]?.n ?? 0
  const before = await count()
  await act()
  return (await count()) - before
}
/** A process whose commits succeed without an answer. */
function openDeaf(): Db {
  const deaf = openDb(world.address, 2)
  const connect = deaf.pool.connect.bind(deaf.pool)
  const connectDeaf = async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
    const queryDeaf = async (...asked: unknown[]) => {
      const answer = await query(...asked)
      if (asked[0] === 'commit') throw new Error('nothing heard')
      return answer
    }
    return Object.assign(client, { query: queryDeaf })
  }
  return Object.assign(deaf, { pool: Object.assign(deaf.pool, { connect: connectDeaf }) })
}

const voters = async (id: number) =>
  (await rows<{ voters: number }>(db, 'select voters from tallies where poll_id = $1', [id]))[0]?.voters

describe('simultaneous polls', () => {
  test('are all made in one transaction, each as requested', async () => {
    const titles = numbered(20)
    const ids = await Promise.all(titles.map((title) => titled(title)))
    expect(await titlesOf(ids)).toEqual(titles)
    expect(await transactions(ids)).toBe(1)
    expect((await loadKeyGroup(db.pool, group.id)).in_group.counts.polls).toBe(20)
  })

  test('of a large group are made one by one, so that nobody waits for its ballots', async () => {
    const members = (count: number) =>
      rows(db, 'update group_counts set memberships = $1 where group_id = $2', [count, elsewhere.id])
    await members(1_001)
    const alone = await Promise.all(numbered(5).map(() => start({}, { within: elsewhere })))
    await members(1_000)
    const together = await Promise.all(numbered(5).map(() => start({}, { within: elsewhere })))
    expect([await transactions(alone), await transactions(together)]).toEqual([5, 1])
    await members(1)
  })

  test('give ballots to their own groups’ members, and notify their own people', async () => {
    const [all, few, none, other] = await Promise.all([
      start({ told: 'holders' }),
      start({ settings: { specified_voters_only: true }, recipients: { user_ids: [ben] } }),
      start({ settings: { specified_voters_only: true }, recipients: { audience: null } }),
      start({ told: 'holders' }, { within: elsewhere }),
    ])
    const everybody = [world.ada.id, ...people].sort((one, two) => one - two)
    expect(await transactions([all, few, none, other])).toBe(1)
    expect(await holders(db, all)).toEqual(everybody)
    expect(await told(db, { poll_id: all })).toEqual(everybody)
    expect(await holders(db, few)).toEqual([ben])
    expect(await told(db, { poll_id: few })).toEqual([ben])
    expect(await holders(db, none)).toEqual([])
    expect(await told(db, { poll_id: none })).toEqual([])
    expect(await holders(db, other)).toEqual([elsewhere.creator_id])
    expect(await Promise.all([all, few, none, other].map(voters))).toEqual([5, 1, 0, 1])
  })

  test('over HTTP are each answered with their own poll', async () => {
    const titles = numbered(30)
    const made = await Promise.all(titles.map((title) => a.post('/polls', pollFields({ title }))))
    expect(made.map((answer) => pollOf(answer).title)).toEqual(titles)
    expect(new Set(made.map((answer) => pollOf(answer).id)).size).toBe(30)
  })
})

describe('a poll that cannot be made', () => {
  test('is refused alone if it is invalid', async () => {
    const past = new Date(Date.now() - HOUR_MS)
    const [good, late, also] = await Promise.allSettled([
      titled('Good'),
      titled('Late', { settings: { closing_at: past } }),
      titled('Also good'),
    ])
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'invalid' } })
    const ids = [good, also].map((done) => (done?.status === 'fulfilled' ? done.value : 0))
    expect(await titlesOf(ids)).toEqual(['Good', 'Also good'])
    expect(await transactions(ids)).toBe(1)
  })

  test('fails alone if the database refuses it', async () => {
    const nobody: Actor = { kind: 'person', user_id: 987_654 }
    let done: PromiseSettledResult<number>[] = []
    const made = await madeBy(async () => {
      done = await Promise.allSettled([titled('Before'), start({}, { actor: nobody }), titled('After')])
    })
    expect(made).toBe(2)
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(done[1]).toMatchObject({ reason: { code: '23503' } })
    const ids = done.map((one) => (one.status === 'fulfilled' ? one.value : 0))
    expect(await titlesOf(ids)).toEqual(['Before', undefined, 'After'])
  })

  test('waits alone if its key is locked', async () => {
    const { id, bot_user_id } = await keyFor(world, { handle: elsewhere.handle })
    const held = await hold(db, 'select 1 from api_keys where id = $1 for update', [id])
    const key: Actor = { kind: 'key', user_id: bot_user_id, api_key_id: id, group_id: elsewhere.id }
    const waiting = start({}, { actor: key, within: elsewhere })
    const ids = await Promise.all([titled('Before'), titled('After')])
    expect(await titlesOf(ids)).toEqual(['Before', 'After'])
    await held.release()
    expect(await waiting).toBeGreaterThan(0)
  })
})

describe('a change of members', () => {
  test('delays the polls of its group only, which then include the new member', async () => {
    const held = await hold(db, 'select 1 from groups where id = $1 for no key update', [elsewhere.id])
    const waiting = start({}, { within: elsewhere })
    expect(await titlesOf([await titled('Here')])).toEqual(['Here'])
    await held.waitedFor()
    await held.query('insert into memberships (group_id, user_id) values ($1, $2)', [elsewhere.id, ben])
    await held.release()
    const id = await waiting
    expect(await holders(db, id)).toContain(ben)
    expect(await voters(id)).toBe((await holders(db, id)).length)
  })

  test('and simultaneous polls leave nobody without a ballot, and all counts are correct', async () => {
    const emails = Array.from({ length: 6 }, (_, place) => `late${place}@mill.example`)
    const joining = (async () => {
      for (const email of emails) await addMembers(world, [email])
    })()
    const making = Promise.all(
      emails.map(
        async () => (await Promise.all([start(), a.post('/polls', pollFields()), start()])).at(0) as number,
      ),
    )
    const ids = await making
    await joining
    const late = await addMembers(world, emails)
    for (const id of ids) {
      const given = await holders(db, id)
      expect(given).toEqual(expect.arrayContaining([...late, ...people]))
      expect(await voters(id)).toBe(given.length)
    }
  })
})

test('a key revoked while its poll is made gets no answer, and the poll exists once', async () => {
  const { id, key } = await keyFor(world)
  const members = await hold(db, 'select 1 from groups where id = $1 for no key update', [group.id])
  const made = await madeBy(async () => {
    const making = api.as(key).post('/polls', pollFields())
    await members.waitedFor()
    await change(db, SYSTEM, (act) => revokeKey(act, id))
    await members.release()
    expectProblem(await making, 403, 'api_key_revoked')
  })
  expect(made).toBe(1)
})

test('a key revoked before its poll is made with others gets no answer either', async () => {
  const { id, key } = await keyFor(world)
  await change(db, SYSTEM, (act) => revokeKey(act, id))
  const made = await madeBy(async () => {
    const asked = { actor: ada, request: askedPoll({ group }), hash: hashToken(key) }
    await expect(startPollTogether(db, asked)).rejects.toMatchObject({ code: 'api_key_revoked' })
  })
  expect(made).toBe(1)
})

test('the same Idempotency-Key twice among others makes one poll', async () => {
  const once = { headers: { 'idempotency-key': 'only once' } }
  const made = await madeBy(async () => {
    const others = numbered(8).map((title) => a.post('/polls', pollFields({ title })))
    const twice = await Promise.all([
      a.post('/polls', pollFields(), once),
      a.post('/polls', pollFields(), once),
    ])
    await Promise.all(others)
    const answers = [...twice, await a.post('/polls', pollFields(), once)].filter(
      ({ statusCode }) => statusCode === 200,
    )
    expect(new Set(answers.map((answer) => pollOf(answer).id)).size).toBe(1)
  })
  expect(made).toBe(9)
})

test('polls whose commit is not confirmed are not made again', async () => {
  const deaf = openDeaf()
  const made = await madeBy(async () => {
    const done = await Promise.allSettled([start({}, { on: deaf }), start({}, { on: deaf })])
    expect(done.map((one) => (one.status === 'rejected' ? one.reason.message : one.value))).toEqual([
      'nothing heard',
      'nothing heard',
    ])
  })
  expect(made).toBe(2)
  await deaf.close()
})
