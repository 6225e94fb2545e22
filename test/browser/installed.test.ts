import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openSite, PHONE, type Site } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld, type World } from '../world.ts'

let world: World
let site: Site
let ben: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  site = await openSite(world)
})

/** Waits until the script that runs without a page has started. */
const workerOf = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)

test('nothing prevents the browser from installing the page', async () => {
  const page = await site.open({ width: PHONE })
  await page.goto(site.url)
  await workerOf(page)
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The tests' windows are private ones, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors, data, url } = await devtools.send('Page.getAppManifest')
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest'])
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: 'Folkmoot',
    start_url: '/',
    display: 'standalone',
    lang: 'en',
  })
})

test('without a connection a page without content is shown, and later the page itself', async () => {
  const page = await site.open({ width: PHONE }, ben)
  const key = await keyOf(world, 'polls', await makePoll(world, { settings: { title: 'Paint the hall?' } }))
  const path = `/p/${key}?people=0`
  await page.goto(new URL(path, site.url).href)
  await workerOf(page)
  await page.context().setOffline(true)
  await page.reload()
  expect(await page.textContent('h1')).toBe('No connection')
  expect(await page.content()).not.toContain('Paint')
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Source Sans 3')
  await page.context().setOffline(false)
  await page.click('text=Try again')
  await page.getByRole('heading', { name: 'Paint the hall?' }).waitFor()
  expect(page.url()).toBe(`${site.url}${path}`)
})

test('the browser stores only the page without content and its files', async () => {
  const page = await site.open({ width: PHONE }, ben)
  await page.goto(site.url)
  await workerOf(page)
  const kept = await page.evaluate(async () => {
    const caches_of = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_of.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.map((path) => path.replace(/-[0-9a-f]{12}\./, '.')).sort()).toEqual([
    '/assets/folkmoot.css',
    '/assets/source-sans-3-latin-wght-normal.woff2',
    '/offline',
  ])
})
