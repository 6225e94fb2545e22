import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTown } from './town.ts'
import { walk } from './visit.ts'

test('every link of every page leads somewhere, and to a place that is there, for whoever reads it', async () => {
  const { site, ...town } = await openTown()
  const followed = new Set<string>()
  const dead: string[] = []
  await walk({ site, ...town }, async (page, { name, who }) => {
    for (const href of await linksOf(page)) {
      const url = new URL(href, page.url())
      if (url.origin !== site.url || followed.has(who + url.href)) continue
      followed.add(who + url.href)
      const fault = await faultOf(page, href)
      if (fault !== null) dead.push(`${name}: ${href} ${fault}`)
    }
  })
  expect(followed.size).toBeGreaterThan(200)
  expect(dead).toEqual([])
}, 240_000)

function linksOf(page: Page): Promise<string[]> {
  return page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

/** What is wrong with a link of this page, or null. The page itself may be an answer that has no address. */
async function faultOf(page: Page, href: string): Promise<string | null> {
  const place = new URL(href, page.url()).hash.slice(1)
  const answer = href.startsWith('#') ? null : await page.request.get(new URL(href, page.url()).href)
  if (answer !== null && answer.status() >= 400) return `${answer.status()}`
  const body = answer === null ? await page.content() : await answer.text()
  return place === '' || body.includes(`id="${place}"`) ? null : 'has no such place'
}
