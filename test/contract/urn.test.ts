import { randomBytes, randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { change, openDb, SYSTEM } from '../../src/db/db.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { sealDuePolls } from '../../src/polls/close-due-polls.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import type { Poll } from '../../src/polls/poll.ts'
import type { PollOption } from '../../src/polls/poll-option.ts'
import { checkUrnKeys } from '../../src/polls/urn/check-urn-keys.ts'
import { cleanTraces } from '../../src/polls/urn/clean-traces.ts'
import { destroyUrnKeys } from '../../src/polls/urn/destroy-urn-keys.ts'
import { moveAllIntoBoxes } from '../../src/polls/urn/move-into-boxes.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { atEnd } from '../at-end.ts'
import { addMembers, createWorld } from '../world.ts'
import { close, openedUrn, rows, vote } from './acts.ts'
import { caller, expectProblem, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const { db } = world
const api = await openApi(world)
const people = await addMembers(world)
const [ben, cleo, dai, esi] = people as [number, number, number, number]
const a = await caller(world, api)

const make = async (changes = {}) =>
  pollOf(await a.post('/polls', pollFields({ anonymous: true, ...changes })))
const read = async (id: number) => pollOf(await a.get(`/polls/${id}`))
const keyOf = async (id: number) =>
  (await rows<{ urn_key: string | null }>(db, 'select urn_key from polls where id = $1', [id]))[0]?.urn_key ??
  null
const fileOf = (urn_key: string | null) => join(world.address.keys.folder ?? '', urn_key ?? '')

describe('a key', () => {
  test('is made when voting opens, a different one for each poll, and never for named polls and drafts', async () => {
    const [open, other] = [await make(), await make()]
    expect(await keyOf(open.id)).toMatch(/^[0-9a-f]{64}$/)
    expect(await keyOf(other.id)).not.toBe(await keyOf(open.id))
    const draft = await make({ closing_at: null })
    expect(await keyOf(draft.id)).toBeNull()
    await a.post(`/polls/${draft.id}/open`, { closing_at: '2099-01-01' })
    expect(await keyOf(draft.id)).toMatch(/^[0-9a-f]{64}$/)
    expect(await keyOf((await make({ anonymous: false })).id)).toBeNull()
  })

  test('is destroyed after the seal even if the process was killed in between', async () => {
    const { id } = await make()
    await vote(world, id, ben, { agree: 1 })
    const key = await keyOf(id)
    await change(db, SYSTEM, (act) => closePoll(act, id))
    // A process killed between the commit and the destruction: the destruction never happens.
    const killed = { ...db, urn_keys: { ...db.urn_keys, destroy: () => Promise.reject(new Error('killed')) } }
    await expect(sealPoll(killed, id)).rejects.toThrow('killed')
    expect(await read(id)).toMatchObject({ results_visible: true, results_as_of: 1 })
    expect(await db.urn_keys.find(db.pool, key ?? '')).not.toBeNull()
    await destroyUrnKeys(db)
    expect(await db.urn_keys.find(db.pool, key ?? '')).toBeNull()
    expect(
      await rows(db, 'select key_destroyed_at is not null as gone from polls where id = $1', [id]),
    ).toEqual([{ gone: true }])
  })

  test('that is missing is reported while voting is open, prevents counting, and counts everything once it is back', async () => {
    const { id, key } = await make()
    await vote(world, id, ben, { agree: 1 })
    const file = fileOf(await keyOf(id))
    expect(await checkUrnKeys(db)).not.toContain(key)
    await rename(file, `${file}.away`)
    expect(await checkUrnKeys(db)).toContain(key)
    // Votes are still accepted: only counting needs the key.
    await vote(world, id, cleo, { disagree: 1 })
    await close(world, id)
    await sealDuePolls(db)
    expect(await read(id)).toMatchObject({ results_visible: false, decided_voters_count: 2 })
    expect(await rows(db, 'select 1 from urn_boxes where poll_id = $1', [id])).toHaveLength(2)
    await rename(`${file}.away`, file)
    expect(await checkUrnKeys(db)).not.toContain(key)
    await sealDuePolls(db)
    expect(await read(id)).toMatchObject({ results_visible: true, stance_counts: [1, 0, 1] })
  })
})

test('a key that another process destroys during the check is not reported as missing', async () => {
  const { id, key } = await make()
  const lost = await make()
  await vote(world, id, ben, { agree: 1 })
  await change(db, SYSTEM, (act) => closePoll(act, id))
  const urn_key = await keyOf(id)
  await rename(fileOf(await keyOf(lost.id)), join(world.address.keys.folder ?? '', 'away'))
  // The other process destroys it between the list of polls and the check of the key.
  const find: typeof db.urn_keys.find = async (on, name) => {
    if (name === urn_key) await sealPoll(db, id)
    return db.urn_keys.find(on, name)
  }
  const missing = await checkUrnKeys({ ...db, urn_keys: { ...db.urn_keys, find } })
  expect(missing).toContain(lost.key)
  expect(missing).not.toContain(key)
  expect(
    await rows(db, 'select sealed_at is not null as sealed, key_missing_at from polls where id = $1', [id]),
  ).toEqual([{ sealed: true, key_missing_at: null }])
})

test('keys encrypted in the database also serve voting and counting', async () => {
  const shared = await createWorld()
  const keys = { folder: null, secret_file: shared.address.keys.secret_file }
  const machines = [openDb({ ...shared.address, keys }, 2), openDb({ ...shared.address, keys }, 2)] as const
  atEnd(() => Promise.all(machines.map((machine) => machine.close())))
  const own = { ...shared, db: machines[0] }
  const [one = 0, two = 0] = await addMembers(own)
  const there = await caller(own, await openApi(own))
  const { id } = pollOf(await there.post('/polls', pollFields({ anonymous: true })))
  await vote(own, id, one, { agree: 1 })
  await vote({ db: machines[1] }, id, two, { disagree: 1 })
  expect(await rows(own.db, 'select 1 from urn_keys')).toHaveLength(1)
  await change(machines[0], SYSTEM, (act) => closePoll(act, id))
  await sealPoll(machines[1], id)
  expect(pollOf(await there.get(`/polls/${id}`))).toMatchObject({ results_visible: true, results_as_of: 2 })
  expect(await rows(own.db, 'select 1 from urn_keys')).toEqual([])
})

test('a ballot filled in before an option was added must be reviewed, so that no ballot is recognizable by its length', async () => {
  const { id } = await make({ poll_type: 'score', options: ['x', 'y'] })
  const [poll] = await rows<Poll>(db, 'select * from polls where id = $1', [id])
  const options = await rows<PollOption>(db, 'select * from poll_options where poll_id = $1 order by slot', [
    id,
  ])
  await a.post(`/polls/${id}/options`, { options: ['z'] })
  // As a page read it before the option was added.
  const read = { poll: poll!, options }
  await castBallot(db, { poll_id: id, user_id: ben, choices: { x: 1 }, reason: null, read })
  await vote(world, id, cleo, { x: 2, z: 1 })
  expect((await openedUrn(db, id)).map((scores) => scores.length)).toEqual([3, 3])
})

describe('new people', () => {
  const invite = (id: number, email: string) => a.post(`/polls/${id}/voters`, { emails: [email] })

  test('get a ballot in an open anonymous poll before the first vote, and not after it', async () => {
    const { id } = await make()
    expect((await invite(id, 'early@else.example')).statusCode).toBe(200)
    await vote(world, id, ben, { agree: 1 })
    const refused = await invite(id, 'late@else.example')
    expectProblem(refused, 409, 'poll_anonymous')
    expect(refused.json().error).toContain('Someone has voted')
    expect((await read(id)).voters_count).toBe(people.length + 2)
    // The control: a named poll accepts them at any time.
    const named = await make({ anonymous: false })
    await vote(world, named.id, ben, { agree: 1 })
    expect((await invite(named.id, 'late@else.example')).statusCode).toBe(200)
  })

  test('invited to the thread get no ballot in one with votes, and new members of the group get one', async () => {
    const thread = (await a.post('/discussions', { title: 'Bins' })).json().discussions[0]
    const [begun, fresh] = [
      await make({ discussion_id: thread.id }),
      await make({ discussion_id: thread.id }),
    ]
    await vote(world, begun.id, ben, { agree: 1 })
    await a.post(`/discussions/${thread.id}/guests`, { emails: ['guest@else.example'] })
    const count = async (id: number) => (await read(id)).voters_count
    expect([await count(begun.id), await count(fresh.id)]).toEqual([people.length + 1, people.length + 2])
    await addMembers(world, ['new@mill.example'])
    expect([await count(begun.id), await count(fresh.id)]).toEqual([people.length + 2, people.length + 3])
  })
})

/** The data of 0.1.0: polls without a key, ballots in the clear, and totals that changed with each. */
describe('after an upgrade from 0.1.0', () => {
  const castAs010 = (id: number, user_id: number, choices: (number | null)[]) =>
    db.pool.query('select cast_anonymous_ballot($1, $2, $3, $4, $5, 3) as outcome', [
      id,
      user_id,
      randomUUID(),
      choices,
      randomBytes(16),
    ])

  const boxedAt = async (id: number) =>
    (await rows<{ boxed_at: Date }>(db, 'select boxed_at from polls where id = $1', [id]))[0]!.boxed_at

  async function openedBy010(): Promise<number> {
    const { id } = await make()
    await db.pool.query('update polls set urn_key = null where id = $1', [id])
    await db.pool.query(`insert into shown_tallies (poll_id) values ($1)`, [id])
    await castAs010(id, ben, [1, null, null])
    await castAs010(id, cleo, [null, null, 1])
    await db.pool.query(
      `update tallies set cast_count = 2, sums = '{1,0,1}', answers = '{1,0,1}', supports = '{1,0,1}' where poll_id = $1`,
      [id],
    )
    return id
  }

  test('an open poll gets a key, its votes go into sealed boxes, and all are counted', async () => {
    const id = await openedBy010()
    expect((await read(id)).decided_voters_count).toBe(2)
    await moveAllIntoBoxes(db)
    expect(await keyOf(id)).toMatch(/^[0-9a-f]{64}$/)
    expect(await rows(db, 'select 1 from urn where poll_id = $1', [id])).toEqual([])
    expect(await rows(db, 'select 1 from shown_tallies where poll_id = $1', [id])).toEqual([])
    expect(await rows(db, 'select cast_count, sums from tallies where poll_id = $1', [id])).toEqual([
      { cast_count: 0, sums: [] },
    ])
    expect(await openedUrn(db, id)).toHaveLength(2)
    await vote(world, id, dai, { agree: 1 })
    // A process of 0.1.0 that is still running.
    await castAs010(id, esi, [null, 1, null])
    const before = await boxedAt(id)
    await moveAllIntoBoxes(db)
    expect(await openedUrn(db, id)).toHaveLength(4)
    // That vote was stored in the clear too: the page must not call it protected.
    expect((await boxedAt(id)) > before).toBe(true)
    expect((await read(id)).decided_voters_count).toBe(4)
    await close(world, id)
    expect(await read(id)).toMatchObject({ results_as_of: 4, stance_counts: [2, 1, 1] })
    expect(await rows(db, 'select boxed_at is not null as told from polls where id = $1', [id])).toEqual([
      { told: true },
    ])
  })

  test('the first vote does this if nothing else has yet', async () => {
    const id = await openedBy010()
    await vote(world, id, dai, { agree: 1 })
    expect(await openedUrn(db, id)).toHaveLength(3)
  })

  test('a poll closed by 0.1.0 is sealed with its ballots', async () => {
    const id = await openedBy010()
    await close(world, id)
    expect(await read(id)).toMatchObject({ results_visible: true, stance_counts: [1, 0, 1] })
    expect(await rows(db, 'select 1 from urn where poll_id = $1', [id])).toEqual([])
  })

  test('a process of 0.1.0 cannot seal a poll with ballots in boxes: it gets an error to retry', async () => {
    const { id } = await make()
    await vote(world, id, ben, { agree: 1 })
    await change(db, SYSTEM, (act) => closePoll(act, id))
    const sealAs010 = () => db.pool.query('update polls set sealed_at = now() where id = $1', [id])
    await expect(sealAs010()).rejects.toMatchObject({ code: '55P03' })
    await sealPoll(db, id)
    expect(await read(id)).toMatchObject({ results_as_of: 1 })
  })

  test('traces of single votes are deleted once, and not while someone may still see them', async () => {
    const id = await openedBy010()
    await close(world, id)
    const cleaned = async () =>
      (
        await rows<{ done: boolean }>(db, 'select cleaned_at is not null as done from polls where id = $1', [
          id,
        ])
      )[0]?.done
    const reader = await db.pool.connect()
    await reader.query('begin isolation level repeatable read; select 1 from polls limit 1')
    expect(await cleanTraces(db)).toBe(0)
    expect(await cleaned()).toBe(false)
    await reader.query('rollback')
    reader.release()
    expect(await cleanTraces(db)).toBeGreaterThan(0)
    expect(await cleaned()).toBe(true)
    expect(await cleanTraces(db)).toBe(0)
    expect(await read(id)).toMatchObject({ stance_counts: [1, 0, 1] })
  })
})
