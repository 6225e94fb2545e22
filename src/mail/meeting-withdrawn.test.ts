import { describe, expect, test } from 'vitest'
import { calendars, eventIn, openMeetings, TIMES } from '../../test/meeting.ts'
import { addressees } from '../../test/post.ts'
import { makeThread } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { CAST } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { removeMember } from '../members/remove-member.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { closePoll } from '../polls/close-poll.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'

/** When a meeting's time is withdrawn, it is removed from the recipients' calendars. */

const { world, post, people, meeting, settle, publish, say } = await openMeetings()
const { pool } = world.db
const EVERYBODY = [world.ada.email, ...CAST].sort()
const [FIRST, SECOND] = TIMES

type By = (poll_id: number) => Promise<unknown>
const reopen: By = (poll_id) =>
  change(world.db, SYSTEM, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
const discard: By = (poll_id) => change(world.db, SYSTEM, (act) => discardPoll(act, poll_id))
const close: By = (poll_id) => change(world.db, SYSTEM, (act) => closePoll(act, poll_id))

const WAYS: [string, By][] = [
  ['an outcome without a time', (poll_id) => say(poll_id, null, 'Not this year.')],
  ['voting that is opened again', reopen],
  ['the end of the poll', discard],
]

describe.each(WAYS)('when the time is withdrawn by %s', (_, withdraw) => {
  test('it is removed from the calendars of everyone who had received it', async () => {
    const poll_id = await meeting()
    const key = await keyOf(world, 'polls', poll_id)
    const [told] = await settle(poll_id, FIRST)
    await withdraw(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(EVERYBODY)
    for (const mail of mails) {
      const { method, status, event } = eventIn(mail)
      expect([method, status]).toEqual(['CANCEL', 'CANCELLED'])
      expect(event.uid).toBe(`meeting-${key}@moot.example.org`)
      expect(event.uid).toBe(eventIn(told).event.uid)
      expect(event.sequence).toBeGreaterThan(eventIn(told).event.sequence)
      expect(event.summary).toBe('Spring meeting')
      expect(event.startDate.toString()).toBe('2098-05-04T16:00:00Z')
      expect(event.organizer).toBe('mailto:moot@example.org')
      expect(mail.raw).toMatch(/content-type: text\/calendar; charset=utf-8; method=CANCEL/i)
      expect(mail.email.subject).toBe('Time cancelled: Spring meeting')
      expect(mail.email.text).toContain('The attached file removes it from your calendar.')
    }
    expect(await post.deliver()).toEqual([])
  })

  test('waiting mails about it are not sent, and people who never received it get no withdrawal', async () => {
    const poll_id = await meeting()
    await close(poll_id)
    await post.deliver()
    await say(poll_id, FIRST)
    await post.dispatch()
    await withdraw(poll_id)
    for (const mail of await post.deliver()) {
      expect(mail.email.subject).not.toMatch(/No time/)
      expect(calendars(mail)).toEqual([])
    }
  })

  test('only people who had already received it get the withdrawal', async () => {
    const poll_id = await meeting()
    await close(poll_id)
    await post.deliver()
    await say(poll_id, FIRST)
    await post.dispatch()
    await pool.query(
      `update mails set due_at = now() + interval '1 hour' where poll_id = $1 and kind = 'outcome' and user_id <> $2`,
      [poll_id, people[0]],
    )
    expect(addressees(await post.deliver())).toEqual([CAST[0]])
    await withdraw(poll_id)
    await pool.query('update mails set due_at = now() where poll_id = $1', [poll_id])
    const mails = await post.deliver()
    expect(addressees(mails.filter((mail) => calendars(mail).length > 0))).toEqual([CAST[0]])
    for (const mail of mails.filter((one) => calendars(one).length === 0))
      expect(mail.email.text).not.toContain('4 May 2098')
  })

  test('a mail whose server did not reply counts as received, since it may have arrived', async () => {
    const poll_id = await meeting()
    await close(poll_id)
    await post.deliver()
    await say(poll_id, FIRST)
    await post.dispatch()
    await pool.query(
      "update mails set attempts = 1 where poll_id = $1 and kind = 'outcome' and user_id = $2",
      [poll_id, people[0]],
    )
    await withdraw(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails.filter((mail) => calendars(mail).length > 0))).toEqual([CAST[0]])
    expect(eventIn(mails.find((mail) => calendars(mail).length > 0)).method).toBe('CANCEL')
  })

  test('the later time of a moved meeting is withdrawn, with a higher sequence number', async () => {
    const poll_id = await meeting()
    await settle(poll_id, FIRST)
    const [moved] = await publish(poll_id, SECOND)
    await withdraw(poll_id)
    const [mail] = await post.deliver()
    expect(eventIn(mail).event.startDate.toString()).toBe('2098-05-05')
    expect(eventIn(mail).event.sequence).toBeGreaterThan(eventIn(moved).event.sequence)
  })

  test('no calendar gets a withdrawal if no time was announced, or if only other polls are settled', async () => {
    const never = await meeting()
    await settle(never, null)
    const other = await meeting({ settings: { poll_type: 'poll' }, options: ['Oak', 'Ash'] })
    await settle(other, 'Oak')
    for (const poll_id of [never, other]) {
      await withdraw(poll_id)
      expect((await post.deliver()).flatMap(calendars)).toEqual([])
    }
  })
})

describe('a withdrawn time', () => {
  test.each(WAYS.slice(0, 2))(
    'that is set again is announced, with a higher sequence number: %s',
    async (_, withdraw) => {
      const poll_id = await meeting()
      await settle(poll_id, FIRST)
      await withdraw(poll_id)
      const [withdrawn] = await post.deliver()
      await close(poll_id).catch(() => undefined)
      await post.deliver()
      const mails = await publish(poll_id, FIRST, 'It is on again.')
      expect(addressees(mails)).toEqual(EVERYBODY)
      expect(eventIn(mails[0]).method).toBe('PUBLISH')
      expect(eventIn(mails[0]).event.sequence).toBeGreaterThan(eventIn(withdrawn).event.sequence)
    },
  )

  test.each(WAYS.slice(0, 2))(
    'that is set again before any mail is sent is not withdrawn: %s',
    async (_, withdraw) => {
      const poll_id = await meeting()
      await settle(poll_id, FIRST)
      await withdraw(poll_id)
      await post.dispatch()
      await close(poll_id).catch(() => undefined)
      await say(poll_id, FIRST, 'It is on after all.')
      const mails = await post.deliver()
      expect(new Set(mails.flatMap((mail) => calendars(mail).map(() => eventIn(mail).method)))).toEqual(
        new Set(['PUBLISH']),
      )
    },
  )

  test('is withdrawn once, even if its poll is reopened and then deleted', async () => {
    const poll_id = await meeting()
    await settle(poll_id, FIRST)
    await reopen(poll_id)
    await post.dispatch()
    await discard(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(EVERYBODY)
    await world.db.pool.query("update mails set due_at = now() where status = 'waiting'")
    expect(await post.deliver()).toEqual([])
  })

  test('is withdrawn when its thread is deleted', async () => {
    const discussion_id = await makeThread(world)
    const poll_id = await meeting({ discussion_id })
    await settle(poll_id, FIRST)
    await change(world.db, SYSTEM, (act) => discardDiscussion(act, discussion_id))
    expect(addressees(await post.deliver())).toEqual(EVERYBODY)
  })

  test('is also reported to the person who withdrew it, if they had received the time', async () => {
    const poll_id = await meeting()
    await settle(poll_id, FIRST)
    await say(poll_id, null, 'Not this year.', people[0])
    expect(addressees(await post.deliver())).toEqual(EVERYBODY)
  })

  test('is not reported to people who left the group or turned off its mails', async () => {
    const poll_id = await meeting()
    await settle(poll_id, FIRST)
    const { rows } = await pool.query('select id from memberships where user_id = $1', [people[3]])
    const group_id = world.group.id
    await change(world.db, { kind: 'person', user_id: people[2] ?? 0 }, (act) =>
      muteGroup(act, { user_id: people[2] ?? 0, group_id }),
    )
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      removeMember(act, { group_id, membership_id: rows[0].id, guard: false }),
    )
    await discard(poll_id)
    expect(addressees(await post.deliver())).toEqual(
      EVERYBODY.filter((one) => one !== CAST[2] && one !== CAST[3]),
    )
  })
})

test('is the only thing mailed about a deleted poll, and no link leads to the poll', async () => {
  const poll_id = await meeting()
  const key = await keyOf(world, 'polls', poll_id)
  await settle(poll_id, FIRST)
  await discard(poll_id)
  const [mail] = await post.deliver()
  for (const body of [mail?.email.text, mail?.email.html]) {
    expect(body).not.toContain('See you')
    expect(body).not.toMatch(/\/p\/|personal|yours alone/)
    expect(body).toContain('/unsubscribe?k=')
  }
  expect(mail?.raw).not.toContain(`/p/${key}`)
})
