import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'
import { startChromium } from './chromium.ts'
import { openTown } from './town.ts'
import { walk } from './visit.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LOOKS = [
  { width: DESK, scheme: 'light' },
  { width: PHONE, scheme: 'dark' },
] as const

// What a narrow window and a dark scheme may change.
const LOOKS_ONLY = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport']

test('axe finds nothing on any page in any state, wide and light or narrow and dark', async () => {
  const found: string[] = []
  await walk(await openTown(), async (page, { name }) => {
    await page.evaluate(AXE)
    for (const [place, { width, scheme }] of LOOKS.entries()) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
      await page.emulateMedia({ colorScheme: scheme })
      const problems = await violations(page, place > 0)
      found.push(...problems.map((problem) => `${name} ${width} ${scheme}: ${problem}`))
    }
  })
  expect(found).toEqual([])
}, 240_000)

test('axe would find text that is hard to read, and a field without a name', async () => {
  const browser = await startChromium()
  const page = await browser.newPage()
  await page.setContent('<p style="color: #ccc; background: #fff">faint</p><input>')
  await page.evaluate(AXE)
  expect((await violations(page, false)).map((problem) => problem.split(':')[0])).toEqual(
    expect.arrayContaining(['color-contrast', 'label']),
  )
  await browser.close()
})

async function violations(page: Page, looks_only: boolean): Promise<string[]> {
  const rules = { 'target-size': { enabled: true } }
  const options = { resultTypes: ['violations'], ...(looks_only ? { runOnly: LOOKS_ONLY } : { rules }) }
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}
