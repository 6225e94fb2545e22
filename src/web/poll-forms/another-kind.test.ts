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
  expect((await choose(score)).headers.location).toBe(`${NEW}&from=score`)
  expect(await form('&from=score&type=poll')).toContain('value="How good is each roof?"')
  await choose(POLL)
  const { headers } = await at.post('/new-poll', 'ada', { ...score, step: 'start' })
  expect(headers.location).toMatch(/done=started/)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})

test('an empty form leaves no draft when another kind is chosen', async () => {
  const empty = { group: 'mill-lane', poll_type: 'count', title: ' ', options: ['accept', 'decline', ''] }
  expect((await choose(empty)).headers.location).toBe(NEW)
  expect((await at.world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
})
