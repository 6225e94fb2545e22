import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, PHONE } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
await nameMembers(world)
const site = await openSite(world)

const WIDE = `\`\`\`\n${'x'.repeat(200)}\n\`\`\`\n\n| ${'long heading | '.repeat(8)}\n|${'--|'.repeat(8)}\n\n- one`

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Whether the preview's code scrolls inside its own box. */
const scrollsInside = (page: Page) =>
  page.locator('.preview pre').evaluate((code) => code.scrollWidth > code.clientWidth)

test('previews of a comment and of a thread are no wider than a phone: code and tables scroll inside', async () => {
  const page = await site.open({ width: PHONE }, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`)
  await page.locator('#body').fill(WIDE)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview').waitFor()
  expect(await widthOf(page)).toBe(PHONE)
  expect(await scrollsInside(page)).toBe(true)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.getByLabel('Title').fill('A wide thread')
  await page.locator('textarea').first().fill(WIDE)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview').waitFor()
  expect(await widthOf(page)).toBe(PHONE)
  expect(await scrollsInside(page)).toBe(true)
})

test('the bullets of a text are alike in its preview and once it is posted', async () => {
  const page = await site.open({ width: PHONE }, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`)
  await page.locator('#body').fill('- one\n- two')
  await page.getByRole('button', { name: 'Preview' }).click()
  const bullet = (place: string) =>
    page.locator(`${place} .rich ul`).evaluate((list) => getComputedStyle(list).listStyleType)
  expect(await bullet('.preview')).toBe('disc')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.locator('.said .rich ul').waitFor()
  expect(await bullet('.said')).toBe('disc')
})
