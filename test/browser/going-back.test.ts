import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { addMembers, createWorld } from '../world.ts'

const world = await createWorld()
await addMembers(world)
const site = await openSite(world)

const count = async (table: string) =>
  (await world.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

test('going back to the form of a poll that was started, and starting it again, leads to that poll', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=proposal`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A bell')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  const started = page.url()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Title' }).fill('A bell')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  expect(page.url()).toBe(started)
  expect(await count('polls')).toBe(1)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=proposal`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A bell')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  // A new form, soon after a poll that looks alike.
  await page.getByRole('button', { name: 'Start another one' }).click()
  await page.waitForURL(/\/p\//)
  expect(page.url()).not.toBe(started)
})

test('changing the form of a poll that was started asks whether another one is meant', async () => {
  await world.db.pool.query('delete from form_drafts')
  const before = (await count('polls')) ?? 0
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=proposal`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A gong')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  await page.goBack()
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A gong')
  await expect.poll(() => page.locator('#preview').innerText()).toContain('A gong')
  await page.waitForLoadState('networkidle')
  // Its row is that of a form that was sent.
  expect(await count("form_drafts where fields <> '{}'")).toBe(0)
  await page.getByRole('textbox', { name: 'Title' }).fill('Two gongs')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.getByRole('heading', { name: 'You have already started this poll' }).waitFor()
  expect(await page.getByRole('link', { name: 'Edit “A gong”' }).count()).toBe(1)
  expect(await count('polls')).toBe(before + 1)
  await page.getByRole('button', { name: 'Start another one' }).click()
  await page.waitForURL(/\/p\//)
  expect(await page.locator('h1').innerText()).toBe('Two gongs')
  expect(await count('polls')).toBe(before + 2)
})

test('going back to the form of a thread does not start it twice either', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  for (const _ of [1, 2]) {
    await page.getByLabel('Title').fill('Rain')
    await page.getByRole('button', { name: 'Start thread' }).click()
    await page.waitForURL(/\/d\//)
    await page.goBack()
  }
  expect(await count('discussions')).toBe(1)
})
