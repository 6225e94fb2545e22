import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { addMembers, createWorld } from '../world.ts'

const world = await createWorld()
await addMembers(world)
const site = await openSite(world)

async function openForm(type: string): Promise<Page> {
  await world.db.pool.query('delete from form_drafts')
  const page = await site.open({}, world.ada.id)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=${type}`)
  return page
}

/** Pastes a text with the keyboard where the focus is, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

const values = (page: Page, name: string) =>
  page
    .locator(`[name=${name}]`)
    .evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement | HTMLTextAreaElement).value))

test('lines pasted over the text of a row become rows, in their order, and the rest stays', async () => {
  const page = await openForm('poll')
  for (const [place, name] of ['Red', 'Grey', 'Blue'].entries())
    await page.locator(`#option-${place + 1}`).fill(name)
  await page.locator('#option-2').selectText()
  await paste(page, '\r\n Green \r\n\r\n\tYellow\r\nWhite\r\n')
  await expect.poll(() => values(page, 'options')).toEqual(['Red', 'Green', 'Yellow', 'White', 'Blue'])
  await expect.poll(() => page.locator('#preview li').count()).toBe(5)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('option-2')
  await page.getByRole('button', { name: 'Remove option 3' }).click()
  await expect.poll(() => values(page, 'options')).toEqual(['Red', 'Green', 'White', 'Blue'])
})

test('one line is pasted into the text of its row', async () => {
  const page = await openForm('poll')
  await page.locator('#option-1').fill('Red')
  await page.locator('#option-1').press('End')
  await paste(page, ' wine\n')
  await expect.poll(() => values(page, 'options')).toEqual(['Red wine', '', ''])
})

test('pasted rows take neither the description nor the cost of another row', async () => {
  const page = await openForm('dot_vote')
  await page
    .locator('[name=count_method][value=equal_shares]')
    .evaluate((box) => (box as HTMLElement).click())
  for (const [place, name] of ['Bench', 'Trees', 'Racks'].entries()) {
    await page.locator(`#option-${place + 1}`).fill(name)
    await page.getByLabel(`Cost of option ${place + 1}`).fill(`${place + 1}00`)
  }
  await page.getByTitle('Description of option 1').click()
  await page.getByLabel('Description of option 1').fill('Of oak.')
  await page.locator('#option-1').selectText()
  await paste(page, 'Bench\nTable\nSwing')
  await expect.poll(() => values(page, 'options')).toEqual(['Bench', 'Table', 'Swing', 'Trees', 'Racks'])
  await expect.poll(() => values(page, 'option_costs')).toEqual(['100', '', '', '200', '300'])
  expect(await values(page, 'option_meanings')).toEqual(['Of oak.', '', '', '', ''])
})
