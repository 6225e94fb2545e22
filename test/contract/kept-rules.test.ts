import { beforeEach, describe, expect, test } from 'vitest'
import { change, openDb, SYSTEM } from '../../src/db/db.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { rotateKey } from '../../src/keys/rotate-key.ts'
import type { Scores } from '../../src/polls/ballots/ballot.ts'
import { castAndLoad } from '../../src/polls/ballots/load-cast.ts'
import { keptRules } from '../../src/polls/ballots/load-rules.ts'
import { hold } from '../hold.ts'
import { keyFor } from '../world.ts'
import { close, reachClosing, rows, vote } from './acts.ts'
import { type Caller, envelopeOf, expectInvalid, expectProblem, type Fields, pollOf } from './api.ts'
import { openStage } from './stage.ts'

/**
 * Votes are checked with a cached key and poll, and must still respect later changes. Here another process
 * makes all changes.
 */

const { world, db, api, ben, cleo, a, make } = await openStage()
const elsewhere = { ...world, db: openDb(world.address, 4) }
const BLUE = { choices: { Blue: 1 } }
const GREEN = { choices: { Green: 1 } }

let id: number
let own: { id: number; by: Caller }
const cast = (fields: Fields, by = own.by) => by.post(`/polls/${id}/ballots`, fields)
const sums = async () => pollOf(await a.get(`/polls/${id}`)).stance_counts
const write = (text: string) => elsewhere.db.pool.query(text)

/** The process has cached the key and the poll: the key has cast a vote. */
beforeEach(async () => {
  id = (await make({ poll_type: 'poll', options: ['Blue', 'Green'] })).id
  const issued = await keyFor(world)
  own = { id: issued.id, by: api.as(issued.key) }
  expect((await cast({ user_id: cleo, ...BLUE })).statusCode).toBe(200)
})

describe('a key that has cast before', () => {
  test.each<[string, string, (key: number) => Promise<unknown>]>([
    ['was revoked', 'api_key_revoked', (key) => change(elsewhere.db, SYSTEM, (act) => revokeKey(act, key))],
    [
      'was rotated away',
      'api_key_expired',
      (key) => change(elsewhere.db, SYSTEM, (act) => rotateKey(act, key, 0)),
    ],
    [
      'has ended',
      'api_key_expired',
      (key) => write(`update api_keys set expires_at = now() where id = ${key}`),
    ],
    [
      'has a secret that ended without anybody writing it',
      'api_key_expired',
      async (key) => {
        await write(
          `update key_secrets set expires_at = clock_timestamp() + interval '300 ms' where api_key_id = ${key}`,
        )
        await cast({ user_id: cleo, ...GREEN })
        await write('select pg_sleep(0.4)')
      },
    ],
    [
      'may cast no more',
      'permission_missing',
      (key) =>
        write(
          `update api_keys set permissions = array_remove(permissions, 'cast_ballots') where id = ${key}`,
        ),
    ],
  ])('casts nothing once it %s', async (_, code, end) => {
    await end(own.id)
    const before = await sums()
    expectProblem(await cast({ user_id: ben, ...BLUE }), 403, code)
    expectProblem(await cast({ user_id: ben, choices: 'x' }), 403, code)
    expect(await sums()).toEqual(before)
  })

  test('casts nothing if it was revoked while its vote waited', async () => {
    const holder = await hold(elsewhere.db, `select 1 from polls where id = ${id} for update`)
    const waiting = cast({ user_id: ben, ...BLUE })
    await holder.waitedFor()
    await holder.query(`update api_keys set revoked_at = now() where id = ${own.id}`)
    await holder.release()
    expectProblem(await waiting, 403, 'api_key_revoked')
    expect(await sums()).toEqual([1, 0])
  })
})

