import type { BrowserContext, Page } from 'playwright-core'
import { DESK, newWindow, signIn } from '../browser.ts'
import { type Stop, tourOf } from './tour.ts'
import type { Town } from './town.ts'

type Windows = { ada: BrowserContext; ben: BrowserContext }

const look = { width: DESK, scripts: true, scheme: 'light', zone: 'Europe/Berlin' } as const

/** The windows of those who are signed in. */
async function windowsOf({ site, ada, ben }: Town): Promise<Windows> {
  const windows = { ada: await newWindow(site.browser, look), ben: await newWindow(site.browser, look) }
  await signIn(windows.ada, site, ada)
  await signIn(windows.ben, site, ben)
  return windows
}

const AT_ONCE = 3

/** Visits every stop, some at once, and does something on each page. */
export async function walk(town: Town, run: (page: Page, stop: Stop) => Promise<void>): Promise<void> {
  const windows = await windowsOf(town)
  const left = tourOf(town)
  const next = async (): Promise<void> => {
    const stop = left.shift()
    if (stop === undefined) return
    const page = await visit(town, windows, stop)
    await run(page, stop)
    await (stop.who === 'nobody' ? page.context() : page).close()
    return next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** Opens the page of a stop, brought into its state. */
async function visit({ site }: Town, windows: Windows, stop: Stop): Promise<Page> {
  const window = stop.who === 'nobody' ? await newWindow(site.browser, look) : windows[stop.who]
  const page = await window.newPage()
  try {
    await page.goto(new URL(stop.path, site.url).href)
    await stop.act?.(page)
    await page.waitForLoadState()
    return page
  } catch (error) {
    throw new Error(`${stop.name}: ${String(error)}`)
  }
}
