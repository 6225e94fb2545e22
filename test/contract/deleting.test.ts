import { beforeEach, describe, expect, test } from 'vitest'
import { sealDuePolls, settleDuePolls } from '../../src/polls/close-due-polls.ts'
import { remindReviewers } from '../../src/polls/outcomes/remind-reviewers.ts'
import { remindVoters } from '../../src/polls/remind-voters.ts'
import { openPost } from '../post.ts'
import { answering, makeWebhook, openMessenger, startReceiver } from '../receiver.ts'
import { sessionOf } from '../sign-in.ts'
import { openWeb } from '../web.ts'
import { rows, vote } from './acts.ts'
import { envelopeOf, expectProblem, LATER, pollOf, threadOf } from './api.ts'
import { openStage } from './stage.ts'

const { world, db, a, ben, make } = await openStage()
const web = await openWeb(world)
const post = await openPost(world)
const receiver = await startReceiver()
const via = openMessenger(world)
const ada = await sessionOf(world, world.ada.id)
await makeWebhook(world, { url: receiver.url })
await post.deliver()

const group = async () => {
  const { groups } = envelopeOf(await a.get('/discussions'))
  const { polls_count, closed_polls_count, discussions_count, closed_discussions_count } = groups[0]!
  return [polls_count, closed_polls_count, discussions_count, closed_discussions_count]
}
const listed = async (path: string) =>
  ((await a.get(path)).json()[path.slice(1)] as { id: number }[]).map(({ id }) => id)

beforeEach(async () => {
  await via.deliver()
  await post.send()
  receiver.got.length = 0
  receiver.answer = answering(204)
})

