import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'

const TIMES = ['2098-05-04T18:00:00+02:00', '2098-05-05', '2001-05-05'] as [string, string, string]
const BUTTON = 'Add to calendar'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld({ MAIL_FROM: 'Moot <moot@example.org>' })
})

/** A closed meeting poll, whose outcome chose this option. */
async function settled(option: string | null, wish: PollWish = {}) {
  const { db } = at.world
  const settings = { poll_type: 'meeting' as const, title: 'Spring meeting', ...wish.settings }
  const poll_id = await makePoll(at.world, { options: TIMES, ...wish, settings })
  await change(db, SYSTEM, (act) => closePoll(act, poll_id))
  const options = await db.pool.query<{ id: number }>(
    'select id from poll_options where poll_id = $1 and name = $2',
    [poll_id, option],
  )
  const outcome = {
    statement: 'See *you* there.',
    poll_option_id: options.rows[0]?.id ?? null,
    review_on: null,
  }
  await change(db, SYSTEM, (act) => publishOutcome(act, { ...outcome, poll_id }))
  return { poll_id, path: `/p/${await keyOf(at.world, 'polls', poll_id)}` }
}

test('a meeting whose time is decided can be added to the calendar, as by its mail', async () => {
  const { path } = await settled(TIMES[0])
  const page = (await at.get(path, 'ben')).body
  expect(page).toContain(`href="${path}/meeting.ics">${BUTTON}</a>`)
  const file = await at.get(`${path}/meeting.ics`, 'ben')
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="meeting-\w+\.ics"$/)
  const calendar = new ICAL.Component(ICAL.parse(file.body))
  const [part] = calendar.getAllSubcomponents('vevent')
  const event = new ICAL.Event(part)
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(event.uid).toMatch(`meeting-${path.slice('/p/'.length)}@`)
  expect(event.summary).toBe('Spring meeting')
  expect(event.startDate.toString()).toBe('2098-05-04T16:00:00Z')
  expect(event.organizer).toBe('mailto:moot@example.org')
})

test('a whole day can be added too, and a time that is over is not offered', async () => {
  const { path } = await settled(TIMES[1])
  expect((await at.get(path, 'ben')).body).toContain(BUTTON)
  expect((await at.get(`${path}/meeting.ics`, 'ben')).body).toContain('DTSTART;VALUE=DATE:20980505')
  const past = await settled(TIMES[2])
  expect((await at.get(past.path, 'ben')).body).not.toContain(BUTTON)
})

test('there is no entry without a time, for other polls, or once the poll is reopened', async () => {
  const none = await settled(null)
  const other = await settled('Oak', { settings: { poll_type: 'poll' }, options: ['Oak', 'Ash'] })
  const reopened = await settled(TIMES[0])
  await change(at.world.db, SYSTEM, (act) => reopenPoll(act, reopened.poll_id, new Date(Date.now() + 60_000)))
  for (const { path } of [none, other, reopened]) {
    expect((await at.get(path, 'ben')).body).not.toContain(BUTTON)
    expect((await at.get(`${path}/meeting.ics`, 'ben')).statusCode).toBe(404)
  }
})

test('strangers get it of a public poll alone', async () => {
  const { path } = await settled(TIMES[0])
  expect((await at.get(`${path}/meeting.ics`, 'stranger')).statusCode).toBe(404)
  const discussion_id = await makeThread(at.world)
  await at.world.db.pool.query('update groups set public = true where id = $1', [at.world.group.id])
  await at.world.db.pool.query('update discussions set private = false where id = $1', [discussion_id])
  const shown = await settled(TIMES[0], { discussion_id })
  expect((await at.get(shown.path, 'stranger')).body).toContain(BUTTON)
  const file = await at.get(`${shown.path}/meeting.ics`, 'stranger')
  expect(file.body).toContain('SUMMARY:Spring meeting')
})
