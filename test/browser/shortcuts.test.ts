import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { problemsOn } from './axe.ts'
import { openTown, type Town } from './town.ts'

let town: Town

beforeAll(async () => {
  town = await openTown()
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

async function openPoll(): Promise<Page> {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}${town.at['closed proposal']}`)
  return page
}

test('keys open the lists of the group, a new poll and the home page', async () => {
  const page = await openPoll()
  for (const [keys, path] of [
    ['g t', /\/g\/[\w-]+\/threads$/],
    ['g p', /\/g\/[\w-]+\/polls$/],
    ['n', /\/new-poll\?group=[\w-]+/],
    ['g h', /\/$/],
  ] as const) {
    await press(page, keys)
    await page.waitForURL(path)
  }
})

test('keys move from item to item of a list, and stop at its ends', async () => {
  const page = await openPoll()
  await press(page, 'g t')
  await page.waitForURL('**/threads')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const [first, second] = await page.locator('.list > li > a').allTextContents()
  await press(page, 'k')
  expect(await focused()).not.toBe(first)
  await press(page, 'j')
  // Their script is loaded by the first key.
  await expect.poll(focused).toBe(first)
  await press(page, 'j')
  expect(await focused()).toBe(second)
  await press(page, 'k k')
  expect(await focused()).toBe(first)
})

test('keys move from kind to kind of a new poll, and Enter chooses one', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}/g/mill-lane/threads`)
  await press(page, 'n')
  await page.waitForURL(/\/new-poll\?group=mill-lane$/)
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const kinds = await page.locator('.types a').allTextContents()
  await press(page, 'j')
  await expect.poll(focused).toBe(kinds[0])
  await press(page, 'j j k')
  expect(await focused()).toBe(kinds[1])
  await press(page, 'Enter')
  await page.waitForURL(/&type=\w+$/)
})

test('Escape closes the list of languages, and focuses what opened it', async () => {
  const page = await openPoll()
  const opener = page.locator('.languages summary')
  await opener.click()
  await press(page, 'Tab Tab Escape')
  await expect.poll(() => page.locator('.languages').getAttribute('open')).toBeNull()
  expect(await opener.evaluate((summary) => summary === document.activeElement)).toBe(true)
})

test('no key has an effect while someone types, or together with a modifier key', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}/account`)
  await page.getByLabel('Your name').fill('')
  await press(page, '? g h')
  expect(await page.getByLabel('Your name').inputValue()).toBe('?gh')
  expect(await dialog(page).count()).toBe(0)
  await page.locator('h1').click()
  await press(page, 'Control+? Alt+? Meta+?')
  expect(await dialog(page).count()).toBe(0)
})

test('a key opens the list of keys, where they can be turned off on every page', async () => {
  const page = await openPoll()
  await press(page, '?')
  expect(await dialog(page).innerText()).toContain('Threads of the group')
  expect(await problemsOn(page)).toEqual([])
  await page.getByLabel('Use these keys').uncheck()
  await press(page, 'Escape')
  expect(await dialog(page).count()).toBe(0)
  await page.goto(`${town.site.url}/help`)
  await press(page, '?')
  expect(await dialog(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  expect(await dialog(page).innerText()).not.toContain('Threads of the group')
  await page.getByLabel('Use these keys').check()
  await page.getByRole('button', { name: 'Close' }).click()
  await press(page, '?')
  expect(await dialog(page).count()).toBe(1)
})

test('without scripts no page mentions keys', async () => {
  const page = await town.site.open({ scripts: false }, town.ada)
  await page.goto(`${town.site.url}/`)
  expect(await page.getByText('Keyboard shortcuts').count()).toBe(0)
})
