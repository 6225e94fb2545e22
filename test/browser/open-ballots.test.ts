import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { loadPoll } from '../../src/polls/load-poll.ts'
import { makeOpenLink } from '../../src/polls/open/make-open-link.ts'
import { DESK, openSite } from '../browser.ts'
import { closeIn } from '../contract/acts.ts'
import { makePoll } from '../tell.ts'
import { createWorld } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)

/** A poll, and the address by which anyone votes in it. */
async function openPoll(poll_type: 'proposal' | 'dot_vote' | 'score' = 'proposal') {
  const options = poll_type === 'proposal' ? null : ['Soup', 'Curry']
  const id = await makePoll(world, { settings: { poll_type, open_link: true }, options })
  const loaded = await loadPoll(world.db.pool, id, {
    viewer: { has_voted: false },
    wantsBallots: () => false,
  })
  if (loaded === null) throw new Error(`There is no poll ${id}`)
  const made_by = world.ada.id
  const { token } = await change(world.db, { kind: 'person', user_id: made_by }, (act) =>
    makeOpenLink(act, { poll: loaded.poll, most: null, made_by }),
  )
  return { id, address: `${site.url}/vote?k=${token}` }
}

test('a ballot by an open link says at the deadline that it was not cast, and keeps what was filled in', async () => {
  const { id, address } = await openPoll()
  await closeIn(world, id, 3_000)
  const page = await site.open()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(address)
  await page.getByLabel('Your name').fill('Nina Oak')
  await page.getByRole('radio', { name: 'Disagree' }).check()
  await page.locator('#ballot form').getByText('Voting has closed. This vote was not cast.').waitFor()
  expect(await page.getByRole('button', { name: 'Cast vote' }).isVisible()).toBe(false)
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nina Oak')
  await page.getByText('Voting closed on').waitFor()
  expect(await page.getByRole('heading', { name: 'Results' }).count()).toBe(1)
  expect(faults).toEqual([])
})

test('a vote by an open link that is being changed at the deadline stays as it was recorded', async () => {
  const { id, address } = await openPoll()
  const page = await site.open()
  await page.goto(address)
  await page.getByLabel('Your name').fill('Nina Oak')
  await page.getByRole('radio', { name: 'Agree', exact: true }).check()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('Your vote was recorded at').waitFor()
  await closeIn(world, id, 3_000)
  await page.reload()
  await page.locator('#ballot .fold > summary').click()
  await page.getByRole('radio', { name: 'Disagree' }).check()
  await page
    .locator('#ballot form')
    .getByText('Voting has closed. Your recorded vote stays as it is.')
    .waitFor()
  await page.getByText(/Your vote was recorded at .* You voted: Agree\./).waitFor()
})

/** All that the browser keeps of ballots by itself. */
const keptIn = (page: Page) =>
  page.evaluate(() => [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store })))
const speak = async (page: Page, language: string) => {
  await page.locator('.languages summary').click()
  await page.getByRole('button', { name: language, exact: true }).click()
  await page.locator(`html[lang=${language === 'Deutsch' ? 'de' : 'en'}]`).waitFor()
}

test('a half-filled ballot by an open link survives another language, in this window, until it is recorded', async () => {
  const { address } = await openPoll('dot_vote')
  const page = await site.open()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''))
  await page.goto(address)
  await page.getByLabel('Your name').fill('Nina Oak')
  await page.getByLabel('Soup', { exact: true }).fill('7')
  await speak(page, 'Deutsch')
  expect(await page.getByLabel('Dein Name').inputValue()).toBe('Nina Oak')
  expect(await page.getByLabel('Soup', { exact: true }).inputValue()).toBe('7')
  await page.getByText('Noch 1 von 8 Punkten.').waitFor()
  await page.getByText('Deine Stimme ist noch nicht abgegeben.').waitFor()
  expect(sent.filter((text) => /Nina|s1=/.test(text))).toEqual([])
  const other = await page.context().newPage()
  await other.goto(address)
  expect(await other.getByLabel('Dein Name').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Stimme abgeben' }).click()
  await page.locator('#your-vote').waitFor()
  expect(await keptIn(page)).toEqual(['{}', '{}'])
  await page.locator('.fold > summary').click()
  await page.getByLabel('Soup', { exact: true }).fill('2')
  await speak(page, 'English')
  expect(await page.getByLabel('Soup', { exact: true }).inputValue()).toBe('2')
  await page.getByText('Your change has not been recorded yet.').waitFor()
})

test('a vote by an open link that a proxy answered instead of the service is still there after going back', async () => {
  const { address } = await openPoll()
  const page = await site.open()
  await page.goto(address)
  await page.getByLabel('Your name').fill('Nina Oak')
  await page.getByRole('radio', { name: 'Disagree' }).check()
  const proxy = (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'Away' }) : route.continue()
  await page.route('**/vote*', proxy)
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('Away', { exact: true }).waitFor()
  await page.unroute('**/vote*')
  await page.goBack()
  await page.getByText('Your vote has not been cast yet.').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nina Oak')
  expect(await page.getByRole('radio', { name: 'Disagree' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.locator('#your-vote').waitFor()
  expect(await keptIn(page)).toEqual(['{}', '{}'])
})

test('a vote by an open link that is refused survives another language as it was sent', async () => {
  const { address } = await openPoll()
  const page = await site.open()
  await page.goto(address)
  await page.getByRole('radio', { name: 'Disagree' }).check()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByRole('alert').waitFor()
  await speak(page, 'Deutsch')
  expect(await page.locator('#ballot :checked').count()).toBe(1)
})

test.each([true, false])(
  'an empty dot vote by an open link is asked about, with scripts: %s',
  async (scripts) => {
    const { address } = await openPoll('dot_vote')
    const page = await site.open({ scripts })
    await page.goto(address)
    await page.getByLabel('Your name').fill('Nina Oak')
    await page.getByRole('button', { name: 'Cast vote' }).click()
    await page.getByText('You have not placed any dots. Cast an empty vote?').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Nina Oak')
    await page.getByLabel('Cast an empty vote').check()
    await page.getByRole('button', { name: 'Cast vote' }).click()
    await page.getByText('Your vote was recorded at').waitFor()
  },
)

test('the axis of a score vote ends with its bars, for those who voted by an open link too', async () => {
  const { address } = await openPoll('score')
  const page = await site.open({ width: DESK })
  await page.goto(address)
  await page.getByLabel('Your name').fill('Nina Oak')
  for (const name of ['s1', 's2']) await page.locator(`[name=${name}]`).nth(3).check({ force: true })
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('Your vote was recorded at').waitFor()
  const endOf = async (selector: string) => {
    const { x = 0, width = 0 } = (await page.locator(selector).last().boundingBox()) ?? {}
    return x + width
  }
  // The last number stands below the end of the bars.
  expect((await endOf('.scores > .ticks')) - (await endOf('.scores .results svg'))).toBeLessThan(10)
})
