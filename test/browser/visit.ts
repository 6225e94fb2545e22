import type { BrowserContext, Page } from 'playwright-core'
import { DESK, HEIGHTS, type Look, newWindow, signIn } from '../browser.ts'
import { type Stop, tourOf } from './tour.ts'
import type { Town } from './town.ts'

type Windows = Record<'ada' | 'ben', BrowserContext>

const LOOK = { width: DESK, scripts: true, scheme: 'light', zone: 'Europe/Berlin' } as const

/** `language`: the browser's language; `stops`: the pages to visit. */
type How = { language?: string; width?: number; stops?: (stop: Stop) => boolean }

type Walk = { town: Town; look: Look }

/** The windows of signed-in readers. */
async function windowsOf({ town: { site, ada, ben }, look }: Walk): Promise<Windows> {
  const windows = { ada: await newWindow(site.browser, look), ben: await newWindow(site.browser, look) }
  await signIn(windows.ada, site, ada)
  await signIn(windows.ben, site, ben)
  return windows
}

/** Pages about programs are in English for every reader. */
const ENGLISH = /^\/help\/(api|errors)/

/**
 * Whether a stop can be visited in any language: the page is translated, and the stop needs no English text
 * to find controls.
 */
export function isTranslated({ act, path }: Stop): boolean {
  return act === undefined && !ENGLISH.test(path)
}

const AT_ONCE = 3

/** How long a whole walk may take on a machine that is busy. */
export const WALK_MS = 1_800_000

// A page that stops answering would otherwise keep the whole walk waiting without its name.
const STOP_MS = 180_000

/** Visits every stop, several at once, and calls a function on each page. */
export async function walk(
  town: Town,
  run: (page: Page, stop: Stop) => Promise<void>,
  { language = 'en-GB', width = DESK, stops = () => true }: How = {},
): Promise<void> {
  const here = { town, look: { ...LOOK, language, width } }
  const windows = await windowsOf(here)
  const left = tourOf(town).filter(stops)
  const stroll = async () => {
    // Readers stay in one page: opening a new one costs as much as all the checks.
    const { ada, ben } = windows
    const pages = { ada: await ada.newPage(), ben: await ben.newPage(), nobody: await strangerIn(here) }
    for (let stop = left.shift(); stop !== undefined; stop = left.shift()) {
      const page = pages[stop.who]
      await inTime(stop, async () => {
        if (stop.who === 'nobody') await forget(page, here)
        await visit(page, here, stop)
        await run(page, stop)
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, stroll))
}

async function inTime({ name }: Stop, look: () => Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${name}: not done after ${STOP_MS / 1000} s`)), STOP_MS)
  try {
    await Promise.race([look(), late])
  } finally {
    clearTimeout(timer)
  }
}

async function strangerIn({ town, look }: Walk): Promise<Page> {
  return (await newWindow(town.site.browser, look)).newPage()
}

/** Makes the reader of a page a stranger again, who was never here. */
async function forget(page: Page, { town: { site } }: Walk): Promise<void> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: site.url,
    storageTypes: 'local_storage,service_workers',
  })
  await session.detach()
  await page.context().clearCookies({ name: /^(?!folkmoot_zone$)/ })
}

/** Gives a page this width and scheme, both at once: the page is laid out and drawn once. */
export async function give(page: Page, { width, scheme }: Pick<Look, 'width' | 'scheme'>): Promise<void> {
  const size =
    page.viewportSize()?.width === width
      ? undefined
      : page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 })
  await Promise.all([size, page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })])
}

/** Opens the page of a stop, brought into its state. */
async function visit(page: Page, { town: { site }, look }: Walk, stop: Stop): Promise<void> {
  try {
    await give(page, look)
    await page.goto(new URL(stop.path, site.url).href)
    await stop.act?.(page)
    // A sent form is faint until its answer comes: the page it was on is not the one to look at.
    await page.locator('form[aria-busy="true"]').waitFor({ state: 'detached' })
    await page.waitForLoadState()
  } catch (error) {
    throw new Error(`${stop.name}: ${String(error)}`)
  }
}
