import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { createWorld } from '../world.ts'

// Steps in a poll's form while the answer to an earlier one is still under way.

const world = await createWorld()
const site = await openSite(world)

async function openForm(type: string): Promise<Page> {
  const page = await site.open({}, world.ada.id)
  const drafts = async () => {
    await world.db.pool.query('delete from form_drafts')
    await page.goto(`${site.url}/new-poll?group=mill-lane&type=${type}`)
    return page.getByRole('button', { name: 'Start over' }).count()
  }
  // The page of the test before may save its draft as it is closed.
  await expect.poll(drafts).toBe(0)
  return page
}

/** Whether the script asks, not the browser. */
const isStep = (route: Route) => !route.request().isNavigationRequest()

/** Lets no answer arrive before `letGo` is called. */
async function hold(page: Page): Promise<{ letGo: () => void }> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/new-poll?*', async (route) => {
    const answer = isStep(route) ? await route.fetch() : undefined
    await held
    await (answer === undefined ? route.continue() : route.fulfill({ response: answer }))
  })
  return { letGo }
}

const valuesOf = (page: Page, name: string) =>
  page.locator(`[name=${name}]`).evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value))

/** The text of the focused field. */
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).value)

async function openOptions(type = 'poll'): Promise<Page> {
  const page = await openForm(type)
  const names = ['Green', 'Blue', 'Red', 'Grey']
  for (const [place, name] of names.entries()) {
    if (place === 3) await page.keyboard.press('Enter')
    await page.locator(`#option-${place + 1}`).fill(name)
  }
  await expect.poll(() => page.locator('#preview li').allInnerTexts()).toEqual(names)
  await expect.poll(() => page.locator('.rows button').count()).toBe(12)
  return page
}

const namesShown = (page: Page) => page.locator('#preview li').allInnerTexts()

test('an option is moved as often as its keys were pressed, and keeps the focus', async () => {
  const page = await openOptions()
  const { letGo } = await hold(page)
  await page.locator('#option-4').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  letGo()
  await expect.poll(() => namesShown(page)).toEqual(['Green', 'Grey', 'Blue', 'Red'])
  expect(await valuesOf(page, 'options')).toEqual(['Green', 'Grey', 'Blue', 'Red'])
  expect(await focused(page)).toBe('Grey')
  // A held key goes on at the end of the list.
  await page.keyboard.down('Alt')
  for (const _ of ['one', 'two', 'three', 'four']) await page.keyboard.down('ArrowDown')
  await expect.poll(() => namesShown(page)).toEqual(['Green', 'Blue', 'Red', 'Grey'])
  expect(await focused(page)).toBe('Grey')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('option-4')
})

test('options are moved, removed, added and named while the first answer is under way', async () => {
  const page = await openOptions()
  const { letGo } = await hold(page)
  await page.getByRole('button', { name: 'Move option 2 up' }).click()
  await page.getByRole('button', { name: 'Remove option 3' }).click()
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('White')
  await page.locator('#title').fill('Which colour?')
  letGo()
  await expect.poll(() => namesShown(page)).toEqual(['Blue', 'Green', 'Grey', 'White'])
  expect(await valuesOf(page, 'options')).toEqual(['Blue', 'Green', 'Grey', 'White'])
  expect(await page.locator('#title').inputValue()).toBe('Which colour?')
  await expect.poll(() => page.getByRole('button', { name: 'Remove option 4' }).count()).toBe(1)
})

test('a removed option gives the focus to the same button of the next one, or of the last', async () => {
  const page = await openOptions()
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.getByRole('button', { name: 'Remove option 3' }).press('Enter')
  await expect.poll(() => namesShown(page)).toEqual(['Green', 'Blue', 'Grey'])
  await expect.poll(label).toBe('Remove option 3')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesShown(page)).toEqual(['Green', 'Blue'])
  // The server has filled the list up again.
  await page.getByRole('button', { name: 'Remove option 3' }).waitFor()
  await expect.poll(label).toBe('Remove option 2')
})

test('a poll is started with the order its page shows, without waiting for the answer', async () => {
  const page = await openOptions()
  await page.locator('#title').fill('Which colour is last?')
  await expect.poll(() => page.locator('#preview').innerText()).toContain('Which colour is last?')
  await page.route('**/new-poll?*', (route) => (isStep(route) ? undefined : route.continue()))
  await page.getByRole('button', { name: 'Move option 2 up' }).click()
  await page.getByRole('button', { name: 'Remove option 3' }).click()
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  expect(await storedNames()).toEqual(['Blue', 'Green', 'Grey'])
})

