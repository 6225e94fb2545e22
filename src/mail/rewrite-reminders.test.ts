import { beforeEach, describe, expect, test } from 'vitest'
import { openPost } from '../../test/post.ts'
import { HOUR_MS, makePoll } from '../../test/tell.ts'
import { addMembers, CAST, createWorld } from '../../test/world.ts'
import { type Act, change, SYSTEM } from '../db/db.ts'
import { closePoll } from '../polls/close-poll.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { lockPoll } from '../polls/polls-store.ts'
import { remindUndecided } from '../polls/remind-undecided.ts'
import { remindVoters } from '../polls/remind-voters.ts'

const world = await createWorld()
await addMembers(world)
const post = await openPost(world)
const { pool } = world.db

beforeEach(() => post.deliver())

const DAY_MS = 24 * HOUR_MS
const LATER = new Date('2098-06-01T12:00:00Z')
const soon = () => new Date(Date.now() + 5 * HOUR_MS)

type By = (act: Act, poll_id: number, until: Date) => Promise<unknown>
const reopen: By = async (act, poll_id, until) => {
  await closePoll(act, poll_id)
  await reopenPoll(act, poll_id, until)
}
const edit: By = async (act, poll_id, until) => {
  const locked = await lockPoll(act.tx, poll_id)
  await editPoll(act, poll_id, { edit: { ...locked!.poll, closing_at: until }, problems: [] })
}
const WAYS: [string, By][] = [
  ['reopened', reopen],
  ['edited', edit],
]

/** A poll of two people whose reminders wait, because no mail can be sent. */
async function reminded(how: 'by_hand' | 'by_time', settings: object = {}): Promise<number> {
  const poll_id = await makePoll(world, {
    settings: {
      specified_voters_only: true,
      notify_on_closing_soon: 'undecided_voters',
      closing_at: new Date(Date.now() + 25 * HOUR_MS),
      ...settings,
    },
    recipients: { emails: CAST.slice(0, 2) },
  })
  await post.deliver()
  if (how === 'by_hand') await change(world.db, SYSTEM, (act) => remindUndecided(act, poll_id))
  else {
    await pool.query('update polls set reminder_due_at = now() where id = $1', [poll_id])
    await remindVoters(world.db)
  }
  await post.dispatch()
  await pool.query(
    "update mails set due_at = now() + interval '1 hour' where status = 'waiting' and poll_id = $1",
    [poll_id],
  )
  return poll_id
}

async function textsSent(): Promise<string[]> {
  await post.dispatch()
  await pool.query("update mails set due_at = now() where status = 'waiting'")
  return (await post.deliver()).map(({ email }) => email.text ?? '')
}

describe.each(WAYS)('a reminder that waited while its poll was %s', (_, by) => {
  test('says when voting closes now, if sent by hand', async () => {
    const poll_id = await reminded('by_hand')
    await change(world.db, SYSTEM, (act) => by(act, poll_id, LATER))
    expect((await textsSent()).map((text) => /1 June 2098/.test(text))).toEqual([true, true])
  })

  test('is not sent if voting now closes so late that another one is planned', async () => {
    const poll_id = await reminded('by_time')
    await change(world.db, SYSTEM, (act) => by(act, poll_id, LATER))
    expect(await textsSent()).toEqual([])
    const { rows } = await pool.query('select reminder_due_at from polls where id = $1', [poll_id])
    expect(rows[0].reminder_due_at).toEqual(new Date(LATER.getTime() - DAY_MS))
  })

  test('says when voting closes now, if none is planned any more', async () => {
    const poll_id = await reminded('by_time')
    const until = soon()
    await change(world.db, SYSTEM, (act) => by(act, poll_id, until))
    const clock = until.toISOString().slice(11, 16)
    expect((await textsSent()).map((text) => text.includes(clock))).toEqual([true, true])
  })
})

test('a reminder of an anonymous poll does so too', async () => {
  const poll_id = await reminded('by_hand', { anonymous: true })
  await change(world.db, SYSTEM, (act) => edit(act, poll_id, LATER))
  expect((await textsSent()).map((text) => /1 June 2098/.test(text))).toEqual([true, true])
})
