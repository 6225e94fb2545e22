import { expect, test } from 'vitest'
import { change, type Db, openDb } from '../../src/db/db.ts'
import { addToItemCounts } from '../../src/groups/groups-store.ts'
import { loadKeyGroup } from '../../src/keys/load-key-group.ts'
import { createWorld } from '../world.ts'
import { close, rows, settle } from './acts.ts'
import { caller, openApi, pollFields, pollOf, threadOf } from './api.ts'

/** The counts of polls and threads that a group has in every response. */

const world = await createWorld()
const { db, group } = world
const api = await openApi(world)
const a = await caller(world, api)
/** Another process: its own connections. */
const other = openDb(world.address, 8)

const make = async (changes = {}) => pollOf(await a.post('/polls', pollFields(changes)))
const counts = async () => (await loadKeyGroup(db.pool, group.id)).in_group.counts
const actor = { kind: 'person', user_id: world.ada.id } as const
const countPoll = (on: Db) =>
  change(on, actor, ({ tx }) => addToItemCounts(tx, [{ group_id: group.id, polls: 1 }]))

/** A process with one connection, which counts in another row than this one. */
async function otherThan(pid: number): Promise<Db> {
  for (;;) {
    const elsewhere = openDb(world.address, 1)
    const { rows } = await elsewhere.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    if ((rows[0]?.pid ?? 0) % 16 !== pid % 16) return elsewhere
    await elsewhere.close()
  }
}

test('nobody waits for another process that counts', async () => {
  const before = await counts()
  let elsewhere: Db | undefined
  await change(db, actor, async ({ tx }) => {
    await addToItemCounts(tx, [{ group_id: group.id, polls: 1 }])
    const { rows } = await tx.query('select pg_backend_pid() as pid')
    elsewhere = await otherThan(rows[0].pid)
    await countPoll(elsewhere)
    expect((await counts()).polls).toBe(before.polls + 1)
  })
  expect((await counts()).polls).toBe(before.polls + 2)
  await change(db, actor, ({ tx }) => addToItemCounts(tx, [{ group_id: group.id, polls: -2 }]))
  await elsewhere?.close()
})

test('they are correct after simultaneous changes in two processes', async () => {
  const ids = (await Promise.all(Array.from({ length: 24 }, () => make()))).map(({ id }) => id)
  const threads = await Promise.all(
    Array.from({ length: 8 }, async () => threadOf(await a.post('/discussions', { title: 'Paint' })).id),
  )
  await rows(
    db,
    "update polls set opened_at = now() - interval '2 h', closing_at = now() where id = any ($1)",
    [ids.slice(0, 8)],
  )
  await Promise.all([
    ...ids.slice(0, 8).flatMap((id) => [settle(db, id), settle(other, id)]),
    ...ids.slice(8, 12).map((id) => close(world, id)),
    ...ids.slice(12, 16).map((id) => a.remove(`/polls/${id}`)),
    ...threads.slice(0, 3).map((id) => a.post(`/discussions/${id}/close`, {})),
    ...threads.slice(3, 5).map((id) => a.remove(`/discussions/${id}`)),
  ])
  await Promise.all([
    ...ids.slice(8, 10).map((id) => a.post(`/polls/${id}/reopen`, { closing_at: '2099-01-01T10:00:00Z' })),
    a.post(`/discussions/${threads[0]}/reopen`, {}),
  ])
  expect(await counts()).toMatchObject({ polls: 20, closed_polls: 10, discussions: 6, closed_discussions: 2 })
  const [counted] = await rows<{ polls: number; closed: number }>(
    db,
    `select count(*)::int as polls, count(*) filter (where closed_at is not null)::int as closed
     from polls where group_id = $1 and discarded_at is null`,
    [group.id],
  )
  expect(counted).toEqual({ polls: 20, closed: 10 })
  await other.close()
})