async function storedNames(): Promise<string[]> {
  const { rows } = await world.db.pool.query<{ name: string }>(
    'select name from poll_options where poll_id = (select max(id) from polls) order by priority',
  )
  return rows.map(({ name }) => name)
}

/** The form of a meeting with two chosen days. */
async function openMeeting(): Promise<{ page: Page; days: [string, string] }> {
  const page = await openForm('meeting')
  await page.getByRole('button', { name: 'Later →' }).click()
  await page.getByRole('button', { name: '← Earlier' }).waitFor()
  const [first = '', second = ''] = (await valuesOf(page, 'days')).slice(10)
  for (const place of [10, 11]) await page.locator('.month label').nth(place).click()
  await page.locator(`#hour-${second}-0`).waitFor()
  return { page, days: [first, second] }
}

const press = (page: Page, name: string, place = 0) => page.getByRole('button', { name }).nth(place).click()

test('two times for all days are both added', async () => {
  const { page } = await openMeeting()
  const { letGo } = await hold(page)
  await page.locator('#hour_for_all').fill('18:00')
  await press(page, 'Add to all days')
  await page.locator('#hour_for_all').fill('19:00')
  await press(page, 'Add to all days')
  await page.locator('#hour_for_all').fill('20:00')
  letGo()
  await expect.poll(() => valuesOf(page, 'hours')).toEqual(['18:00', '19:00', '18:00', '19:00'])
  expect(await page.locator('#hour_for_all').inputValue()).toBe('20:00')
})

test('two times that are removed are both gone, and no other one', async () => {
  const { page, days } = await openMeeting()
  for (const [place, hour] of ['18:00', '19:00', '20:00'].entries()) {
    await page.locator('#hour_for_all').fill(hour)
    await press(page, 'Add to all days')
    await page.locator(`#hour-${days[1]}-${place}`).waitFor()
  }
  await expect.poll(() => page.locator('[name=hours]').count()).toBe(6)
  const { letGo } = await hold(page)
  await press(page, 'Remove time 1 on', 0)
  await press(page, 'Remove time 2 on', 0)
  letGo()
  await expect.poll(() => valuesOf(page, 'hours')).toEqual(['20:00', '18:00', '19:00', '20:00'])
})

test('a time for each of two days, and months that are left, are steps of their own', async () => {
  const { page, days } = await openMeeting()
  const shown = () => page.locator('[name=month]').inputValue()
  const [year = 0, month = 0] = (await shown()).split('-').map(Number)
  const { letGo } = await hold(page)
  await press(page, 'Add time', 0)
  await press(page, 'Add time', 1)
  await press(page, 'Later →')
  await press(page, 'Later →')
  await page.locator(`#hour-${days[0]}-0`).fill('18:00')
  letGo()
  await expect.poll(shown).toBe(new Date(Date.UTC(year, month + 1)).toISOString().slice(0, 7))
  expect(await valuesOf(page, 'hours')).toEqual(['18:00', '', '', ''])
})

test('a poll that is started while a step is under way has that step', async () => {
  const { page, days } = await openMeeting()
  await page.locator('#title').fill('When do we sing?')
  await expect.poll(() => page.locator('#preview').innerText()).toContain('When do we sing?')
  for (const hour of ['18:00', '19:00']) {
    await page.locator('#hour_for_all').fill(hour)
    await press(page, 'Add to all days')
    await expect.poll(() => valuesOf(page, 'hours')).toContain(hour)
  }
  const { letGo } = await hold(page)
  await press(page, 'Remove time 1 on', 1)
  await page.getByRole('button', { name: 'Start poll', exact: true }).click()
  letGo()
  await page.waitForURL(/\/p\//)
  expect(await storedNames()).toEqual([
    `${days[0]}T18:00:00Z`,
    `${days[0]}T19:00:00Z`,
    `${days[1]}T19:00:00Z`,
  ])
})

test('a step whose request fails holds up no other one, and is done by the browser', async () => {
  const { page, days } = await openMeeting()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/new-poll?*', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    await held
    await route.abort()
  })
  await press(page, 'Add time', 0)
  await press(page, 'Add time', 1)
  const loaded = page.waitForEvent('load')
  letGo()
  await loaded
  expect(await page.locator(`[name=hour_days][value="${days[0]}"]`).count()).toBe(2)
  expect(await page.locator(`[name=hour_days][value="${days[1]}"]`).count()).toBe(2)
})
