import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'
import type { Stop } from './tour.ts'
import { openTown } from './town.ts'
import { isTranslated, walk } from './visit.ts'

// `npm run screenshots`: pictures of every page in every state, to look at. In another language, as in
// `SCREENSHOT_LANGUAGE=ar npm run screenshots`: only pages without actions.

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const LANGUAGE = process.env['SCREENSHOT_LANGUAGE'] ?? 'en-GB'
const stops = LANGUAGE === 'en-GB' ? () => true : isTranslated
const LOOKS = [DESK, PHONE].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({
    width,
    scheme,
    folder: join(FOLDER, `${width}-${scheme}`),
  })),
)

test('every page has its screenshot', async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const { folder } of LOOKS) mkdirSync(folder, { recursive: true })
  const wide: string[] = []
  const picture = async (page: Page, { name }: Stop) => {
    for (const { width, scheme, folder } of LOOKS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        wide.push(`${name} ${width}`)
    }
  }
  await walk(await openTown(), picture, { language: LANGUAGE, stops })
  writeFileSync(join(FOLDER, 'scrolls-sideways.txt'), `${[...new Set(wide)].join('\n')}\n`)
}, 300_000)
