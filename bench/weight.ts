import type { Browser, CDPSession } from 'playwright-core'
import type { Pages } from './pages.ts'

/** The bytes that one page transfers with an empty cache, response headers included. */
export type Weight = {
  page: string
  html: number
  styles: number
  scripts: number
  other: number
  fonts: number
  /** Render-blocking scripts. */
  blocking: number
}

const KINDS: Record<string, 'html' | 'styles' | 'scripts' | 'fonts'> = {
  Document: 'html',
  Stylesheet: 'styles',
  Script: 'scripts',
  Font: 'fonts',
}
// As wide as a phone: every width loads at least that.
const WIDTH = 390
const QUIET_MS = 1_000

/** Weighs the pages, each in a new window; the large poll by its mailed link. */
export async function weighPages(browser: Browser, pages: Pages): Promise<Weight[]> {
  const weights: Weight[] = []
  const list = [['poll from a mail, 10 options', pages.mailed], ...Object.entries(pages.by_name)]
  for (const [page = '', path = ''] of list) weights.push({ page, ...(await weigh(browser, pages, path)) })
  return weights
}

async function weigh(browser: Browser, { url, cookie, mailed, by_name, signed_out }: Pages, path: string) {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 844 } })
  const [name = '', value = ''] = cookie.split('=')
  const alone = [mailed, ...signed_out.map((name) => by_name[name])]
  if (!alone.includes(path)) await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const bytes = await count(await context.newCDPSession(page))
  await page.goto(`${url}${path}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(QUIET_MS)
  const blocking = await page.locator('script:not([type="module"], [defer], [async])').count()
  await context.close()
  return { ...bytes, blocking }
}

/** Counts what this page transfers from now on. */
async function count(session: CDPSession): Promise<Omit<Weight, 'page' | 'blocking'>> {
  const bytes = { html: 0, styles: 0, scripts: 0, other: 0, fonts: 0 }
  const kinds = new Map<string, keyof typeof bytes>()
  session.on('Network.requestWillBeSent', ({ requestId, type, redirectResponse }) => {
    kinds.set(requestId, KINDS[type ?? ''] ?? 'other')
    bytes.html += redirectResponse?.encodedDataLength ?? 0
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength
  })
  await session.send('Network.enable')
  return bytes
}