describe('a deleted poll', () => {
  test('is returned once more, and is then not found anywhere', async () => {
    const before = await group()
    const thread = threadOf(await a.post('/discussions', { title: 'Paint' }))
    const poll = await make({ discussion_id: thread.id, title: 'Deleted words' })
    await vote(world, poll.id, ben, { agree: 1 })
    const page = await web.get(`/p/${poll.key}`, ada)
    expect(page.body).toContain('Deleted words')
    const was = pollOf(await a.get(`/polls/${poll.id}`))
    expect(pollOf(await a.remove(`/polls/${poll.key}`))).toEqual(was)
    for (const path of ['', '/voters', '/results']) {
      const gone = await a.get(`/polls/${poll.id}${path}`)
      expectProblem(gone, 404, 'not_found')
      expect(gone.json().error).toBe((await a.get(`/polls/999999${path}`)).json().error)
    }
    for (const path of ['close', 'reopen', 'open', 'outcomes', 'remind', 'voters', 'ballots'])
      expectProblem(
        await a.post(`/polls/${poll.id}/${path}`, {
          closing_at: LATER,
          statement: 'x',
          user_id: ben,
          choices: { agree: 1 },
          emails: ['x@y.example'],
        }),
        404,
        'not_found',
      )
    expectProblem(await a.patch(`/polls/${poll.id}`, { title: 'x' }), 404, 'not_found')
    expectProblem(await a.remove(`/polls/${poll.id}`), 404, 'not_found')
    expect(await listed('/polls')).not.toContain(poll.id)
    const pages = [`/p/${poll.key}`, `/p/${poll.key}/voters`, `/p/${poll.key}/ballots.csv`]
    for (const path of pages) expect((await web.get(path, ada)).statusCode).toBe(410)
    expect((await web.get(pages[0] ?? '')).statusCode).toBe(404)
    for (const path of [...pages, '/', '/g/mill-lane', `/d/${thread.key}`])
      expect((await web.get(path, ada)).body).not.toContain('Deleted words')
    expect(await group()).toEqual([before[0], before[1], before[2]! + 1, before[3]])
    await expect(vote(world, poll.id, ben, { disagree: 1 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is subtracted from its group’s counts, whatever its state', async () => {
    const before = await group()
    const [draft, open, closed, due] = [
      await make({ closing_at: null }),
      await make(),
      await make(),
      await make(),
    ]
    await a.post(`/polls/${closed.id}/close`, {})
    await db.pool.query(
      "update polls set opened_at = now() - interval '2 h', closing_at = now() - interval '1 s' where id = $1",
      [due.id],
    )
    expect(await group()).toEqual([before[0]! + 4, before[1]! + 2, before[2], before[3]])
    for (const { id } of [draft, open, closed, due]) await a.remove(`/polls/${id}`)
    await settleDuePolls(db)
    expect(await group()).toEqual(before)
  })

  test('causes nothing more: no closing, reminder, mail or webhook', async () => {
    const poll = await make({ recipient_audience: 'group', notify_on_closing_soon: 'voters' })
    const decided = await make()
    await a.post(`/polls/${decided.id}/close`, {})
    await a.post(`/polls/${decided.id}/outcomes`, { statement: 'Yes', review_on: '2999-01-01' })
    await via.dispatch()
    receiver.got.length = 0
    const waiting = async () =>
      (await rows(db, "select 1 from webhook_deliveries where status = 'waiting'")).length
    expect(await waiting()).toBeGreaterThan(0)
    await a.remove(`/polls/${poll.id}`)
    await a.remove(`/polls/${decided.id}`)
    await db.pool.query(
      'update polls set reminder_due_at = case when reminder_due_at is not null then now() end, closing_at = least(closing_at, now()) where id = any ($1)',
      [[poll.id, decided.id]],
    )
    await db.pool.query('update outcomes set review_due_at = now() where review_due_at is not null')
    await Promise.all([settleDuePolls(db), remindVoters(db), remindReviewers(db)])
    expect(await post.deliver()).toEqual([])
    await via.deliver()
    expect(receiver.got).toEqual([])
    expect(await waiting()).toBe(0)
    const kinds = await rows<{ kind: string }>(db, 'select kind from events where poll_id = $1 order by id', [
      poll.id,
    ])
    expect(kinds.map(({ kind }) => kind)).toEqual(['poll_created', 'poll_discarded'])
  })

  test('leaves no mail waiting in the outbox, nor does its thread', async () => {
    const thread = threadOf(await a.post('/discussions', { title: 'Bins', recipient_audience: 'group' }))
    const [own, inThread, other] = [
      await make({ recipient_audience: 'group' }),
      await make({ recipient_audience: 'group', discussion_id: thread.id }),
      await make({ recipient_audience: 'group' }),
    ]
    await post.dispatch()
    const waiting = async () =>
      (
        await rows<{ poll_id: number | null }>(
          db,
          "select distinct poll_id from mails where status = 'waiting' and kind <> 'group_invitation' order by poll_id",
        )
      ).map(({ poll_id }) => poll_id)
    expect(await waiting()).toEqual([own.id, inThread.id, other.id, null])
    await a.remove(`/polls/${own.id}`)
    await a.remove(`/discussions/${thread.id}`)
    await post.dispatch()
    expect(await waiting()).toEqual([other.id])
    await post.send()
  })

  test('that is anonymous is still sealed: nothing connects voter and ballot', async () => {
    const open = await make({ anonymous: true })
    await vote(world, open.id, ben, { agree: 1 })
    await a.remove(`/polls/${open.id}`)
    expect(await rows(db, 'select 1 from urn_boxes where poll_id = $1', [open.id])).toHaveLength(1)
    await sealDuePolls(db)
    expect(await rows(db, 'select 1 from urn_boxes where poll_id = $1', [open.id])).toEqual([])
    expect(await rows(db, 'select 1 from sealed_ballots where poll_id = $1', [open.id])).toHaveLength(1)
    const told = await rows(
      db,
      "select kind from events where poll_id = $1 and kind like 'poll_%' order by id",
      [open.id],
    )
    expect(told).toEqual([{ kind: 'poll_created' }, { kind: 'poll_discarded' }])
  })
})

describe('a deleted thread', () => {
  test('is deleted with its polls and comments', async () => {
    const before = await group()
    const thread = threadOf(await a.post('/discussions', { title: 'Deleted words' }))
    const said = (await a.post(`/discussions/${thread.id}/comments`, { body: 'Blue' })).json().comments[0]
    const polls = [await make({ discussion_id: thread.id }), await make({ discussion_id: thread.id })]
    const alone = await make()
    await a.post(`/polls/${polls[0]!.id}/close`, {})
    await a.post(`/discussions/${thread.id}/close`, {})
    expect(await group()).toEqual([before[0]! + 3, before[1]! + 1, before[2]! + 1, before[3]! + 1])
    expect(threadOf(await a.remove(`/discussions/${thread.id}`)).title).toBe('Deleted words')
    for (const path of [
      `/discussions/${thread.id}`,
      `/discussions/${thread.key}/comments`,
      `/comments/${said.id}`,
      ...polls.map(({ id }) => `/polls/${id}`),
    ])
      expectProblem(await a.get(path), 404, 'not_found')
    for (const path of ['close', 'reopen', 'guests', 'comments'])
      expectProblem(
        await a.post(`/discussions/${thread.id}/${path}`, { body: 'x', emails: ['x@y.example'] }),
        404,
        'not_found',
      )
    expectProblem(await a.patch(`/discussions/${thread.id}`, { title: 'x' }), 404, 'not_found')
    expectProblem(await a.patch(`/comments/${said.id}`, { body: 'x' }), 404, 'not_found')
    expectProblem(await a.remove(`/comments/${said.id}`), 404, 'not_found')
    expectProblem(await a.remove(`/discussions/${thread.id}`), 404, 'not_found')
    expect(await listed('/discussions')).not.toContain(thread.id)
    expect(await listed('/polls')).toContain(alone.id)
    const page = `/d/${thread.key}`
    expect((await web.get(page, ada)).statusCode).toBe(410)
    expect((await web.get(page)).statusCode).toBe(404)
    for (const path of [page, '/', '/g/mill-lane'])
      expect((await web.get(path, ada)).body).not.toContain('Deleted words')
    expect(await group()).toEqual([before[0]! + 1, before[1], before[2], before[3]])
  })

  test('causes nothing more', async () => {
    const thread = threadOf(await a.post('/discussions', { title: 'Bikes', recipient_audience: 'group' }))
    await a.post(`/discussions/${thread.id}/comments`, { body: 'x', mentioned_ids: [ben] })
    await via.dispatch()
    await a.remove(`/discussions/${thread.id}`)
    expect(await post.deliver()).toEqual([])
    await via.deliver()
    expect(receiver.got).toEqual([])
  })
})
