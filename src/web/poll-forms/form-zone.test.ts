import { expect, test } from 'vitest'
import { decoded, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN, type SentFields } from '../../../test/web.ts'

const at = await openGroupWorld()
const { pool } = at.world.db
const NEW = '/new-poll?group=mill-lane'
const POLL = { group: 'mill-lane', poll_type: 'count', title: 'Painting the hall', step: 'start' }
const MEETING = { ...POLL, poll_type: 'meeting', closing_at: '' }
const FROM = { actor: { kind: 'person' as const, user_id: at.people.ben } }

/** The page for Ben, who has set no zone; `zone`: the browser's zone at that time. */
async function shown(path: string, zone = 'UTC'): Promise<string> {
  return (await at.web.get(path, await cookieIn(zone))).body
}

async function sent(path: string, fields: SentFields, zone = 'UTC') {
  return at.web.post(path, fields, { ...SAME_ORIGIN, cookie: await cookieIn(zone) })
}

async function cookieIn(zone: string): Promise<string> {
  return `${await signedInCookie(at.world, at.people.ben)}; folkmoot_zone=${zone}`
}

/** The hidden fields of a page's forms. */
function unseen(body: string): Record<string, string> {
  const fields = body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

/** The page of one of Ben's polls. */
async function pollOf(wish: PollWish = {}): Promise<string> {
  return `/p/${await keyOf(at.world, 'polls', await makePoll(at.world, { ...FROM, ...wish }))}`
}

async function lastPoll() {
  const { rows } = await pool.query(
    `select p.*, array(select name from poll_options o where o.poll_id = p.id order by priority) as options
     from polls p order by id desc limit 1`,
  )
  return rows[0]
}

async function pollAt(path: string) {
  return (await pool.query('select * from polls where key = $1', [path.slice('/p/'.length)])).rows[0]
}

test('a new title leaves the closing time alone, even if the browser reports another zone in the meantime', async () => {
  const closing_at = new Date('2098-03-01T12:00:07.123Z')
  const path = await pollOf({ settings: { closing_at } })
  const form = await shown(`${path}/edit`)
  expect(form).toContain('value="2098-03-01T12:00"')
  const fields = { ...unseen(form), title: 'Another title', closing_at: '2098-03-01T12:00' }
  expect((await sent(`${path}/edit`, fields, 'America/New_York')).statusCode).toBe(303)
  expect(await pollAt(path)).toMatchObject({ title: 'Another title', closing_at })
})

test.each(['open', 'reopen'])('%s parses the time in the zone that its form names', async (tool) => {
  const path = await pollOf(tool === 'open' ? { settings: { closing_at: null } } : {})
  if (tool === 'reopen') await sent(`${path}/close`, {})
  const form = await shown(`${path}/${tool}`, 'Asia/Tokyo')
  expect(form).toContain('In your time zone: Japan Time.')
  const past = { ...unseen(form), closing_at: '2001-03-01T12:00' }
  const again = (await sent(`${path}/${tool}`, past, 'America/New_York')).body
  expect(again).toContain('In your time zone: Japan Time.')
  const fields = { ...unseen(again), closing_at: '2098-03-01T12:00' }
  expect((await sent(`${path}/${tool}`, fields, 'America/New_York')).statusCode).toBe(303)
  expect((await pollAt(path)).closing_at).toEqual(new Date('2098-03-01T03:00:00Z'))
})

test('a new poll uses the zone that its form names, from the form over the preview to the poll', async () => {
  const form = await shown(`${NEW}&type=count`)
  expect(form).toContain('In your time zone (UTC).')
  const fields = { ...POLL, ...unseen(form), closing_at: '2098-03-01T18:00' }
  const preview = (await sent('/new-poll', { ...fields, step: 'preview' }, 'America/New_York')).body
  expect(preview).toContain('18:00 UTC')
  const back = (await sent('/new-poll', { ...fields, ...unseen(preview), step: 'edit' }, 'Asia/Tokyo')).body
  expect(back).toContain('In your time zone (UTC).')
  await sent('/new-poll', { ...fields, ...unseen(back), step: 'start' }, 'America/New_York')
  expect((await lastPoll()).closing_at).toEqual(new Date('2098-03-01T18:00:00Z'))
})

test('an invalid zone is ignored, and a form without a zone uses the reader’s', async () => {
  for (const fields of [{}, { time_zone: 'Mars/Base' }, { time_zone: '"><script>' }]) {
    await sent('/new-poll', { ...POLL, ...fields, closing_at: '2098-03-01T18:00' }, 'Asia/Tokyo')
    expect((await lastPoll()).closing_at).toEqual(new Date('2098-03-01T09:00:00Z'))
  }
})

test('times added to a meeting are parsed like the first ones', async () => {
  const path = await pollOf({ settings: { poll_type: 'meeting' }, options: ['2098-03-01T17:00:00Z'] })
  const form = await shown(`${path}/options`, 'America/New_York')
  expect(form).toContain('America/New_York')
  const options = '2098-03-02 18:00\r\n2098-03-03\n2098-03-04T18:00+01:00'
  expect((await sent(`${path}/options`, { ...unseen(form), options }, 'Asia/Tokyo')).statusCode).toBe(303)
  expect((await lastPoll()).options).toEqual([
    '2098-03-01T17:00:00Z',
    '2098-03-02T23:00:00Z',
    '2098-03-03',
    '2098-03-04T18:00+01:00',
  ])
  const again = await sent(`${path}/options`, { ...unseen(form), options: '2098-03-02 18:00' })
  expect(decoded(again.body)).toContain(
    'contain “Sunday 2\u00a0March 2098, 18:00”, which is already an option',
  )
  const day = await sent(`${path}/options`, { ...unseen(form), options: '2098-03-03' })
  expect(decoded(day.body)).toContain('contain “Monday 3\u00a0March 2098”, which is already an option')
})

test('a duplicate time is reported as pages write times', async () => {
  const twice = { ...MEETING, options: '2098-03-01 18:00\n2098-03-01T18:00' }
  const page = await sent('/new-poll', twice, 'America/New_York')
  expect(decoded(page.body)).toContain('contain “Saturday 1\u00a0March 2098, 18:00” more than once')
  const none = await sent('/new-poll', { ...MEETING, options: '2098-13-01T18:00:00Z' }, 'America/New_York')
  expect(none.statusCode).toBe(422)
  expect(decoded(none.body)).toContain('contain “2098-13-01T18:00:00Z”, which is not')
})

// Clocks there go from 2:00 to 3:00 on 14 March 2027.
test.each(['2027-03-14T02:30', '9999-12-31T23:30', 'soon'])(
  '%s is not a valid closing time in New York',
  async (closing_at) => {
    const made = await pool.query('select count(*) from polls')
    for (const step of ['preview', 'start']) {
      const page = await sent('/new-poll', { ...POLL, closing_at, step }, 'America/New_York')
      expect(page.statusCode).toBe(422)
      expect(page.body).toMatch(
        /id="closing_at-mend">Closing time must be a (time that exists: clocks|date and)/,
      )
    }
    expect((await pool.query('select count(*) from polls')).rows).toEqual(made.rows)
    const path = await pollOf({ settings: { closing_at: null } })
    const opened = await sent(`${path}/open`, { closing_at }, 'America/New_York')
    expect(opened.statusCode).toBe(422)
    expect(opened.body).toMatch(/id="closing_at-mend">[\w ]+ must be a (time that exists: clocks|date and)/)
  },
)

const invalid = (time: string) => `contain “${time}”, which is not a valid time (New York Time)`
const SKIPPED =
  'contain Sunday 14\u00a0March 2027, 02:30, a time that clocks skip (New York Time): choose another one'

test.each([
  ['2027-03-14 02:30', SKIPPED],
  ['9999-12-31 23:30', invalid('9999-12-31 23:30')],
  ['2098-01-01 25:00', invalid('2098-01-01 25:00')],
])('%s is not a valid meeting time in New York', async (time, said) => {
  for (const step of ['preview', 'start']) {
    const page = await sent('/new-poll', { ...MEETING, options: time, step }, 'America/New_York')
    expect(page.statusCode).toBe(422)
    expect(decoded(page.body)).toContain(said)
  }
  const path = await pollOf({ settings: { poll_type: 'meeting' }, options: ['2098-03-01T17:00:00Z'] })
  expect(decoded((await sent(`${path}/options`, { options: time }, 'America/New_York')).body)).toContain(said)
})

test('a time of a meeting that clocks skip is marked in the calendar, and not previewed as another', async () => {
  const days = ['2027-03-13', '2027-03-14']
  const typed = [...Object.entries(MEETING), ...days.map((day): [string, string] => ['days', day])]
  const hours = days.flatMap((day): [string, string][] => [
    ['hour_days', day],
    ['hours', '02:30'],
  ])
  const field = (id: string) => new RegExp(`<input id="${id}"[^>]*aria-invalid="true"`)
  const page = await sent('/new-poll', [...typed, ...hours], 'America/New_York')
  expect(page.statusCode).toBe(422)
  expect(page.body).toMatch(field('hour-2027-03-14-0'))
  expect(page.body).not.toMatch(field('hour-2027-03-13-0'))
  expect(page.body).not.toMatch(field('hour_for_all'))
  // Before the field for all days.
  expect(page.body.indexOf('id="options-mend"')).toBeLessThan(page.body.indexOf('id="hour_for_all"'))
  const preview = page.body.slice(page.body.indexOf('id="preview"'))
  expect(preview).toContain('Saturday 13\u00a0March 2027, 02:30')
  expect(preview).not.toContain('14\u00a0March 2027')
  const all = await sent('/new-poll', [...typed, ['hour_for_all', '02:30']], 'America/New_York')
  expect(all.body).toMatch(field('hour_for_all'))
})

test('a poll that closes at the last valid instant can be managed in zones where that is the next year', async () => {
  const closing_at = new Date('9999-12-31T23:59:59.999Z')
  const path = await pollOf({ settings: { closing_at } })
  const form = await shown(`${path}/edit`, 'Asia/Tokyo')
  expect(form).toContain('value="10000-01-01T08:59"')
  const fields = { ...unseen(form), title: 'Another title', closing_at: '10000-01-01T08:59' }
  expect((await sent(`${path}/edit`, fields, 'Asia/Tokyo')).statusCode).toBe(303)
  expect(await pollAt(path)).toMatchObject({ title: 'Another title', closing_at })
})

test('the database refuses instants that cannot be read back', async () => {
  const path = await pollOf()
  await expect(
    pool.query("update polls set closing_at = '10000-01-01T00:00Z' where key = $1", [path.slice(3)]),
  ).rejects.toThrow(/check constraint/)
})
