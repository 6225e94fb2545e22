import { beforeAll, expect, test } from 'vitest'
import { HEIGHTS, openSite, PHONE, type Site } from '../browser.ts'
import { createWorld } from '../world.ts'

let site: Site

beforeAll(async () => {
  site = await openSite(await createWorld())
})

const ACTIONS = ['New poll', 'New thread', 'Invite people']

test('on a phone the actions of a group stay in view, in one row at the bottom', async () => {
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane`)
  const row = page.locator('.starting')
  for (const scrolled of [0, 10_000]) {
    await page.evaluate((top) => scrollTo(0, top), scrolled)
    const boxes = []
    for (const name of ACTIONS) boxes.push(await row.getByRole('link', { name, exact: true }).boundingBox())
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
    }
  }
  const [footer, bar] = [await page.locator('footer').boundingBox(), await row.boundingBox()]
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
})

test('on a phone breadcrumbs show the way up alone', async () => {
  const page = await site.open({ width: PHONE, scripts: false }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/threads`)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  const shown = []
  for (const crumb of await crumbs.all()) if (await crumb.isVisible()) shown.push(await crumb.innerText())
  expect(shown).toEqual(['Threads'])
})