describe('a cached poll', () => {
  test('gets another option', async () => {
    await write(`insert into poll_options (poll_id, slot, priority, name) values (${id}, 3, 3, 'Red')`)
    const answer = await cast({ user_id: ben, choices: { Red: 1 } })
    expect(envelopeOf(answer).poll_options.map(({ name }) => name)).toEqual(['Blue', 'Green', 'Red'])
    expect(await sums()).toEqual([1, 0, 1])
  })

  test('allows more choices, or fewer', async () => {
    const both = { user_id: ben, choices: { Blue: 1, Green: 1 } }
    const limit = (most: number) =>
      write(`update polls set maximum_stance_choices = ${most} where id = ${id}`)
    await limit(1)
    expectInvalid(await cast(both), 'choices')
    await limit(2)
    expect((await cast(both)).statusCode).toBe(200)
    await limit(1)
    expectInvalid(await cast({ ...both, user_id: cleo }), 'choices')
    expect(await sums()).toEqual([2, 1])
  })

  test('gets another title, which the response contains', async () => {
    await write(`update polls set title = 'Other', version = version + 1 where id = ${id}`)
    const answer = await cast({ user_id: ben, ...BLUE })
    expect(pollOf(answer).title).toBe('Other')
    const shown = await own.by.get(`/polls/${id}`)
    expect(String(answer.headers['etag']).split('.')[0]).toBe(String(shown.headers['etag']).split('.')[0])
  })

  test.each([
    ['closed', () => close(elsewhere, id)],
    ['past its closing time', () => reachClosing(elsewhere, id)],
  ])('is %s', async (_, end) => {
    await end()
    expectProblem(await cast({ user_id: ben, ...BLUE }), 409, 'poll_closed')
  })

  test('was deleted', async () => {
    await write(`update polls set discarded_at = now() where id = ${id}`)
    expect((await cast({ user_id: ben, ...BLUE })).statusCode).toBe(404)
  })

  test('has a voter with a withdrawn ballot, and one who has voted', async () => {
    await write(`update electorate set withdrawn_at = now() where poll_id = ${id} and user_id = ${ben}`)
    expectInvalid(await cast({ user_id: ben, ...BLUE }), 'user_id')
    await vote(elsewhere, id, world.ada.id, { Blue: 1 })
    expectProblem(await cast({ user_id: world.ada.id, ...GREEN }), 409, 'ballot_of_voter')
  })

  test('is locked, and the vote waits', async () => {
    const holder = await hold(elsewhere.db, `select 1 from polls where id = ${id} for update`)
    const waiting = cast({ user_id: ben, ...BLUE })
    await holder.waitedFor()
    await holder.release()
    expect((await waiting).statusCode).toBe(200)
    expect(await sums()).toEqual([2, 0])
  })
})

describe('votes in one batch', () => {
  test('of one voter, named by id and by address', async () => {
    const who = [{ user_id: ben }, { email: 'ben@mill.example' }, { email: ' BEN@mill.example' }]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => cast({ ...who[n % who.length], ...(n % 2 ? GREEN : BLUE) })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const ballots = await rows(db, 'select 1 from ballots where poll_id = $1 and user_id = $2', [id, ben])
    expect(ballots).toHaveLength(1)
    expect((await sums()).reduce((sum, count) => sum + count, 0)).toBe(2)
  })

  test('are each answered with their own voter and ballot', async () => {
    const others = await Promise.all([make(), make()])
    const asked = [id, ...others.map((poll) => poll.id)].flatMap((poll) =>
      [ben, cleo].map((voter) => ({ poll, voter })),
    )
    for (const choices of [undefined, 'again'])
      await Promise.all(
        asked.map(async ({ poll, voter }) => {
          const option = poll === id ? 'Green' : choices === undefined ? 'agree' : 'disagree'
          const answer = await own.by.post(`/polls/${poll}/ballots`, {
            user_id: voter,
            choices: { [option]: 1 },
          })
          const told = envelopeOf(answer)
          expect(told.stances).toMatchObject([{ poll_id: poll, participant_id: voter }])
          expect(told.users.map((user) => user.id)).toContain(voter)
          expect(told.polls.map((one) => one.id)).toEqual([poll])
          const [shown] = envelopeOf(await own.by.get(`/polls/${poll}`)).groups
          expect(told.groups).toEqual([shown])
        }),
      )
  })

  test('fail alone', async () => {
    const asked = keptRules(world.db, id)
    if (asked === null) throw new Error('the poll is not cached')
    const rules = asked.version
    const fine = { poll_id: id, reason: null, reason_format: 'md', api_key_id: null, rules } as const
    const castOf = (user_id: number, scores: Scores) =>
      castAndLoad(world.db, { vote: { ...fine, user_id, scores }, asked })
    // A ballot without scores does not exist: the database refuses it.
    const casts = await Promise.allSettled([castOf(ben, [1, null]), castOf(world.ada.id, [])])
    expect(casts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await sums()).toEqual([2, 0])
  })
})
