import { describe, expect, test } from 'vitest'
import { calendars, eventIn, openMeetings, TIMES } from '../../../test/meeting.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'

const { world, post, meeting, settle, publish, say } = await openMeetings()

test('the outcome of a time poll attaches the same calendar entry for everyone', async () => {
  const poll_id = await meeting()
  const mails = await settle(poll_id, TIMES[0])
  expect(mails.length).toBe(5)
  const key = await keyOf(world, 'polls', poll_id)
  for (const mail of mails) {
    const { calendar, event } = eventIn(mail)
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(event.uid).toBe(`meeting-${key}@moot.example.org`)
    expect(event.summary).toBe('Spring meeting')
    expect(event.startDate.toString()).toBe('2098-05-04T16:00:00Z')
    expect(event.endDate.toString()).toBe('2098-05-04T17:00:00Z')
    expect(event.description).toBe(`See you there, all;\n\nhttps://moot.example.org/p/${key}`)
    expect(event.organizer).toBe('mailto:moot@example.org')
    expect(event.attendees).toEqual([])
    expect(mail.raw).toMatch(/content-type: text\/calendar; charset=utf-8; method=PUBLISH/i)
    expect(mail.email.text).toContain('The attached file adds the time to your calendar.')
  }
})

test('a date without a time is a whole-day event; a later outcome replaces the earlier one', async () => {
  const poll_id = await meeting()
  const [first] = await settle(poll_id, TIMES[0])
  await change(world.db, SYSTEM, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
  const [second] = await settle(poll_id, TIMES[1])
  const [one, other] = [eventIn(first).event, eventIn(second).event]
  expect([other.startDate.isDate, other.startDate.toString()]).toEqual([true, '2098-05-05'])
  expect(other.uid).toBe(one.uid)
  expect(other.sequence).toBeGreaterThan(one.sequence)
})

describe('a moved meeting', () => {
  test('is announced to everyone again, with the new time for their calendars', async () => {
    const poll_id = await meeting()
    const [first] = await settle(poll_id, TIMES[0])
    const mails = await publish(poll_id, TIMES[1])
    expect(mails.length).toBe(5)
    const [one, other] = [eventIn(first).event, eventIn(mails[0]).event]
    expect(other.uid).toBe(one.uid)
    expect(other.startDate.toString()).toBe('2098-05-05')
    expect(other.sequence).toBeGreaterThan(one.sequence)
    expect(mails[0]?.email.subject).toBe('Moved: Spring meeting')
    expect(mails[0]?.email.text).toContain('was moved')
    expect(await publish(poll_id, TIMES[1], 'Bring chairs.')).toEqual([])
  })

  test('that is moved back before any mail is sent is not announced', async () => {
    const poll_id = await meeting()
    await settle(poll_id, TIMES[0])
    await say(poll_id, TIMES[1])
    await say(poll_id, TIMES[0], 'As before.')
    expect(await post.deliver()).toEqual([])
  })

  test('that had no time before is announced like any outcome', async () => {
    const poll_id = await meeting()
    await settle(poll_id, null)
    const [mail] = await publish(poll_id, TIMES[1])
    expect(mail?.email.subject).toBe('Outcome: Spring meeting')
    expect(eventIn(mail).event.startDate.toString()).toBe('2098-05-05')
  })

  test('is announced once, with its current time, if the first mail is still waiting', async () => {
    const poll_id = await meeting()
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await post.deliver()
    await say(poll_id, TIMES[0])
    await post.dispatch()
    await say(poll_id, TIMES[1])
    const mails = await post.deliver()
    expect(mails.length).toBe(5)
    for (const mail of mails) {
      expect(mail.email.subject).toBe('Outcome: Spring meeting')
      expect(eventIn(mail).event.startDate.toString()).toBe('2098-05-05')
    }
  })
})

test('other mails have no calendar entry: outcomes without a time, or of other types of poll', async () => {
  const [none] = await settle(await meeting(), null)
  const [other] = await settle(
    await makePoll(world, { settings: { poll_type: 'poll' }, options: ['2098-05-04', 'Never'] }),
    '2098-05-04',
  )
  for (const mail of [none, other]) {
    expect(mail?.email.subject).toMatch(/^Outcome/)
    expect(calendars(mail)).toEqual([])
    expect(mail?.raw).not.toContain('VCALENDAR')
  }
})
