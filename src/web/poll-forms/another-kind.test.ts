import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'

const at = await openGroupWorld()
const NEW = '/new-poll?group=mill-lane'
const POLL = {
  group: 'mill-lane',
  poll_type: 'poll',
  title: 'Which roof?',
  details: 'It leaks.',
  closing_at: '2031-01-31T18:00',
  options: ['Slate', 'Tile'],
  maximum_stance_choices: '2',
  quorum_pct: '40',
  notify_on_closing_soon: 'author',
  anonymous: 'true',
}
const choose = (fields: object) => at.post('/new-poll', 'ada', { ...fields, step: 'another' })
const form = async (query: string) => (await at.get(`${NEW}${query}`, 'ada')).body

test('another kind of poll takes over what both kinds have', async () => {
  const { statusCode, headers } = await choose(POLL)
  expect([statusCode, headers.location]).toEqual([303, `${NEW}&from=poll`])
  expect(await form('&from=poll')).toContain(
    `href="${NEW.replace('&', '&amp;')}&amp;from=poll&amp;type=score"`,
  )
  const score = await form('&from=poll&type=score')
  for (const text of ['value="Which roof?"', 'It leaks.', 'value="2031-01-31T18:00"', 'value="40"'])
    expect(score).toContain(text)
  for (const name of ['Slate', 'Tile']) expect(score).toContain(`value="${name}"`)
  expect(score).toMatch(/name="notify_on_closing_soon" value="author" checked/)
  expect(score).toMatch(/name="anonymous"[^>]* checked/)
  const meeting = await form('&from=poll&type=meeting')
  expect(meeting).toContain('value="Which roof?"')
  expect(meeting).not.toContain('Slate')
  expect(await form('&type=score')).not.toContain('Which roof?')
})

test('what is typed in the other kind stays, and its start deletes both drafts', async () => {
  await choose(POLL)
  const score = { ...POLL, poll_type: 'score', from: 'poll', title: 'How good is each roof?' }
  await at.post('/new-poll', 'ada', { ...score, step: 'check' })
  expect(await form('&from=poll&type=score')).toContain('value="How good is each roof?"')
  expect((await choose(score)).headers.location).toBe(`${NEW}&from=score&from=poll`)
  expect(await form('&from=score&from=poll&type=poll')).toContain('value="How good is each roof?"')
  await choose(POLL)
  const { headers } = await at.post('/new-poll', 'ada', { ...score, step: 'start' })
  expect(headers.location).toMatch(/done=started/)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})

test('a poll that becomes a third kind is listed once, and its start deletes all drafts of it', async () => {
  await choose(POLL)
  const score = { ...POLL, poll_type: 'score', from: 'poll', title: 'How good is each roof?' }
  expect((await choose(score)).headers.location).toBe(`${NEW}&from=score&from=poll`)
  const ranked = { ...POLL, poll_type: 'ranked_choice', from: ['score', 'poll'], title: 'Best roof?' }
  await at.post('/new-poll', 'ada', { ...ranked, step: 'check' })
  const begun = await at.get('/g/mill-lane/polls?state=draft', 'ada')
  expect(begun.body).toContain('Best roof?')
  for (const title of ['How good is each roof?', 'Which roof?']) expect(begun.body).not.toContain(title)
  // Opened from there, the form still has the kinds that the poll was.
  const opened = await form('&type=ranked_choice')
  for (const kind of ['score', 'poll'])
    expect(opened).toContain(`<input type="hidden" name="from" value="${kind}"/>`)
  const { headers } = await at.post('/new-poll', 'ada', { ...ranked, step: 'start' })
  expect(headers.location).toMatch(/done=started/)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})

test('starting over discards what the poll was in other kinds too', async () => {
  await choose(POLL)
  const score = { ...POLL, poll_type: 'score', from: 'poll' }
  await at.post('/new-poll', 'ada', { ...score, step: 'check' })
  const { headers } = await at.post('/new-poll', 'ada', { ...score, step: 'anew' })
  expect(headers.location).toBe(`${NEW}&type=score`)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})

test('the form is sent to its own address, where a reload finds it with what was typed', async () => {
  const refused = await at.post('/new-poll', 'ada', { ...POLL, options: [], step: 'start' })
  const [, action = ''] = /<form method="post" id="new-poll" action="([^"]+)"/.exec(refused.body) ?? []
  const again = await at.get(action.replaceAll('&amp;', '&'), 'ada')
  expect(again.statusCode).toBe(200)
  expect(again.body).toContain('value="Which roof?"')
  await at.post('/new-poll', 'ada', { ...POLL, step: 'anew' })
})

test('an empty form leaves no draft when another kind is chosen', async () => {
  const empty = { group: 'mill-lane', poll_type: 'count', title: ' ', options: ['accept', 'decline', ''] }
  expect((await choose(empty)).headers.location).toBe(NEW)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})
