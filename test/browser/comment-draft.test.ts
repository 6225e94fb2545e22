import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)
const path = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`

test('an unfinished comment is available in another browser, and can be discarded', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(path)
  await page.locator('#body').fill('Half a thought')
  // The pause before it is saved has not passed yet.
  await page.goto(site.url)
  const other = await site.open({ scripts: false }, world.ada.id)
  const written = async () => {
    await other.goto(path)
    return other.locator('#body').inputValue()
  }
  await expect.poll(written).toBe('Half a thought')
  await other.getByRole('button', { name: 'Discard' }).click()
  expect(await written()).toBe('')
})

test('an unfinished thread is still there after following a link', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.locator('#title').fill('Half a title')
  await page.getByRole('link', { name: 'Mill Lane' }).first().click()
  await page.waitForURL(/mill-lane$/)
  const other = await site.open({ scripts: false }, world.ada.id)
  const written = async () => {
    await other.goto(`${site.url}/g/mill-lane/new-thread`)
    return other.locator('#title').inputValue()
  }
  await expect.poll(written).toBe('Half a title')
  // Above the form, and not what the Enter key presses in it.
  const [discard, title] = [other.getByRole('button', { name: 'Discard' }), other.locator('#title')]
  const top = async (one: typeof title) => (await one.boundingBox())?.y ?? 0
  expect(await top(discard)).toBeLessThan(await top(title))
  await title.press('Enter')
  await other.getByRole('heading', { level: 1, name: 'Half a title' }).waitFor()
})

test('the draft of a thread can be discarded', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.locator('#title').fill('No thought')
  await page.getByRole('link', { name: 'Mill Lane' }).first().click()
  await page.waitForURL(/mill-lane$/)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
  expect(await page.locator('#title').inputValue()).toBe('')
})
