import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const CLOSING = new Date('2098-07-10T12:00:00Z')
const PAST = 'One proposed time has already passed: Tuesday 30\u00a0January 2001.'
const noteIn = (body: string) =>
  /<div id="closing-note">(?:<p[^>]*>(.*?)<\/p>)?<\/div>/.exec(decoded(body))?.[1]

const meeting = () =>
  at.make({ settings: { poll_type: 'meeting', closing_at: CLOSING }, options: ['2098-08-01'] })

describe('the form that adds times to a meeting poll', () => {
  test('says while it is filled in which of them come too early', async () => {
    const { send, path } = await meeting()
    const noteOf = async (options: string) => {
      const { statusCode, body } = await send('options', { step: 'check', options })
      expect(statusCode).toBe(200)
      return noteIn(body)
    }
    expect(await noteOf('2001-01-30')).toBe(`${PAST} Propose a later one instead.`)
    expect(await noteOf('2098-07-09')).toMatch(/^Voting closes after .* 9\u00a0July 2098/)
    expect(await noteOf('2098-07-11')).toBeUndefined()
    expect((await at.web.get(`${path}/options`, at.sessions.ada)).body).toContain('data-steps')
  })

  test('marks while it is filled in what cannot be added', async () => {
    const { send } = await meeting()
    const { body } = await send('options', { step: 'check', options: '2098-08-01' })
    expect(body).toContain('id="options-mend">Times contain ')
  })

  test.each<[string[], number[]]>([
    [['', '2098-08-01'], [2]],
    [['2098-09-01', '2098-08-01', '2098-09-02'], [2]],
    [
      ['2098-09-01', '2098-09-02', '2098-09-01'],
      [1, 3],
    ],
    [['', ''], [1]],
  ])('marks which of the fields %j are wrong: %j', async (typed, wrong) => {
    const { send } = await meeting()
    const { statusCode, body } = await send(
      'options',
      typed.map((day): [string, string] => ['options', day]),
    )
    expect(statusCode).toBe(422)
    const marked = body.matchAll(/id="options-(\d)"[^>]*aria-invalid="true" aria-describedby="options-mend"/g)
    expect([...marked].map(([, row]) => Number(row))).toEqual(wrong)
    for (const [place, day] of typed.entries())
      expect(body).toMatch(new RegExp(`id="options-${place + 1}"[^>]* value${day && `="${day}"`} `))
  })

  test.each(['check', ''])(
    'names everything that is wrong at once, and marks no field besides (step “%s”)',
    async (step) => {
      const options = ['2098-03-30', '2098-03-30T01:30:00Z']
      const { send } = await at.make({ settings: { poll_type: 'meeting', closing_at: CLOSING }, options })
      const { body } = await send('options', [
        ['step', step],
        ['time_zone', 'Europe/Berlin'],
        ['options', '2098-03-30'],
        ['hours', '02:45'],
        ['options', '2098-03-30'],
        ['hours', '03:30'],
        ['options', '2098-03-31'],
        ['hours', ''],
        ['options', ''],
        ['hours', '11:00'],
      ])
      const [, said] = /id="options-mend">(.*?)<\/p>/.exec(decoded(body)) ?? []
      expect(said).toMatch(
        /^Times must include a day for 11:00 \(time 4\)\. Times contain “.*02:45”, a time that clocks skip .* Times contain “.*03:30.*”, which is already an option\.$/,
      )
      const marked = body.matchAll(/id="options-(\d)"[^>]*aria-invalid="true"/g)
      expect([...marked].map(([, row]) => Number(row))).toEqual([1, 2, 4])
    },
  )

  test('says that they stay', async () => {
    const { path } = await meeting()
    expect((await at.web.get(`${path}/options`, at.sessions.ada)).body).toContain(
      'You cannot remove a time once it is added.',
    )
  })

  test('is followed by what is wrong, without advice that is impossible by then', async () => {
    const { send } = await meeting()
    const added = await send('options', { options: '2001-01-30' })
    const body = decoded((await at.web.get(String(added.headers.location), at.sessions.ada)).body)
    expect(body).toContain(PAST)
    expect(body).not.toContain('Propose a later one')
  })

  const DAY = '2098-08-01'
  const TIME = '2098-08-02T18:00:00Z'
  const formFor = async (options: string[]) => {
    const { path, send, poll_id } = await at.make({
      settings: { poll_type: 'meeting', closing_at: CLOSING },
      options,
    })
    const page = decoded((await at.web.get(`${path}/options`, at.sessions.ada)).body)
    return { send, poll_id, page }
  }

  test('names the time zone only where there are times', async () => {
    const ZONE = 'Times are in your time zone: '
    expect((await formFor([DAY])).page).not.toContain(ZONE)
    expect((await formFor([TIME])).page).toContain(ZONE)
    expect((await formFor([DAY, TIME])).page).toContain(ZONE)
  })

  test('takes days and times where the poll has both', async () => {
    const { page, send, poll_id } = await formFor([DAY, TIME])
    expect(page).toContain('A day without a time is proposed as a whole day.')
    expect(page.match(/type="date" name="options"/g)).toHaveLength(5)
    expect(page.match(/type="time" name="hours"/g)).toHaveLength(5)
    const typed = [
      ['options', '2098-08-03'],
      ['hours', ''],
      ['options', ''],
      ['hours', ''],
      ['options', '2098-08-01'],
      ['hours', '10:30'],
    ] satisfies [string, string][]
    expect((await send('options', typed)).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query(
      'select name from poll_options where poll_id = $1 order by priority',
      [poll_id],
    )
    const names = rows.map(({ name }) => name)
    expect(names).toEqual([DAY, expect.stringMatching(/^2098-08-01T\d\d:30:00Z$/), TIME, '2098-08-03'])
  })

  test('asks for the day of an hour, and shows both again', async () => {
    const { send } = await formFor([DAY, TIME])
    const { statusCode, body } = await send('options', [
      ['options', '2098-08-03'],
      ['hours', '09:00'],
      ['options', ''],
      ['hours', '10:30'],
    ])
    expect([statusCode, decoded(body)]).toEqual([
      422,
      expect.stringContaining('Times must include a day for 10:30 (time 2).'),
    ])
    expect(body).toMatch(/name="options" value="2098-08-03"[^>]*>/)
    expect(body).toMatch(/name="hours" value="09:00"/)
    expect(body).toMatch(/id="options-2"[^>]*aria-invalid="true"/)
    expect(body).not.toMatch(/name="hours" value="10:30"[^>]*aria-invalid/)
    expect(body).not.toMatch(/id="options-1"[^>]*aria-invalid/)
  })
})
