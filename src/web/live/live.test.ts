import { describe, expect, test } from 'vitest'
import { closeIn } from '../../../test/contract/acts.ts'
import { openLiveWorld, pause } from '../../../test/live.ts'
import { until } from '../../../test/patience.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf, openWeb, tokenFor } from '../../../test/web.ts'
import { CAST } from '../../../test/world.ts'
import { change, openDb, SYSTEM } from '../../db/db.ts'
import { setGroupState } from '../../groups/service/set-group-state.ts'
import { discardDiscussion } from '../../members/discard-discussion.ts'
import { setMembers } from '../../members/set-members.ts'
import { sealDuePolls, settleDuePolls } from '../../polls/close-due-polls.ts'
import { discardPoll } from '../../polls/discard-poll.ts'

const live = await openLiveWorld()
const { world, web, base, people, follow, seen, poll, vote, comment, dispatch } = live

describe('an open page is notified', () => {
  test('of a vote, without any details', async () => {
    const { id, path } = await poll()
    const page = await follow(path)
    expect(page.answer.status).toBe(200)
    expect(page.answer.headers.get('content-type')).toContain('text/event-stream')
    expect(page.answer.headers.get('cache-control')).toBe('no-store')
    await vote(id)
    await until(() => expect(page.changes()).toBe(1))
    expect(page.text()).toMatch(/^retry: \d{4}\n\ndata: changed\n\n$/)
  })

  test('of many votes, at most once a second', async () => {
    const { id, path } = await poll()
    const page = await follow(path)
    const before = performance.now()
    for (let time = 0; time < 20; time++) {
      await vote(id, time % 4, time % 3 === 0 ? 'agree' : 'disagree')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await until(() => expect(page.changes()).toBeGreaterThan(0))
    expect(page.changes()).toBeLessThanOrEqual(1 + (performance.now() - before) / 1_000)
  })

  test('of a deadline, without an event and before a job closes the poll', async () => {
    const { id, path } = await poll()
    await closeIn(world, id, 3_000)
    const page = await follow(path)
    await until(() => expect(page.changes()).toBe(1))
  })

  test('of a comment in the thread', async () => {
    const id = await makeThread(world)
    await dispatch()
    const page = await follow(`/d/${await keyOf(world, 'discussions', id)}`)
    await comment(id, 'One more bike came.')
    await until(() => expect(page.changes()).toBe(1))
    expect(page.text()).not.toContain('bike')
  })

  test('of a vote in a poll of its thread', async () => {
    const discussion_id = await makeThread(world)
    const { id } = await poll({ discussion_id })
    const page = await follow(`/d/${await keyOf(world, 'discussions', discussion_id)}`)
    await vote(id)
    await until(() => expect(page.changes()).toBe(1))
  })

  test('immediately about changes before it connected, and about nothing else', async () => {
    const { id, path } = await poll()
    const [before, again] = [await seen(path), await seen(path)]
    expect(again).toBe(before)
    await vote(id)
    const late = await follow(path, { seen: before })
    await until(() => expect(late.text()).toMatch(/^retry: \d{4}\n\ndata: changed\n\n$/))
    const inTime = await follow(path, { seen: await seen(path) })
    await pause()
    expect([late.changes(), inTime.changes()]).toEqual([1, 0])
  })

  test('at once of a comment that came before it connected to the thread, and of nothing else', async () => {
    const id = await makeThread(world)
    const { id: poll_id } = await poll({ discussion_id: id })
    await vote(poll_id)
    const path = `/d/${await keyOf(world, 'discussions', id)}`
    const before = await seen(path)
    const inTime = await follow(path, { seen: before })
    await pause()
    expect(inTime.changes()).toBe(0)
    await comment(id, 'One more bike came.')
    const late = await follow(path, { seen: before })
    await until(() => expect(late.changes()).toBe(1))
  })

  test('by every process on the database', async () => {
    const { id, path } = await poll()
    const db = openDb(world.address, 2)
    const other = await openWeb({ db })
    const at = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const pages = [await follow(path), await follow(path, { at })]
    await vote(id)
    await until(() => expect(pages.map((page) => page.changes())).toEqual([1, 1]))
    await other.app.close()
    await db.close()
    await until(() => expect(pages.map((page) => page.ended())).toEqual([false, true]))
  })

  test('after the listening connection broke', async () => {
    const { id, path } = await poll()
    const page = await follow(path)
    await pause()
    const { rows } = await world.db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
    )
    expect(rows).toHaveLength(1)
    await vote(id)
    await until(() => expect(page.changes()).toBe(1))
  })
})

