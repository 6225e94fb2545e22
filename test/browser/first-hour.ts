import type { Page } from 'playwright-core'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'

/** The stations of the first hour with a new service. */

type Service = { url: string; setup: string }
type Take = (page: Page, name: string) => Promise<void>

const PLACES = ['', '/threads', '/polls', '/polls?state=closed', '/decisions']

/** Walks from the start page of an empty service to the results of its demo group. */
export async function walkFirstHour(page: Page, { url, setup }: Service, take: Take): Promise<void> {
  const see = async (path: string, name: string, width = DESK) => {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
    await page.goto(`${url}${path}`)
    await take(page, `${name}-${width}`)
  }
  await see('/', 'start')
  await page.goto(setup)
  await fillSetup(page)
  await take(page, `after-setup-${DESK}`)
  await see('/new-poll?group=elm-yard', 'poll-kinds')
  for (const type of ['proposal', 'meeting']) await see(`/new-poll?group=elm-yard&type=${type}`, `form-${type}`)
  await see('/g/elm-yard/new-thread', 'form-thread')
  await see('/g/elm-yard/invite', 'form-invite')
  await see('/g/elm-street', 'group', PHONE)
  const links = await linksOf(page, `${url}/g/elm-street`)
  const thread = links.get('What becomes of the corner lot') ?? ''
  await see(thread, 'thread', PHONE)
  await see(links.get('When do we number the last tools?') ?? '', 'ballot-meeting', PHONE)
  await see(links.get('What do we do again next June?') ?? '', 'result-score')
  await see(links.get('When do we clear the lot?') ?? '', 'result-meeting')
  await see(links.get('We lease the corner lot for five years') ?? '', 'result-proposal')
}

async function fillSetup(page: Page): Promise<void> {
  await page.locator('[name=group_name]').fill('Elm Yard')
  await page.locator('[name=handle]').fill('elm-yard')
  await page.locator('[name=name]').fill('Ada Vale')
  await page.locator('[name=email]').fill('ada@elm.example')
  await page.locator('[name=demo]').check()
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
