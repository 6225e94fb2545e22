import { expect, test } from 'vitest'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'
import { problemsOn } from './axe.ts'
import { startChromium } from './chromium.ts'
import { openTown } from './town.ts'
import { walk } from './visit.ts'

const LOOKS = [
  { width: DESK, scheme: 'light' },
  { width: PHONE, scheme: 'dark' },
] as const

// What a narrow window and a dark scheme may change.
const LOOKS_ONLY = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport']

test('axe finds nothing on any page in any state, wide and light or narrow and dark', async () => {
  const found: string[] = []
  await walk(await openTown(), async (page, { name }) => {
    for (const [place, { width, scheme }] of LOOKS.entries()) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
      await page.emulateMedia({ colorScheme: scheme })
      const problems = await problemsOn(page, place > 0 ? { only: LOOKS_ONLY } : {})
      found.push(...problems.map((problem) => `${name} ${width} ${scheme}: ${problem}`))
    }
  })
  expect(found).toEqual([])
}, 240_000)

test('axe would find text that is hard to read or not seen at all, and a field without a name', async () => {
  const browser = await startChromium()
  const page = await browser.newPage()
  await page.setContent(
    '<p style="color: #ccc; background: #fff">faint</p><p style="color: #fff; background: #fff">gone</p><input>',
  )
  const problems = await problemsOn(page)
  for (const found of [/^color-contrast: .*faint/, /^color-contrast: .*gone/, /^label: /])
    expect(problems).toContainEqual(expect.stringMatching(found))
  await browser.close()
})
