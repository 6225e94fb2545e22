import { expect, test } from 'vitest'
import { DESK, openSite, PHONE } from '../browser.ts'
import { createWorld } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)
const FORM = `${site.url}/new-poll?group=mill-lane&type=poll`
/** Without the row of a form that was sent. */
const drafts = async () => {
  const { rows } = await world.db.pool.query<{ fields: string }>(
    "select fields from form_drafts where fields <> '{}'",
  )
  return rows.map(({ fields }) => JSON.parse(fields).title)
}

test('what was typed right before the page is left is saved, and nothing once the poll is started', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(FORM)
  await page.getByLabel('Title', { exact: true }).fill('Which colour for the hall?')
  await page.getByRole('link', { name: 'Polls', exact: true }).click()
  await expect.poll(drafts).toEqual(['Which colour for the hall?'])
  await page.goto(FORM)
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Which colour for the hall?')
  await page.locator('#option-1').fill('Red')
  await page.locator('#option-2').fill('Blue')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.getByText('The poll is open.').waitFor()
  expect(await drafts()).toEqual([])
})

test('what was typed is saved when the browser is put away', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(FORM)
  await page.getByLabel('Title', { exact: true }).fill('Which door?')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(drafts).toEqual(['Which door?'])
})

test.each(['a refusal', 'no answer'])('what was typed last is saved again after %s', async (fault) => {
  const page = await site.open({}, world.ada.id)
  await page.clock.install()
  await page.goto(FORM)
  let faults = 0
  await page.route('**/new-poll?*', (route) => {
    faults += 1
    return fault === 'a refusal' ? route.fulfill({ status: 503 }) : route.abort()
  })
  await page.getByLabel('Title', { exact: true }).fill(`Which window, with ${fault}?`)
  await page.clock.runFor(1_000)
  await expect.poll(() => faults).toBe(1)
  await page.unroute('**/new-poll?*')
  const saved = page.waitForResponse('**/new-poll?*')
  await page.clock.runFor(5_000)
  await saved
  await expect.poll(drafts).toEqual([`Which window, with ${fault}?`])
})

test.each([
  { width: DESK, scripts: true },
  { width: PHONE, scripts: false },
])('another kind keeps the title and the options, $width wide, scripts: $scripts', async (look) => {
  const page = await site.open(look, world.ada.id)
  await page.goto(FORM)
  await page.getByLabel('Title', { exact: true }).fill('Which tree?')
  await page.locator('#option-1').fill('Lime')
  await page.getByRole('button', { name: 'Choose another kind' }).click()
  await page.getByRole('link', { name: 'Ranked choice' }).click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Which tree?')
  expect(await page.locator('#option-1').inputValue()).toBe('Lime')
})
