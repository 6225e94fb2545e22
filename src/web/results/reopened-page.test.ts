import { expect, test } from 'vitest'
import { openToolWorld } from '../../../test/poll-web.ts'
import type { HideResults } from '../../polls/poll.ts'

const at = await openToolWorld()
const LATER = '2098-03-01T12:00'
const FILES = ['head', 'record.json', 'roll-entry.json', 'ballots.json', 'ballots.csv']

async function reopened(hide_results: HideResults) {
  const { poll_id, path, send } = await at.make({
    settings: { hide_results },
    recipients: { audience: 'group' },
  })
  await at.vote(poll_id, 2)
  await at.close(poll_id)
  const head = await at.web.get(`${path}/head`, at.sessions.ben)
  expect(head.statusCode).toBe(200)
  await send('reopen', { closing_at: LATER })
  return { path, head: head.body, get: (file: string) => at.web.get(`${path}/${file}`, at.sessions.ben) }
}

test('the link of a signed result says after a reopening that it is no longer valid, and shows it', async () => {
  const { path, head, get } = await reopened('off')
  for (const file of FILES) {
    const { statusCode, body } = await get(file)
    expect(statusCode).toBe(404)
    expect(body).toContain('This result is no longer valid')
    expect(body).toContain('A new one will be signed when voting closes:')
    expect(body).toContain('March 2098')
    expect(body).toContain(head.trim())
    expect(body).toContain(`href="${path}"`)
  }
})

test.each(['until_vote', 'until_closed'] as const)(
  'it shows nothing of it if results are hidden %s',
  async (hide) => {
    const { head, get } = await reopened(hide)
    const { body } = await get('head')
    expect(body).toContain('This result is no longer valid')
    for (const line of head.split('\n').filter((text) => text.length > 3)) expect(body).not.toContain(line)
  },
)

test('an open poll that was never reopened has no such link, and strangers are told nothing', async () => {
  const { path } = await at.make()
  expect((await at.web.get(`${path}/head`, at.sessions.ben)).body).not.toContain('no longer valid')
  const { path: other } = await reopened('off')
  expect((await at.web.get(`${other}/head`, '')).body).not.toContain('no longer valid')
})

test('its printed page says at the top that voting is open again, and until when', async () => {
  const { path } = await reopened('off')
  const page = (await at.web.get(path, at.sessions.ben)).body
  expect(page).toMatch(/<h1.*<p class="on-paper">Voting is open again until [^<]*March 2098.*<h2/s)
  const { path: never } = await at.make()
  expect((await at.web.get(never, at.sessions.ben)).body).not.toContain('open again')
})
