import { describe, expect, test } from 'vitest'
import { openLiveWorld, pause } from '../../../test/live.ts'
import { until } from '../../../test/patience.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, keyOf } from '../../../test/web.ts'
import { listenTo } from '../../db/listen.ts'
import { TOUCHED_CHANNEL } from '../../events/touched.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const { world, web, people, streams, follow, poll, dispatch } = await openLiveWorld()

describe('the server of open pages', () => {
  test('writes nothing while pages are followed', async () => {
    const { path } = await poll({ settings: { anonymous: true, stance_reason_required: 'disabled' } })
    const thread = `/d/${await keyOf(world, 'discussions', await makeThread(world))}`
    await dispatch()
    const before = await everyRow(world)
    await Promise.all([follow(path), follow(thread)])
    await pause()
    expect(await everyRow(world)).toEqual(before)
  })

  test('lets one visitor follow ten pages at once', async () => {
    const { path } = await poll()
    await until(async () => {
      const all = await Promise.all(Array.from({ length: 10 }, () => follow(path)))
      expect(all.map(({ answer }) => answer.status)).toEqual(Array(10).fill(200))
    })
    expect((await follow(path)).answer.status).toBe(429)
    streams.splice(0, 1)[0]?.abort()
    await until(async () => expect((await follow(path)).answer.status).toBe(200))
  })

  test('sends one notification for a batch of events, after the commit', async () => {
    await dispatch()
    const said: (string | null)[] = []
    const listening = listenTo(world.db.pool, TOUCHED_CHANNEL, (payload) => void said.push(payload))
    await until(() => expect(said).toEqual([null]))
    const id = await makePoll(world, { options: ['agree', 'disagree'] })
    for (const voter of [0, 1, 2])
      await castBallot(world.db, {
        poll_id: id,
        user_id: people[voter] ?? 0,
        choices: { agree: 1 },
        reason: null,
      })
    expect(said).toEqual([null])
    await dispatch()
    await until(() => expect(said).toEqual([null, `poll ${id}`]))
    await listening.close()
  })

  test('ends all streams when it closes, so that a stop need not wait for them', async () => {
    const { path } = await poll()
    const page = await follow(path)
    const closed = web.app.close()
    await until(() => expect(page.ended()).toBe(true))
    await closed
    const { rows } = await world.db.pool.query(
      "select 1 from pg_stat_activity where query like 'listen %' and datname = current_database()",
    )
    expect(rows).toEqual([])
  })
})
