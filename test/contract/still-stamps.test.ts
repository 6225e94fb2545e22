import { describe, expect, test } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { hashToken } from '../../src/users/secret.ts'
import { atEnd } from '../at-end.ts'
import { hold } from '../hold.ts'
import { until } from '../patience.ts'
import { rows } from './acts.ts'
import { type Caller, envelopeOf, expectProblem, pollOf } from './api.ts'
import { openStage } from './stage.ts'
import { listenTo } from './still.ts'

/** While nothing is written, polls and keys come from the cache, but never outdated ones. */

const { world, db, a, make, without } = await openStage()
const { during, untilStill } = listenTo(db)
/** Another process. */
const other = openDb(world.address, 2)
atEnd(() => other.close())

const show = (id: number, who: Caller = a) => who.get(`/polls/${id}`)
const titleOf = async (id: number) => pollOf(await show(id)).title
const entitle = (id: number, title: string): [string, unknown[]] => [
  'update polls set title = $2 where id = $1',
  [id, title],
]

test('only the snapshot is queried, with any key that requested the poll before', async () => {
  const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })]
  const guest = await without('comment')
  const read = () => Promise.all([show(one.id), show(two.id, guest)])
  await untilStill(read)
  await untilStill(() => Promise.all([show(two.id), show(one.id, guest)]))
  const told = await Promise.all([show(two.id), show(one.id, guest)])
  expect(told.map((answer) => pollOf(answer).title)).toEqual(['Two', 'One'])
})

test('a poll that was not requested since is queried, beside a cached one', async () => {
  const [known, fresh] = [await make({ title: 'Known' }), await make({ title: 'Fresh' })]
  await untilStill(() => show(known.id))
  const told = await Promise.all([show(known.id), show(fresh.id), show(0)])
  expect(told.slice(0, 2).map((answer) => pollOf(answer).title)).toEqual(['Known', 'Fresh'])
  expectProblem(told[2]!, 404, 'not_found')
})

describe('a change by another process is visible', () => {
  test('from its commit on, if it began before the poll was read', async () => {
    const { id } = await make({ title: 'Before' })
    const writing = await hold(other, ...entitle(id, 'After'))
    await untilStill(() => show(id))
    expect(await titleOf(id)).toBe('Before')
    await writing.release()
    expect(await titleOf(id)).toBe('After')
  })

  test('from its commit on, if later transactions ended before', async () => {
    const { id } = await make({ title: 'Before' })
    const writing = await hold(other, ...entitle(id, 'After'))
    await other.pool.query('update groups set name = name where id = $1', [world.group.id])
    await untilStill(() => show(id))
    expect(await titleOf(id)).toBe('Before')
    await writing.release()
    expect(await titleOf(id)).toBe('After')
  })

  test('from its commit on, if a subtransaction ended before', async () => {
    const { id } = await make({ title: 'Before' })
    const writing = await hold(other, 'savepoint part')
    await writing.query(...entitle(id, 'After'))
    await untilStill(() => show(id))
    await writing.query('release savepoint part')
    await untilStill(() => show(id))
    expect(await titleOf(id)).toBe('Before')
    await writing.release()
    expect(await titleOf(id)).toBe('After')
  })

  test('without the part that it rolled back', async () => {
    const { id } = await make({ title: 'Before' })
    const writing = await hold(other, ...entitle(id, 'After'))
    await writing.query('savepoint part')
    await writing.query(...entitle(id, 'Not this'))
    await untilStill(() => show(id))
    await writing.query('rollback to savepoint part')
    await writing.release()
    expect(await titleOf(id)).toBe('After')
  })

  test('never, if it is rolled back', async () => {
    const { id } = await make({ title: 'Before' })
    const writing = await hold(other, ...entitle(id, 'After'))
    await untilStill(() => show(id))
    await writing.query('rollback')
    expect(await titleOf(id)).toBe('Before')
    await untilStill(() => show(id))
    expect(await titleOf(id)).toBe('Before')
  })

  test('when the next read runs at the same time as one of another poll', async () => {
    const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })]
    await untilStill(() => Promise.all([show(one.id), show(two.id)]))
    await other.pool.query(...entitle(two.id, 'Two, edited'))
    const told = await Promise.all([titleOf(one.id), titleOf(two.id)])
    expect(told).toEqual(['One', 'Two, edited'])
  })
})

describe('a key is accepted from the cache', () => {
  const ofKey = 'where id = (select api_key_id from key_secrets where hash = $1)'

  test('until another process revokes it', async () => {
    const { id } = await make()
    const guest = await without('comment')
    await untilStill(() => show(id, guest))
    await other.pool.query(`update api_keys set revoked_at = now() ${ofKey}`, [hashToken(guest.key)])
    expectProblem(await show(id, guest), 403, 'api_key_revoked')
    envelopeOf(await show(id))
  })

  test('until it expires, without any write', async () => {
    const { id } = await make()
    const guest = await without('comment')
    const ending = `update api_keys set expires_at = clock_timestamp() + interval '1 second' ${ofKey}`
    await other.pool.query(ending, [hashToken(guest.key)])
    await until(async () => expectProblem(await show(id, guest), 403, 'api_key_expired'))
  })
})

describe('without any write, reaching the closing time', () => {
  const closeSoon = (id: number) =>
    other.pool.query(`update polls set closing_at = clock_timestamp() + interval '1 second' where id = $1`, [
      id,
    ])

  test('closes the poll', async () => {
    const { id } = await make()
    await closeSoon(id)
    await until(async () => expect(pollOf(await show(id)).closed_at).not.toBeNull())
  })

  test('changes the counts of the group in every poll', async () => {
    const [shown, closing] = [await make(), await make()]
    const closed = async () => envelopeOf(await show(shown.id)).groups[0]?.closed_polls_count ?? 0
    const before = await closed()
    await closeSoon(closing.id)
    await until(async () => expect(await closed()).toBe(before + 1))
    expect(await closed()).toBe(before + 1)
  })
})

test('everything is read again after a lost connection: the server may have crashed', async () => {
  const { id } = await make()
  await untilStill(() => show(id))
  await rows(
    other,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const names = await until(async () => {
    let status = 0
    const asked = await during(async () => {
      status = (await show(id)).statusCode
    })
    if (status !== 200) throw new Error('the connection is not there again')
    return asked
  })
  expect(names).toContain('polls.stamps')
})
