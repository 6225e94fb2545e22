import { mkdirSync } from 'node:fs'
import { test } from 'vitest'
import { HEIGHTS, newWindow, signIn } from '../browser.ts'
import { tourOf } from './tour.ts'
import { openTown } from './town.ts'
const NAMES = (process.env['NAMES'] ?? '').split(',')
test('shots', async () => {
  const town = await openTown()
  for (const stop of tourOf(town).filter(({ name }) => NAMES.includes(name)))
    for (const width of [1280, 390])
      for (const scheme of ['light', 'dark'] as const) {
        const w = await newWindow(town.site.browser, { width, scripts: true, scheme, zone: 'Europe/Berlin' })
        if (stop.who !== 'nobody') await signIn(w, town.site, town[stop.who])
        const page = await w.newPage()
        await page.goto(new URL(stop.path, town.site.url).href)
        await stop.act?.(page)
        await page.waitForTimeout(300)
        mkdirSync('/tmp/g/shots', { recursive: true })
        await page.screenshot({ path: `/tmp/g/shots/${stop.name}.${width}-${scheme}.png`, fullPage: process.env['FULL'] !== '0' })
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) console.log('WIDE', stop.name, width)
        await w.close()
      }
}, 300_000)
