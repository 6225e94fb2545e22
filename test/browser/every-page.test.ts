import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'
import { problemsOn } from './axe.ts'
import { sharedChromium } from './chromium.ts'
import { followLinks, type Links } from './links.ts'
import type { Stop } from './tour.ts'
import { openTown } from './town.ts'
import { walk } from './visit.ts'

const LOOKS = [
  { width: DESK, scheme: 'light' },
  { width: PHONE, scheme: 'dark' },
] as const

// Rules whose result depends on a narrow window or a dark scheme.
const LOOKS_ONLY = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport']

const problems: string[] = []
let links: Links

// One visit to each page for all checks.
beforeAll(async () => {
  const town = await openTown()
  links = followLinks(town.site.url)
  await walk(town, async (page, stop) => {
    await links.follow(page, stop)
    problems.push(...(await problemsInAllLooks(page, stop)))
  })
}, 600_000)

async function problemsInAllLooks(page: Page, { name }: Stop): Promise<string[]> {
  const found: string[] = []
  for (const [place, { width, scheme }] of LOOKS.entries()) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
    await page.emulateMedia({ colorScheme: scheme })
    const here = await problemsOn(page, place > 0 ? { only: LOOKS_ONLY } : {})
    found.push(...here.map((problem) => `${name} ${width} ${scheme}: ${problem}`))
  }
  return found
}

test('axe finds nothing on any page in any state, wide and light or narrow and dark', () => {
  expect(problems).toEqual([])
})

test('every link of every page leads to an existing page and anchor, for its reader', () => {
  expect(links.count()).toBeGreaterThan(200)
  expect(links.dead).toEqual([])
})

test('axe detects low contrast, invisible text, and a field without a name', async () => {
  const page = await (await sharedChromium()).newPage()
  await page.setContent(
    '<p style="color: #ccc; background: #fff">faint</p><p style="color: #fff; background: #fff">gone</p><input>',
  )
  const found = await problemsOn(page)
  for (const problem of [/^color-contrast: .*faint/, /^color-contrast: .*gone/, /^label: /])
    expect(found).toContainEqual(expect.stringMatching(problem))
  await page.context().close()
})