describe('hidden results stay hidden', () => {
  const body = async (path: string) =>
    (await web.get(path, live.cookie)).body.replace(/data-seen="[^"]+"/, 'data-seen=""')

  test('a hidden vote changes only the turnout; a changed vote changes nothing', async () => {
    const { id, path } = await poll({ settings: { hide_results: 'until_closed' } })
    const page = await follow(path)
    const before = await body(path)
    await vote(id, 0, 'agree')
    await until(() => expect(page.changes()).toBe(1))
    const after = await body(path)
    const print = await seen(path)
    expect(after).not.toBe(before)
    expect(after.replace('1 of 5 ballots cast', '0 of 5 ballots cast')).toBe(before)
    await vote(id, 0, 'disagree')
    await pause()
    expect(page.changes()).toBe(1)
    expect(await seen(path)).toBe(print)
  })

  test('an anonymous vote sends no notification while voting is open', async () => {
    const { id, path } = await poll({ settings: { anonymous: true } })
    const page = await follow(path)
    for (const voter of [0, 1, 2]) await vote(id, voter)
    await pause()
    expect(page.changes()).toBe(0)
    await world.db.pool.query('update polls set closing_at = now() where id = $1', [id])
    await settleDuePolls(world.db)
    await sealDuePolls(world.db)
    await dispatch()
    await until(() => expect(page.changes()).toBe(1))
  })

  test('events elsewhere send nothing', async () => {
    const [mine, foreign] = [await poll(), await poll()]
    const page = await follow(mine.path)
    await vote(foreign.id)
    await comment(await makeThread(world), 'Elsewhere')
    await pause()
    expect(page.text()).not.toContain('data')
  })

  test('people who may not see a page cannot follow it: 404', async () => {
    const { path } = await poll({ settings: { title: 'Secret' } })
    const thread = `/d/${await keyOf(world, 'discussions', await makeThread(world))}`
    for (const [at, never] of [
      [path, '/p/AAAAAAA9'],
      [thread, '/d/AAAAAAA9'],
    ]) {
      const answers = [await follow(at ?? '', { as: '' }), await follow(never ?? '')]
      expect(answers.map(({ answer }) => answer.status)).toEqual([404, 404])
      await until(() => expect(answers.every(({ ended }) => ended())).toBe(true))
      const [one, two] = answers.map(({ text }) => text().replace(/[0-9a-f-]{36}/g, ''))
      expect(one).toBe(two)
    }
    expect(
      (await fetch(`${base}${path}/live`, { method: 'HEAD', headers: { cookie: live.cookie } })).status,
    ).toBe(404)
  })

  test('the stream of a removed member ends, and so does one whose session ended', async () => {
    const { id, path } = await poll()
    const ben = people[3] ?? 0
    const as = `__Secure-folkmoot_link=${await tokenFor(world, 'ballot', { user_id: ben, poll_id: id })}`
    const pages = [await follow(path, { as }), await follow(path)]
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      setMembers(act, {
        group_id: world.group.id,
        emails: ['ada@mill.example', ...CAST.slice(0, 3)],
        remove_absent: true,
        dry_run: false,
        guard: false,
        force: false,
      }),
    )
    await dispatch()
    await until(() => expect(pages[0]?.ended()).toBe(true))
    expect(pages[0]?.changes()).toBe(0)
    expect(pages[1]?.ended()).toBe(false)
    expect((await follow(path, { as })).answer.status).toBe(404)
    await world.db.pool.query('delete from sessions where user_id = $1', [world.ada.id])
    await vote(id)
    await until(() => expect(pages[1]?.ended()).toBe(true))
    live.cookie = await sessionOf(world, world.ada.id)
  })
})

test('the streams of a suspended group end at once, which is no fault', async () => {
  const { path } = await poll()
  const page = await follow(path)
  const set = (deed: 'group_suspended' | 'group_resumed') =>
    change(world.db, SYSTEM, (act) => setGroupState(act, { id: world.group.id, deed }))
  await set('group_suspended')
  await until(() => expect(page.ended()).toBe(true))
  expect((await follow(path)).answer.status).toBe(403)
  await set('group_resumed')
  expect((await follow(path)).answer.status).toBe(200)
})

test('the streams of a deleted poll and thread end', async () => {
  const discussion_id = await makeThread(world)
  const { id, path } = await poll()
  const pages = [
    await follow(path),
    await follow(`/d/${await keyOf(world, 'discussions', discussion_id)}`),
    await follow((await poll()).path),
  ]
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => discardPoll(act, id))
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    discardDiscussion(act, discussion_id),
  )
  await dispatch()
  await until(() => expect(pages.map((page) => page.ended())).toEqual([true, true, false]))
  expect((await follow(path)).answer.status).toBe(404)
})
