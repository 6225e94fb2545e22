import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openTown, type Town } from './town.ts'

let town: Town

beforeAll(async () => {
  town = await openTown()
})

const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The visible theme: the page's colours, and the browser's own. */
function shown(page: Page): Promise<string> {
  return page.evaluate(() => {
    const light = (colour = '') => (Number(/oklch\(([\d.]+)/.exec(colour)?.[1]) > 0.5 ? 'light' : 'dark')
    const around = [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')]
    const [meta, ...more] = around.filter(({ media }) => matchMedia(media).matches)
    return `${light(getComputedStyle(document.body).backgroundColor)} in ${light(meta?.content)}${more.length > 0 ? ' and more' : ''}`
  })
}

test.each([true, false])(
  'a theme chosen on one page applies to others but not to print, scripts: %s',
  async (scripts) => {
    const page = await town.site.open({ scripts }, town.ada)
    await page.goto(`${town.site.url}/account`)
    expect(await shown(page)).toBe('light in light')
    await choose(page, 'Dark')
    await page.waitForURL('**/account')
    expect(await shown(page)).toBe('dark in dark')
    await page.goto(`${town.site.url}${town.at['closed proposal']}`)
    expect(await shown(page)).toBe('dark in dark')
    await page.emulateMedia({ media: 'print' })
    expect(await shown(page)).toContain('light in')
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await choose(page, 'Light')
    expect(await shown(page)).toBe('light in light')
    await choose(page, 'System')
    expect(await shown(page)).toBe('dark in dark')
    const kept = (await page.context().cookies()).map(({ name }) => name)
    expect(kept).not.toContain('folkmoot_theme')
  },
)

test('with scripts no typed text is lost', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}/account`)
  await page.getByLabel('Your name').fill('Ada of the Vale')
  await choose(page, 'Dark')
  expect(await shown(page)).toBe('dark in dark')
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada of the Vale')
  expect(await page.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true')
})
