import { beforeEach, expect, test } from 'vitest'
import { openPost } from '../../test/post.ts'
import { HOUR_MS, makePoll } from '../../test/tell.ts'
import { addMembers, CAST, createWorld } from '../../test/world.ts'
import { type Act, change, SYSTEM } from '../db/db.ts'
import { closePoll } from '../polls/close-poll.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { lockPoll } from '../polls/polls-store.ts'

const world = await createWorld()
await addMembers(world)
const post = await openPost(world)
const { pool } = world.db
const LATER = new Date('2098-06-01T12:00:00Z')

beforeEach(() => post.deliver())

type By = (act: Act, poll_id: number) => Promise<unknown>
const reopen: By = async (act, poll_id) => {
  await closePoll(act, poll_id)
  await reopenPoll(act, poll_id, LATER)
}
const edit: By = async (act, poll_id) => {
  const locked = await lockPoll(act.tx, poll_id)
  await editPoll(act, poll_id, { edit: { ...locked!.poll, closing_at: LATER }, problems: [] })
}

const orphans = async () =>
  (await pool.query('select 1 from mail_bodies where hash not in (select body_hash from mails)')).rowCount

test.each<[string, By]>([
  ['reopened', reopen],
  ['edited', edit],
])('an invitation that waited while its poll was %s says when voting closes now', async (_, by) => {
  const closing_at = new Date(Date.now() + 48 * HOUR_MS)
  const recipients = { emails: CAST.slice(0, 2) }
  const poll_id = await makePoll(world, { settings: { closing_at }, recipients })
  expect(await post.dispatch()).toBe(2)
  await pool.query("update mails set attempts = 3, last_error = '451', due_at = now() + interval '1 hour'")
  const before = await post.outbox()
  expect(before.slice(-2).every(({ text_body }) => !text_body.includes('2098'))).toBe(true)
  await change(world.db, SYSTEM, (act) => by(act, poll_id))
  await post.dispatch()
  const after = await post.outbox()
  expect(after.map(({ id, attempts, status }) => [id, attempts, status])).toEqual(
    before.map(({ id, attempts, status }) => [id, attempts, status]),
  )
  await pool.query("update mails set due_at = now() where status = 'waiting'")
  const mails = await post.deliver()
  expect(mails.map(({ email }) => /1 June 2098/.test(email.text ?? ''))).toEqual([true, true])
  expect(await orphans()).toBe(0)
})

test('other mails, and those that were sent, stay as they are', async () => {
  const recipients = { emails: CAST.slice(0, 2) }
  const [poll_id] = [await makePoll(world, { recipients }), await makePoll(world, { recipients })]
  await post.dispatch()
  const [one] = (await post.outbox()).slice(-4)
  await pool.query("update mails set status = 'sent', sent_at = now() where id = $1", [one?.id])
  const before = await post.outbox()
  await change(world.db, SYSTEM, (act) => reopen(act, poll_id ?? 0))
  await post.dispatch()
  const after = await post.outbox()
  const changed = after.filter(({ text_body }, place) => text_body !== before[place]?.text_body)
  expect(changed.map(({ id }) => id)).toEqual([(one?.id ?? 0) + 1])
})
