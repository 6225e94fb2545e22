import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
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

const OPTION = `Red, ${'like the door, '.repeat(17)}`.trim()
const MEANING = 'Two metres of oak. '.repeat(28).trim()
const NAME_FAULT = `Options contain “${OPTION.slice(0, 80)}…”, which is longer than 250 characters.`
const MEANING_FAULT =
  'Descriptions of options contain one that is too long, for “Green” (at most 500 characters).'

test('a name or description that is too long stays whole, and the form says so while it is filled in', async () => {
  const page = await openForm('poll')
  await page.locator('#option-1').focus()
  await paste(page, OPTION)
  await page.locator('#option-3').fill('Green')
  await page.getByText(NAME_FAULT).waitFor()
  expect(await page.locator('#option-1').getAttribute('aria-invalid')).toBe('true')
  await page.getByTitle('Description of option 3').click()
  const meaning = page.getByLabel('Description of option 3')
  await meaning.focus()
  await paste(page, MEANING)
  await page.locator('#option-3').focus()
  await page.getByText(MEANING_FAULT).waitFor()
  expect(await meaning.getAttribute('aria-invalid')).toBe('true')
  expect(await values(page, 'options')).toEqual([OPTION, '', 'Green'])
  expect((await values(page, 'option_meanings'))[2]).toBe(MEANING)
  await page.getByRole('button', { name: 'Start poll' }).click()
  const alert = page.getByRole('alert')
  await alert.getByRole('link', { name: NAME_FAULT.slice(0, -1) }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('option-1')
  await alert.getByRole('link', { name: MEANING_FAULT.slice(0, -1) }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('option_meanings-3')
  expect(await page.locator('#option_meanings-3').inputValue()).toBe(MEANING)
  await page.keyboard.press('End')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Of oak.')
  await expect.poll(() => page.locator('.mend').allInnerTexts()).not.toContain(MEANING_FAULT)
})

test('the description of an option of a poll, and its outcome, are not cut either', async () => {
  const poll_id = await makePoll(world, { settings: { poll_type: 'poll' }, options: ['Red', 'Green'] })
  const path = `${site.url}/p/${await keyOf(world, 'polls', poll_id)}`
  const page = await openForm('poll')
  await page.goto(`${path}/edit`)
  await page.getByText('Descriptions of options').click()
  await page.getByLabel('Green', { exact: true }).focus()
  await paste(page, MEANING)
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: MEANING_FAULT.slice(0, -1) })
    .click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('option_meanings-2')
  expect(await page.getByLabel('Green', { exact: true }).inputValue()).toBe(MEANING)
  await world.db.pool.query('update polls set closed_at = now() where id = $1', [poll_id])
  await page.goto(`${path}/outcome`)
  await page.locator('#statement').focus()
  await paste(page, 'We paint it. '.repeat(800))
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alert').getByText('is too long (at most 10,000 characters)').waitFor()
  expect((await page.locator('#statement').inputValue()).length).toBe(13 * 800)
})
