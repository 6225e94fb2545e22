import { expect, test } from 'vitest'
import { OFFERED } from '../../src/locales/languages.ts'
import { DESK, openSite, PHONE } from '../browser.ts'
import { createWorld } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)

/** How wide the first list of this part of a condition is, its longest choice, and its row. */
type Widths = { width: number; needed: number; row: number }

test.each(OFFERED)('in %s the lists of a condition are as wide as their choices', async (language) => {
  for (const width of [DESK, PHONE]) {
    const page = await site.open({ width, language }, world.ada.id)
    await page.goto(`${site.url}/new-poll?group=mill-lane&type=proposal`)
    for (const part of ['at', 'of']) {
      const list = page.locator(`[name="thresholds[0][${part}]"]`)
      const { needed, row, ...found } = await list.evaluate((field): Widths => {
        for (let at = field.parentElement; at !== null; at = at.parentElement)
          if (at instanceof HTMLDetailsElement) at.open = true
        const copy = field.cloneNode(true) as HTMLElement
        copy.style.cssText =
          'position: absolute; inline-size: max-content; min-inline-size: 0; max-inline-size: none'
        field.after(copy)
        const widths = [field, copy, field.closest('fieldset') as Element].map(
          (one) => one.getBoundingClientRect().width,
        )
        copy.remove()
        const [width = 0, needed = 0, row = 0] = widths
        return { width, needed, row }
      })
      expect(found.width, `${part} at ${width}`).toBeGreaterThanOrEqual(Math.min(needed, row))
      expect(found.width, `${part} at ${width}`).toBeLessThanOrEqual(row)
    }
  }
})
