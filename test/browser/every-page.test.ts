import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { DESK, PHONE } from '../browser.ts'
import { problemsOn } from './axe.ts'
import { sharedChromium } from './chromium.ts'
import { followLinks, type Links } from './links.ts'
import { missingStyles } from './sheets.ts'
import { openTown } from './town.ts'
import { give, WALK_MS, walk } from './visit.ts'

const WIDE = { width: DESK, scheme: 'light' } as const
const NARROW = { width: PHONE, scheme: 'dark' } as const

// Rules whose result depends on a narrow window or a dark scheme.
const LOOKS_ONLY = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport']

const problems: string[] = []
const doubled: string[] = []
const unstyled: string[] = []
let links: Links

// One visit to each page for all checks.
beforeAll(async () => {
  const town = await openTown()
  links = followLinks(town.site.url)
  await walk(town, async (page, stop) => {
    await links.follow(page, stop)
    unstyled.push(...(await missingStyles(page)).map((rule) => `${stop.name}: ${rule}`))
    doubled.push(...(await idsUsedTwice(page)).map((id) => `${stop.name}: ${id}`))
    problems.push(...(await problemsInAllLooks(page, stop.name)))
  })
}, WALK_MS)

/**
 * All rules in the wide look. In the narrow one the rules about looks again; the others read the elements,
 * which are the same, and need to be repeated only where other elements are shown.
 */
async function problemsInAllLooks(page: Page, name: string): Promise<string[]> {
  await give(page, WIDE)
  const wide = await problemsOn(page)
  await rememberShown(page)
  await give(page, NARROW)
  const narrow = await problemsOn(page, { only: LOOKS_ONLY })
  if (await markChanged(page))
    narrow.push(...(await problemsOn(page, { part: `[${CHANGED}]`, except: LOOKS_ONLY })))
  return [
    ...wide.map((problem) => `${name} wide, light: ${problem}`),
    ...narrow.map((problem) => `${name} narrow, dark: ${problem}`),
  ]
}

// axe only warns of them, where a label or description names the id.
const idsUsedTwice = (page: Page) =>
  page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
    return ids.filter((id, place) => ids.indexOf(id) !== place)
  })

/** An attribute of elements that contain other shown elements than before. */
const CHANGED = 'data-changed'

const rememberShown = (page: Page) =>
  page.evaluate(() => {
    const shown = Array.from(document.body.querySelectorAll('*')).filter((one) => one.checkVisibility())
    Object.assign(globalThis, { shownBefore: new Set(shown) })
  })

/**
 * Marks the parents of elements that are shown now and were not, or the reverse: a hidden text may have been
 * the name of what it was in, or beside. Returns whether there are any.
 */
const markChanged = (page: Page) =>
  page.evaluate((attribute) => {
    const { shownBefore } = globalThis as unknown as { shownBefore: Set<Element> }
    for (const one of document.body.querySelectorAll('*'))
      if (one.checkVisibility() !== shownBefore.has(one)) one.parentElement?.setAttribute(attribute, '')
    return document.querySelector(`[${attribute}]`) !== null
  }, CHANGED)

test('axe finds nothing on any page in any state, wide and light or narrow and dark', () => {
  expect(problems).toEqual([])
})

test('no page uses an id twice', () => {
  expect(doubled).toEqual([])
})

test('every page loads the sheets for what is on it', () => {
  expect(unstyled).toEqual([])
})

test('every link of every page leads to an existing page and anchor, for its reader', () => {
  expect(links.count()).toBeGreaterThan(200)
  expect(links.dead).toEqual([])
})

test('axe detects low contrast, invisible text, and a field without a name', async () => {
  const page = await (await sharedChromium()).newPage()
  await page.setContent(
    '<p style="color: #ccc; background: #fff">faint</p><p style="color: #fff; background: #fff">gone</p><input>',
  )
  const found = await problemsOn(page)
  for (const problem of [/^color-contrast: .*faint/, /^color-contrast: .*gone/, /^label: /])
    expect(found).toContainEqual(expect.stringMatching(problem))
  await page.context().close()
})

const FAULTS = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Faults</title>
  <style>
    @media (width < 36rem) and (prefers-color-scheme: dark) { #faint { color: #ccc } }
    .tight a { display: inline-block; width: 10px; height: 10px; overflow: hidden }
    @media (width >= 36rem) { #phone { display: none } }
    @media (width < 36rem) { #word { display: none } }
  </style>
  <main><h1>Faults</h1>
    <p id="faint" style="background: #fff">faint</p>
    <p><input id="unnamed"></p>
    <p class="tight"><a href="/a">a</a><a href="/b">b</a></p>
    <p><button id="phone"></button></p>
    <p><button id="icon"><svg aria-hidden="true"></svg><span id="word">Save</span></button></p>
  </main></html>`

test('each look has its own faults, and all of them are found', async () => {
  const page = await (await sharedChromium()).newPage()
  await page.setContent(FAULTS)
  const found = await problemsInAllLooks(page, 'faults')
  await page.context().close()
  for (const fault of [
    /^faults wide, light: label: .*unnamed/,
    /^faults wide, light: target-size: .*"\/a"/,
    /^faults narrow, dark: target-size: .*"\/a"/,
    /^faults narrow, dark: color-contrast: .*faint/,
    /^faults narrow, dark: button-name: .*phone/,
    /^faults narrow, dark: button-name: .*icon/,
  ])
    expect(found).toContainEqual(expect.stringMatching(fault))
})
