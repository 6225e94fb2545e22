import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { rewordPoll } from '../../../test/tell.ts'
import { copiedTokenFor, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

/** The places of these texts above the answers of a page, where each is once. */
function placesIn(page: string, texts: string[]): number[] {
  const main = page.slice(page.indexOf('</h1>'), page.indexOf('Choose one answer.'))
  expect(texts.map((text) => [text, main.split(text).length - 1])).toEqual(texts.map((text) => [text, 1]))
  return texts.map((text) => main.indexOf(text))
}

/** A poll that was edited, closed and reopened, behind a link of Ben’s that an admin copied. */
async function openByCopy() {
  const { poll_id, path, send } = await at.make({
    settings: { details: 'For ten bikes.' },
    options: ['agree', 'disagree'],
    recipients: { audience: 'group' },
  })
  await rewordPoll(at.world, poll_id, { user_id: at.world.ada.id, details: 'For twelve bikes.' })
  await send('close', {})
  await send('reopen', { closing_at: '2098-03-01T12:00' })
  const token = await copiedTokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id })
  const { cookie } = await at.web.follow(path, token)
  return { path, cookie }
}

const LINES = ['Voting was reopened', '>Edited ', '>History</a>', 'An admin copied this link', 'I am not ']

test('people who come by a link read the question first, and then one block with all that is said of it', async () => {
  const { path, cookie } = await openByCopy()
  const { body } = await at.web.get(path, cookie)
  const places = placesIn(body, [
    'For twelve bikes.',
    '<div class="standing brief">',
    'Your ballot is ready.',
    ...LINES,
    '<section class="ballot stack"',
  ])
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('the same lines stand above a ballot that was refused', async () => {
  const { path, cookie } = await openByCopy()
  const { body } = await at.web.post(`${path}/ballot`, { own_name: 'Ben' }, { ...SAME_ORIGIN, cookie })
  const places = placesIn(body, ['For twelve bikes.', ...LINES, 'Your vote has not been cast yet.'])
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('members who are signed in read what was edited below the title, as before', async () => {
  const { path } = await openByCopy()
  const { body } = await at.web.get(path, at.sessions.ben)
  const places = placesIn(body, [
    'Voting was reopened',
    '</header>',
    '<div class="standing">',
    'For twelve bikes.',
  ])
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('a voter who comes by a link reads of an edit since their vote once, with one link to what changed', async () => {
  const { poll_id, path } = await at.make({
    settings: { details: 'For ten bikes.' },
    options: ['agree', 'disagree'],
    recipients: { audience: 'group' },
  })
  const user_id = at.people[0] ?? 0
  await castBallot(at.world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
  await rewordPoll(at.world, poll_id, { user_id: at.world.ada.id, details: 'For twelve bikes.' })
  const { cookie } = await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id, poll_id }))
  const { body } = await at.web.get(path, cookie)
  // The results, where they are shown, say by themselves how old votes are.
  const block = body.slice(body.indexOf('<div class="standing">'), body.indexOf('>Results<'))
  expect(block).toContain('after you voted.')
  expect(block.match(/\/history"/g)).toHaveLength(1)
  expect(block).not.toContain('Edited by')
})
