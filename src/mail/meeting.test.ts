import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { openPost } from '../../test/post.ts'
import type { Received } from '../../test/smtp.ts'
import { makePoll, type PollWish } from '../../test/tell.ts'
import { keyOf } from '../../test/web.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { closePoll } from '../polls/close-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { publishOutcome } from '../polls/publish-outcome.ts'

const world = await createWorld()
const post = await openPost(world)
await addMembers(world)
const { pool } = world.db

const TIMES = ['2098-05-04T18:00:00+02:00', '2098-05-05']

/** Settles a poll on this option, or on none, and returns the mails that tell of it. */
async function settle(poll_id: number, option: string | null): Promise<Received[]> {
  await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
  await post.deliver()
  return publish(poll_id, option)
}

async function publish(poll_id: number, option: string | null, statement?: string): Promise<Received[]> {
  await say(poll_id, option, statement)
  return post.deliver()
}

async function say(poll_id: number, option: string | null, statement = 'See you *there*, all;') {
  const { rows } = await pool.query('select id from poll_options where poll_id = $1 and name = $2', [
    poll_id,
    option,
  ])
  const text = { statement, poll_option_id: rows[0]?.id ?? null, review_on: null }
  await change(world.db, SYSTEM, (act) => publishOutcome(act, { ...text, poll_id }))
}

const meeting = (wish: PollWish = {}) =>
  makePoll(world, { settings: { poll_type: 'meeting', title: 'Spring meeting' }, options: TIMES, ...wish })

const calendars = (mail: Received | undefined) =>
  (mail?.email.attachments ?? []).filter(({ mimeType }) => /calendar|ics/.test(mimeType))

function eventIn(mail: Received | undefined) {
  const [part] = calendars(mail)
  const content = part?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [event] = calendar.getAllSubcomponents('vevent')
  if (event === undefined) throw new Error('there is no event')
  return { calendar, event: new ICAL.Event(event) }
}

test('the outcome of a poll of times brings the meeting to calendars, the same for everybody', async () => {
  const poll_id = await meeting()
  const mails = await settle(poll_id, TIMES[0] ?? '')
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
    expect(mail.email.text).toContain('The attached file puts the time into your calendar.')
  }
})

test('a day without a time is that day; a later settlement takes the place of the earlier one', async () => {
  const poll_id = await meeting()
  const [first] = await settle(poll_id, TIMES[0] ?? '')
  await change(world.db, SYSTEM, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
  const [second] = await settle(poll_id, TIMES[1] ?? '')
  const [one, other] = [eventIn(first).event, eventIn(second).event]
  expect([other.startDate.isDate, other.startDate.toString()]).toEqual([true, '2098-05-05'])
  expect(other.uid).toBe(one.uid)
  expect(other.sequence).toBeGreaterThan(one.sequence)
})

describe('a meeting that is moved', () => {
  test('is told again to all, with the new time for their calendars', async () => {
    const poll_id = await meeting()
    const [first] = await settle(poll_id, TIMES[0] ?? '')
    const mails = await publish(poll_id, TIMES[1] ?? '')
    expect(mails.length).toBe(5)
    const [one, other] = [eventIn(first).event, eventIn(mails[0]).event]
    expect(other.uid).toBe(one.uid)
    expect(other.startDate.toString()).toBe('2098-05-05')
    expect(other.sequence).toBeGreaterThan(one.sequence)
    expect(mails[0]?.email.subject).toBe('Moved: Spring meeting')
    expect(mails[0]?.email.text).toContain('was moved')
    expect(await publish(poll_id, TIMES[1] ?? '', 'Bring chairs.')).toEqual([])
  })

  test('and moved back before anybody is told of it is told to nobody', async () => {
    const poll_id = await meeting()
    await settle(poll_id, TIMES[0] ?? '')
    await say(poll_id, TIMES[1] ?? '')
    await say(poll_id, TIMES[0] ?? '', 'As before.')
    expect(await post.deliver()).toEqual([])
  })

  test('to no time at all is told without one', async () => {
    const poll_id = await meeting()
    await settle(poll_id, TIMES[0] ?? '')
    const [mail] = await publish(poll_id, null)
    expect(calendars(mail)).toEqual([])
    expect(mail?.email.subject).toBe('No time any more: Spring meeting')
    expect(mail?.email.text).toContain('take it out of your calendar')
  })

  test('from no time to one is told as any outcome is', async () => {
    const poll_id = await meeting()
    await settle(poll_id, null)
    const [mail] = await publish(poll_id, TIMES[1] ?? '')
    expect(mail?.email.subject).toBe('Outcome: Spring meeting')
    expect(eventIn(mail).event.startDate.toString()).toBe('2098-05-05')
  })

  test('while the first mail waits is told once, as it is now', async () => {
    const poll_id = await meeting()
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await post.deliver()
    await say(poll_id, TIMES[0] ?? '')
    await post.dispatch()
    await say(poll_id, TIMES[1] ?? '')
    const mails = await post.deliver()
    expect(mails.length).toBe(5)
    for (const mail of mails) {
      expect(mail.email.subject).toBe('Outcome: Spring meeting')
      expect(eventIn(mail).event.startDate.toString()).toBe('2098-05-05')
    }
  })
})

test('other mails bring none: an outcome that names no time, or of another poll', async () => {
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
