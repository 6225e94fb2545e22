import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { DESK, HEIGHTS, PHONE } from '../browser.ts'
import { openTown } from './town.ts'
import { walk } from './visit.ts'

// `npm run screenshots`: pictures of every page in every state, to be looked at.

const FOLDER = fileURLToPath(new URL('../../../../tmp/h/shots/', import.meta.url))
const LOOKS = [DESK, PHONE].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({
    width,
    scheme,
    folder: join(FOLDER, `${width}-${scheme}`),
  })),
)

test('every page is pictured', async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const { folder } of LOOKS) mkdirSync(folder, { recursive: true })
  const wide: string[] = []
  await walk(await openTown(), async (page, { name }) => {
    for (const { width, scheme, folder } of LOOKS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        wide.push(`${name} ${width}`)
    }
  })
  writeFileSync(join(FOLDER, 'scrolls-sideways.txt'), `${[...new Set(wide)].join('\n')}\n`)
}, 300_000)
