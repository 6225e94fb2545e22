import { beforeAll, expect, test } from 'vitest'
import { DESK, openSite, type Site } from '../browser.ts'
import { createWorld } from '../world.ts'
import { button } from './journey.ts'

let site: Site

beforeAll(async () => {
  site = await openSite(await createWorld())
})

test('a new API key, which is shown once, is copied by a button', async () => {
  const page = await site.open({ width: DESK, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/keys`)
  await page.getByLabel('Name').first().fill('Weekly sync')
  await page.locator('main form').getByRole('button').first().click()
  await button(page, 'Copy').click()
  await page.getByText('Copied.').waitFor()
  const copied = await page.evaluate(() => getSelection()?.toString().trim())
  expect(copied).toMatch(/^fmk_\S+$/)
})
