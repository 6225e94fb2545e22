import { expect, test } from 'vitest'
import { until } from '../../test/patience.ts'
import { openPost } from '../../test/post.ts'
import { makeThread } from '../../test/tell.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { deleteComment } from '../discussions/comments/delete-comment.ts'
import { editComment } from '../discussions/comments/edit-comment.ts'
import { claimEvents } from '../events/record.ts'
import { loadNotice } from '../notifications/load-notice.ts'
import { fillOutbox } from './fill-outbox.ts'

const world = await createWorld()
const post = await openPost(world)
const [ben = 0] = await addMembers(world)
const { pool } = world.db
await pool.query('update memberships set accepted_at = now()')
await pool.query("update users set username = 'cleo' where email = 'cleo@mill.example'")
const discussion_id = await makeThread(world)
await post.deliver()
const as_ben = { kind: 'person' as const, user_id: ben }
const reader = { user_id: ben, member: true, accepted: true, admin: false }

const say = (body: string) =>
  change(world.db, as_ben, (act) =>
    addComment(act, { discussion_id, parent_id: null, body, mentioned_ids: [] }),
  )
const unsay = (id: number) =>
  change(world.db, as_ben, (act) => deleteComment(act, { id, discussion_id, reader }))

/** How many bodies in the outbox contain this text. */
async function found(words: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from mail_bodies b where b::text like $1',
    [`%${words}%`],
  )
  return rows[0]?.n ?? 0
}

const statuses = async () => (await post.outbox()).slice(-2).map(({ kind, status }) => [kind, status])

test('deleting a comment cancels its waiting mails and erases its text, earlier versions included', async () => {
  const { id } = await say('A secret one')
  await post.dispatch()
  await change(world.db, as_ben, (act) =>
    editComment(act, { id, discussion_id, body: 'A secret two @cleo', reader }),
  )
  await post.dispatch()
  expect(await found('A secret')).toBe(2)
  await unsay(id)
  await post.dispatch()
  expect(await found('A secret')).toBe(0)
  expect(await statuses()).toEqual([
    ['thread_comment', 'dropped'],
    ['mention', 'dropped'],
  ])
  const before = post.smtp.received.length
  await post.send()
  expect(post.smtp.received).toHaveLength(before)
  expect((await post.outbox()).at(-1)?.text_body).toBe('This email was about a comment that was deleted.')
})

test('deleting a comment erases its text from mails that were sent', async () => {
  const { id } = await say('Sent and regretted')
  expect(await post.deliver()).toHaveLength(1)
  await unsay(id)
  await post.dispatch()
  expect(await found('Sent and regretted')).toBe(0)
  expect((await post.outbox()).at(-1)?.status).toBe('sent')
})

test('another comment with the same text keeps its mail', async () => {
  const [one] = [await say('Same words'), await say('Same words')]
  await post.dispatch()
  expect(await found('Same words')).toBe(1)
  await unsay(one.id)
  await post.dispatch()
  expect(await found('Same words')).toBe(1)
  const before = post.smtp.received.length
  await post.send()
  expect(post.smtp.received.slice(before).map((mail) => mail.email.text)).toEqual([
    expect.stringContaining('Same words'),
  ])
})

test('a comment is not deleted while a process writes mails about it, so that those mails are found', async () => {
  const { id } = await say('Just in time')
  const waiting = async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rows).toHaveLength(1)
  }
  const deleted = await change(world.db, SYSTEM, async ({ tx }) => {
    const notices = await Promise.all((await claimEvents(tx, 10)).map((event) => loadNotice(tx, event)))
    const unsaying = unsay(id)
    await until(waiting)
    await fillOutbox(
      tx,
      notices.filter((notice) => notice !== null),
      'https://moot.example',
    )
    return { unsaying }
  })
  expect(await found('Just in time')).toBe(1)
  await deleted.unsaying
  await post.dispatch()
  expect(await found('Just in time')).toBe(0)
})
