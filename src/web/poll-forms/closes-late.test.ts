import { describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })

describe('a meeting whose times come before its closing time', () => {
  const MEETING = {
    group: 'mill-lane',
    title: 'We buy a second bike shed',
    closing_at: '2031-01-31T18:00',
    step: 'start',
    poll_type: 'meeting',
    days: ['2031-01-30', '2031-02-03'],
    hour_days: ['2031-01-30'],
    hours: ['19:00'],
  }
  const SOME = 'Voting closes after one of the proposed times: Thursday 30\u00a0January 2031, 19:00.'
  const noteIn = (body: string) =>
    /<div id="closing-note">(?:<p[^>]*>(.*?)<\/p>)?<\/div>/.exec(decoded(body))?.[1]

  test.each(['check', 'times-add-2031-01-30'])('is told so in the form, as a hint (%s)', async (step) => {
    const some = await at.post('/new-poll', 'ada', { ...MEETING, step })
    expect([some.statusCode, noteIn(some.body)]).toEqual([200, expect.stringContaining(SOME)])
    expect(some.body).not.toContain('role="alert"')
    const all = await at.post('/new-poll', 'ada', { ...MEETING, step, closing_at: '2031-02-03T10:00' })
    expect(noteIn(all.body)).toMatch(/^Voting closes after all proposed times\. Choose /)
    const single = { ...MEETING, step, days: ['2031-01-30'] }
    expect(noteIn((await at.post('/new-poll', 'ada', single)).body)).toBe(
      'Voting closes after the proposed time. Choose an earlier closing time, or a later time.',
    )
    const none = await at.post('/new-poll', 'ada', { ...MEETING, step, closing_at: '2031-01-30T19:00' })
    expect(noteIn(none.body)).toBeUndefined()
  })

  test('is told so in the preview and on the page of the new poll, which is made', async () => {
    const preview = await at.post('/new-poll', 'ada', { ...MEETING, step: 'preview' })
    expect([preview.statusCode, decoded(preview.body)]).toEqual([200, expect.stringContaining(SOME)])
    const made = await at.post('/new-poll', 'ada', MEETING)
    expect(made.statusCode).toBe(303)
    expect(decoded((await at.get(String(made.headers.location), 'ada')).body)).toContain(SOME)
    const [plain = ''] = String(made.headers.location).split('?')
    expect(decoded((await at.get(plain, 'ada')).body)).not.toContain(SOME)
  })

  test('says apart which times have passed already', async () => {
    const past = { ...MEETING, days: ['2001-01-30', ...MEETING.days], step: 'check' }
    const PASSED =
      'One proposed time has already passed: Tuesday 30\u00a0January 2001. Propose a later one instead.'
    const some = await at.post('/new-poll', 'ada', past)
    expect(noteIn(some.body)).toMatch(new RegExp(`^${PASSED} ${SOME}`))
    const only = { ...past, days: past.days.slice(0, 2) }
    expect(noteIn((await at.post('/new-poll', 'ada', only)).body)).toMatch(
      /Voting closes after the only proposed time that is left\. Choose /,
    )
    const left = noteIn((await at.post('/new-poll', 'ada', { ...past, closing_at: '2031-02-03T10:00' })).body)
    expect(left).toMatch(/Voting closes after all proposed times that are left\. Choose /)
    const late = { ...past, days: past.days.slice(0, 1), hour_days: [], hours: [] }
    expect(noteIn((await at.post('/new-poll', 'ada', late)).body)).toBe(PASSED)
  })

  test('is told nothing of the kind where options are no times', async () => {
    expect((await at.get('/new-poll?group=mill-lane&type=poll', 'ada')).body).not.toContain('closing-note')
  })
})
