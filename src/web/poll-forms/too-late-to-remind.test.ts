import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { localIn } from '../../text/local-time.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })

const inHours = (hours: number) => localIn('Europe/Berlin', new Date(Date.now() + hours * 3_600_000))
const NONE = 'No reminder goes out, because voting closes in less than a day.'

const POLL = {
  group: 'mill-lane',
  title: 'Who comes tonight?',
  poll_type: 'count',
  options: ['Accept', 'Decline'],
  notify_on_closing_soon: 'voters',
}

test('a new poll that closes within a day says that no reminder goes out, before it starts', async () => {
  const bodyOf = async (step: string, hours: number) =>
    (await at.post('/new-poll', 'ada', { ...POLL, step, closing_at: inHours(hours) })).body
  const lineIn = (body: string) => /id="settings-line">([^<]*)</.exec(body)?.[1]
  expect(lineIn(await bodyOf('check', 3))).toContain(' · no reminder')
  expect(lineIn(await bodyOf('check', 30))).toContain(' · a reminder for everyone')
  const beside = (body: string) => /<div id="settings-note">(.*?)<\/div>/.exec(body)?.[1]
  expect(beside(await bodyOf('check', 3))).toBe(`<p class="note small">${NONE}</p>`)
  expect(beside(await bodyOf('check', 30))).toBe('')
  expect(await bodyOf('preview', 3)).toContain(`<dd>${NONE}</dd>`)
  expect(await bodyOf('preview', 30)).toContain(
    '<dd>To everyone who has a ballot, one day before closing</dd>',
  )
})

test('the form that opens a draft says so, if somebody would be reminded', async () => {
  for (const [whom, told] of [
    ['undecided_voters', true],
    ['nobody', false],
  ] as const) {
    const settings = { closing_at: null, notify_on_closing_soon: whom }
    const key = await keyOf(at.world, 'polls', await makePoll(at.world, { settings }))
    const bodyOf = async (hours: number) =>
      (await at.post(`/p/${key}/open`, 'ada', { step: 'check', closing_at: inHours(hours) })).body
    expect((await bodyOf(3)).includes(`<p class="note small">${NONE}</p>`)).toBe(told)
    expect(await bodyOf(30)).not.toContain(NONE)
    expect(await bodyOf(-3)).not.toContain(NONE)
  }
})

test('the page of an opened draft says who gets an email, and that no reminder goes out, with the way to remind people', async () => {
  const open = async (tell: string, hours: number) => {
    const settings = { closing_at: null, notify_on_closing_soon: 'undecided_voters' as const }
    const wish = { settings, recipients: { audience: 'group' as const } }
    const key = await keyOf(at.world, 'polls', await makePoll(at.world, wish))
    const { headers } = await at.post(`/p/${key}/open`, 'ada', { tell, closing_at: inHours(hours) })
    return (await at.get(String(headers.location), 'ada')).body
  }
  const sooner = await open('voters', 3)
  expect(sooner).toMatch(
    /The poll is open\..*?3 people will get an email\..*?No reminder goes out.*?href="[^"]*\/remind">Remind people/s,
  )
  const later = await open('nobody', 30)
  expect(later).not.toContain(NONE)
  expect(later).toMatch(/The poll is open\..*?Nobody will get an email\./s)
})

test('an edit that moves the closing time within a day says so while editing and after saving, with the way to remind people', async () => {
  const settings = {
    closing_at: new Date(Date.now() + 30 * 3_600_000),
    notify_on_closing_soon: 'undecided_voters' as const,
  }
  const poll_id = await makePoll(at.world, { settings })
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  const edit = (fields: Record<string, string>) =>
    at.post(`${path}/edit`, 'ada', { title: 'Who comes?', hide_results: 'off', ...fields })
  expect((await edit({ step: 'check', closing_at: inHours(18) })).body).toContain(
    `<p class="note small">${NONE}</p>`,
  )
  expect((await edit({ step: 'check', closing_at: inHours(28) })).body).not.toContain(NONE)
  const follow = async (fields: Record<string, string>) => {
    const { location } = (await edit(fields)).headers
    return (await at.get(String(location), 'ada')).body
  }
  expect(await follow({ closing_at: inHours(28) })).not.toContain(NONE)
  const sooner = await follow({ closing_at: inHours(18) })
  expect(sooner).toMatch(
    /Your changes are saved\..*?No reminder goes out.*?href="[^"]*\/remind">Remind people/s,
  )
  // Once it has been told: later edits are about something else.
  expect(await follow({ title: 'Who comes then?', closing_at: inHours(18) })).not.toContain(NONE)
})
