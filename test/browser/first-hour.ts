import type { Page } from 'playwright-core'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'

/** The steps of the first hour with a new service. */

/** `addDemo` makes the demo group, with the person who has this address as a member. */
type Service = { url: string; setup: string; addDemo(email: string): Promise<void> }
type Take = (page: Page, name: string) => Promise<void>

const ADA = 'ada@elm.example'
const PLACES = ['', '/threads', '/polls', '/polls?state=closed', '/decisions']

const RESULTS = { at: 'h2:text-is("Results")' }
const SHOWN = [
  ['What becomes of the corner lot', 'thread', { width: PHONE, at: 'li:has(a[href^="/p/"])' }],
  ['When do we number the last tools?', 'ballot-meeting', { width: PHONE, at: '#ballot' }],
  ['What do we do again next June?', 'result-score', RESULTS],
  ['When do we clear the lot?', 'result-meeting', RESULTS],
  ['We lease the corner lot for five years', 'result-proposal', RESULTS],
] as const

/** Walks from the start page of an empty service to the results of its demo group. */
export async function walkFirstHour(page: Page, { url, setup, addDemo }: Service, take: Take): Promise<void> {
  const see = async (path: string, name: string, { width = DESK, at = '' } = {}) => {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
    await page.goto(`${url}${path}`)
    if (at !== '')
      await page
        .locator(at)
        .first()
        .evaluate((element) => element.scrollIntoView())
    await take(page, `${name}-${width}`)
  }
  await see('/', 'start')
  await page.goto(setup)
  await fillSetup(page)
  await take(page, `after-setup-${DESK}`)
  await see('/new-poll?group=elm-yard', 'poll-kinds')
  for (const type of ['proposal', 'meeting'])
    await see(`/new-poll?group=elm-yard&type=${type}`, `form-${type}`)
  await see('/g/elm-yard/new-thread', 'form-thread')
  await see('/g/elm-yard/invite', 'form-invite')
  await addDemo(ADA)
  await see('/g/elm-street', 'group', { width: PHONE })
  const links = await linksOf(page, `${url}/g/elm-street`)
  for (const [title, name, look] of SHOWN) await see(links.get(title) ?? '', name, look)
}

async function fillSetup(page: Page): Promise<void> {
  await page.locator('[name=group_name]').fill('Elm Yard')
  await page.locator('[name=handle]').fill('elm-yard')
  await page.locator('[name=name]').fill('Ada Vale')
  await page.locator('[name=email]').fill(ADA)
  const before = page.url()
  await page.locator('form:has([name=group_name]) [type=submit]').click()
  await page.waitForURL((now) => now.href !== before)
}

/** The paths of the group's threads and polls, by their titles. */
async function linksOf(page: Page, group: string): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  for (const place of PLACES) {
    const answer = await page.goto(`${group}${place}`)
    if (answer?.ok() !== true) continue
    for (const link of await page.locator('main a[href]').all())
      links.set((await link.innerText()).trim(), (await link.getAttribute('href')) ?? '')
  }
  return links
}
