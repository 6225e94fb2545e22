import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { buildApp } from '../src/cli/serve/app.ts'
import { readConfig } from '../src/config.ts'
import { atEnd } from './at-end.ts'
import { sharedChromium } from './browser/chromium.ts'
import { signedInCookie } from './group-web.ts'
import { PATIENCE_MS } from './patience.ts'
import { unusedFolder } from './web.ts'
import type { World } from './world.ts'

/** The browser's settings for a page. */
export type Look = {
  width: number
  scripts: boolean
  scheme: 'light' | 'dark'
  zone: string
  asks_zone?: boolean
  /** The browser's language; by default British English. */
  language?: string
}

/** The listening service, with a real browser. */
export type Site = {
  url: string
  world: World
  browser: Browser
  /** An empty browser window, closed after the test; signed in as `user_id`, if given. */
  open(look?: Partial<Look>, user_id?: number): Promise<Page>
}

export const DESK = 1280
export const PHONE = 390
export const HEIGHTS: Record<number, number> = { [DESK]: 800, [PHONE]: 844 }
const LOOK: Look = { width: DESK, scripts: true, scheme: 'light', zone: 'Europe/Berlin' }

/** Starts the server on a free port, and a browser whose windows are closed after the file's tests. */
export async function openSite(world: World, settings: Record<string, string> = {}): Promise<Site> {
  const url = await listenOn(world, settings)
  const browser = await sharedChromium()
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  atEnd(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  const open: Site['open'] = async (look = {}, user_id) => {
    const context = await newWindow(browser, { ...LOOK, ...look })
    contexts.push(context)
    if (user_id !== undefined) await signIn(context, { world, url }, user_id)
    return context.newPage()
  }
  return { url, world, browser, open }
}

/** A new window with empty storage. */
export async function newWindow(
  browser: Browser,
  { width, scripts, scheme, zone, asks_zone = false, language = 'en-GB' }: Look,
) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 800 },
    javaScriptEnabled: scripts,
    colorScheme: scheme,
    timezoneId: zone,
    locale: language,
    reducedMotion: 'reduce',
  })
  // The default zone is UTC, so that the first page is not reloaded.
  if (!asks_zone)
    await context.addCookies([{ name: 'folkmoot_zone', value: 'UTC', domain: 'localhost', path: '/' }])
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Signs a person in in a window. */
export async function signIn(
  context: BrowserContext,
  { world, url }: { world: Pick<World, 'db'>; url: string },
  user_id: number,
): Promise<void> {
  const cookie = await signedInCookie(world, user_id, { PUBLIC_URL: url })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/** Starts listening on a free port; returns the address, which pages and mails contain. */
export async function listenOn(world: World, settings: Record<string, string> = {}): Promise<string> {
  const config = readConfig({ PORT: '0', DATA_DIR: unusedFolder(), ...settings })
  const app = buildApp({ db: world.db, config })
  atEnd(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  config.public_url = `http://localhost:${(app.server.address() as AddressInfo).port}`
  return config.public_url
}
