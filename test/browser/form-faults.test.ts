import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { mintSetupLink } from '../../src/groups/mint-setup-link.ts'
import { setupAddress } from '../../src/groups/setup.ts'
import { openSite } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld } from '../world.ts'

const frameOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((field) => {
    const { borderBlockStartColor: colour, borderInlineStartWidth: width } = getComputedStyle(field)
    return { colour, width }
  })

test('wrong fields have a red frame, thicker where the line starts, and the others have not', async () => {
  const world = await createWorld()
  await world.db.pool.query('truncate groups, users, mails, events restart identity cascade')
  const site = await openSite(world)
  const token = await change(world.db, SYSTEM, mintSetupLink)
  const page = await site.open()
  await page.goto(setupAddress(site.url, token ?? ''))
  await page.locator('#handle').fill('choir')
  await page.getByRole('button', { name: 'Create group and sign in' }).click()
  await page.getByText('Nothing was saved. Please fix:').waitFor()
  const right = await frameOf(page, 'handle')
  expect(right.width).toBe('1px')
  for (const id of ['group_name', 'name', 'email']) {
    const wrong = await frameOf(page, id)
    expect(wrong.width, id).toBe('4px')
    expect(wrong.colour, id).not.toBe(right.colour)
  }
})

test('an error of a group of fields leads to the field that is wrong', async () => {
  const world = await createWorld()
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'meeting' },
    options: ['2098-05-03T16:00:00Z', '2098-05-04T16:00:00Z'],
  })
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}/options`)
  await page.getByLabel('Time 1').fill('2098-05-05T18:00')
  await page.getByLabel('Time 2').fill('2098-05-04T16:00')
  await page.getByRole('button', { name: 'Add options' }).click()
  await page.getByRole('alert').getByRole('link').click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('options-2')
  expect([await frameOf(page, 'options-1'), await frameOf(page, 'options-2')]).toMatchObject([
    { width: '1px' },
    { width: '4px' },
  ])
})

test('a time that clocks skip has its error below the chosen days, and a red frame', async () => {
  const world = await createWorld()
  await world.db.pool.query("update users set time_zone = 'Europe/Berlin'")
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  const days = ['2098-03-29', '2098-03-30']
  const at = `${site.url}/new-poll?group=mill-lane&type=meeting`
  await page.goto(at)
  await page.evaluate((all) => {
    const fields = all.map((day) => `<input type="hidden" name="days" value="${day}">`)
    document.querySelector('#options')?.insertAdjacentHTML('beforeend', fields.join(''))
  }, days)
  await page.getByRole('button', { name: 'Later' }).click()
  for (const day of days) await page.locator(`#hour-${day}-0`).fill('02:30')
  await page.locator('#title').fill('Walk')
  await page.locator('.chosen + #options-mend + .for-all').waitFor()
  expect(await frameOf(page, `hour-${days[0]}-0`)).toMatchObject({ width: '1px' })
  expect(await frameOf(page, `hour-${days[1]}-0`)).toMatchObject({ width: '4px' })
})

test('a time that stands twice has red frames at both as soon as it is left, and an error that leads to it', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=meeting`)
  const day = page.locator('.month [name=days]:enabled').last()
  const before = await day.getAttribute('value')
  await page.getByRole('button', { name: 'Later' }).click()
  // In the calendar that goes away, the day may be ticked just before, and one in the next too.
  await expect.poll(() => day.getAttribute('value')).not.toBe(before)
  await day.check()
  const hours = page.locator('.chosen [type=time]')
  for (const [place, hour] of ['10:00', '18:00', '10:00'].entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add time' }).click()
    await expect.poll(() => hours.count()).toBe(place + 1)
    await hours.nth(place).fill(hour)
  }
  const widths = () =>
    hours.evaluateAll((all) => all.map((hour) => getComputedStyle(hour).borderInlineStartWidth))
  await page.locator('#title').fill('Rehearsal')
  await page.locator('#options-mend').getByText('10:00” more than once').waitFor()
  expect(await widths()).toEqual(['4px', '1px', '4px'])
  await page.getByRole('button', { name: 'Start poll' }).click()
  await page.getByRole('alert').waitFor()
  expect(await widths()).toEqual(['4px', '1px', '4px'])
  await page.getByRole('alert').getByRole('link').click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(await hours.first().getAttribute('id'))
  await hours.last().fill('19:00')
  await expect.poll(widths).toEqual(['1px', '1px', '1px'])
})

test('a ballot without an answer says so itself, with a link to the answers, red frames and the focus', async () => {
  const world = await createWorld()
  const poll_id = await makePoll(world, { recipients: { audience: 'group' } })
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
  await page.getByRole('button', { name: 'Cast vote' }).click()
  const note = page.getByRole('alert')
  await note.getByText('Your vote has not been cast yet.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('ballot')
  const frame = page.locator('.choices label').first()
  expect(await frame.evaluate((label) => getComputedStyle(label).borderInlineStartWidth)).toBe('4px')
  await note.getByRole('link', { name: 'You haven’t chosen an answer yet.' }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('choice')
  await page.getByLabel('Agree', { exact: true }).check()
  const last = page.locator('.choices label').last()
  expect(await last.evaluate((label) => getComputedStyle(label).borderInlineStartWidth)).toBe('1px')
})

test('the times of a meeting lose their red frames and errors as soon as they are answered', async () => {
  const world = await createWorld()
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'meeting' },
    options: ['2027-05-03T16:00:00Z', '2027-05-03T17:00:00Z', '2027-05-04T16:00:00Z'],
    recipients: { audience: 'group' },
  })
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
  await page
    .getByRole('group', { name: /Monday/ })
    .first()
    .getByLabel('Yes')
    .check()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByRole('alert').waitFor()
  const frames = () =>
    page
      .locator('.scale label:first-child')
      .evaluateAll((all) => all.map((label) => getComputedStyle(label).borderInlineStartWidth))
  const errors = page.getByText('Choose an answer.', { exact: true }).filter({ visible: true })
  expect(await frames()).toEqual(['1px', '4px', '4px'])
  expect(await errors.count()).toBe(2)
  await page.getByRole('button', { name: 'No to the rest' }).click()
  expect(await frames()).toEqual(['1px', '1px', '1px'])
  expect(await errors.count()).toBe(0)
})

test('options with the same name have red frames until one is renamed', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=poll`)
  const rows = page.getByLabel(/^Option \d$/)
  for (const [place, name] of ['Slate', 'Tile', 'Slate'].entries()) await rows.nth(place).fill(name)
  await page.getByRole('button', { name: 'Start poll' }).click()
  await page.getByRole('alert').waitFor()
  const widths = () =>
    rows.evaluateAll((all) => all.map((row) => getComputedStyle(row).borderInlineStartWidth))
  expect(await widths()).toEqual(['4px', '1px', '4px'])
  await rows.nth(2).fill('Turf')
  await rows.nth(1).focus()
  await expect.poll(widths).toEqual(['1px', '1px', '1px'])
  expect(await page.locator('#options-mend').count()).toBe(0)
})

test('options with the same name are marked as soon as the second one is left, within the list', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=poll`)
  const rows = page.getByLabel(/^Option \d$/)
  const wrong = () => rows.evaluateAll((all) => all.map((row) => row.ariaInvalid))
  const fault = page.locator('#options-mend')
  await rows.nth(0).fill('Saturday')
  await page.locator('#preview').getByText('Saturday').waitFor()
  await page.keyboard.press('Tab')
  const checked = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('Saturday&') === true,
  )
  await rows.nth(1).fill('Saturday')
  await (await checked).finished()
  await expect.poll(() => page.locator('#preview').getByText('Saturday').count()).toBe(2)
  expect([await wrong(), await fault.count()]).toEqual([[null, null, null], 0])
  await page.keyboard.press('Tab')
  await fault.getByText('Options contain “Saturday” more than once.').waitFor()
  expect(await wrong()).toEqual(['true', 'true', null])
  const follows = () => fault.evaluate((text) => text.previousElementSibling?.textContent)
  expect(await follows()).toBe('Add option')
  await page.locator('#title').press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await follows()).toBe('Add option')
  await rows.nth(1).fill('Sunday')
  await page.keyboard.press('Tab')
  await fault.waitFor({ state: 'detached' })
  expect(await wrong()).toEqual([null, null, null])
})

test('a list with one option so far is not called too short before it is left', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=ranked_choice`)
  await page.locator('#option-1').fill('Saturday')
  await page.locator('#option-2').focus()
  const checked = page.waitForResponse('**/new-poll?*')
  await page.locator('#option-3').focus()
  await (await checked).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await page.locator('#options-mend').count()).toBe(0)
  await page.locator('#closing_at').focus()
  await page.locator('#options-mend').waitFor()
})

test('a meeting asks for a day only when its calendar was left, also after a reload', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=meeting`)
  const fault = page.locator('#options-mend')
  const drawn = async (act: () => Promise<unknown>) => {
    const checked = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await act()
    await (await checked).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  await drawn(() => page.reload())
  expect(await fault.count()).toBe(0)
  await page.locator('#title').fill('Rehearsal')
  await drawn(() => page.keyboard.press('Tab'))
  expect(await fault.count()).toBe(0)
  // Other months are still the calendar.
  const first = await page.locator('.month caption').first().innerText()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.locator('.month caption').first().getByText(first).waitFor({ state: 'detached' })
  await drawn(() => page.getByRole('button', { name: 'Earlier' }).click())
  expect(await fault.count()).toBe(0)
  await drawn(() => page.locator('.month [name=days]:enabled').first().focus())
  expect(await fault.count()).toBe(0)
  await page.locator('#closing_at').focus()
  await fault.getByText('choose at least one day in the calendar').waitFor()
})

test('receipts of a named poll are refused beside their box when it is left, until the poll is anonymous', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=proposal`)
  await page.locator('details.drawer > summary').click()
  await page.locator('#receipts').check()
  await page.locator('#tags').focus()
  await page.locator('#receipts-mend').getByText('Receipts are only for anonymous polls.').waitFor()
  await page.locator('#anonymous').check()
  await page.locator('#receipts-mend').waitFor({ state: 'detached' })
})

test('settings that contradict each other say so as soon as the second is chosen', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=poll`)
  await page.locator('details.drawer > summary').click()
  const faultOf = (id: string) => page.locator(`#${id}-mend`)
  await page.locator('#anonymous').check()
  await page.locator('#open_link').check()
  await faultOf('open_link').getByText('can’t be combined with an anonymous poll').waitFor()
  await page.getByLabel('Voters must give a reason').check()
  await faultOf('stance_reason_required').getByText('can’t be required in an anonymous poll').waitFor()
  await page.locator('#anonymous').uncheck()
  await faultOf('open_link').waitFor({ state: 'detached' })
  await faultOf('stance_reason_required').waitFor({ state: 'detached' })
  // The names are typed next.
  await page.locator('#eligible').getByLabel('Only the people named below').check()
  await page.locator('#minimum_stance_choices').fill('5')
  await page.locator('#recipient_emails').focus()
  await faultOf('minimum_stance_choices').getByText('enter no more than “At most” (1)').waitFor()
  expect(await faultOf('title').count()).toBe(0)
})

test('a setting of a draft that nobody has touched says that what is typed contradicts it', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  const path = `${site.url}/new-poll?group=mill-lane&type=poll`
  await page.goto(path)
  await page.locator('details.drawer > summary').click()
  await page.locator('#title').fill('Which colours?')
  await page.locator('#maximum_stance_choices').fill('6')
  const saved = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('minimum_stance_choices=5') === true,
  )
  await page.locator('#minimum_stance_choices').fill('5')
  await saved
  await page.goto(path)
  await page.locator('details.drawer > summary').click()
  await page.locator('#maximum_stance_choices').fill('1')
  await page.locator('#minimum_stance_choices-mend').getByText('enter no more than “At most” (1)').waitFor()
  await page.locator('#maximum_stance_choices').fill('5')
  await page.locator('#minimum_stance_choices-mend').waitFor({ state: 'detached' })
  expect(await page.locator('#options-mend').count()).toBe(0)
})

test('a cost is marked as soon as it is left, and again by the budget, but not before it is reached', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=dot_vote`)
  await page.locator('details.drawer > summary').click()
  for (const [place, name] of ['Bench', 'Trees', 'Racks'].entries())
    await page.locator(`#option-${place + 1}`).fill(name)
  await page.locator('[value=equal_shares]').check()
  const faultOf = (row: number) => page.locator(`#option_costs-${row}-mend`)
  await page.locator('#option_costs-1').fill('7.500')
  await page.keyboard.press('Tab')
  await faultOf(1).getByText('enter a whole number above 0 for “Bench”').waitFor()
  expect(await page.locator('#option_costs-1').getAttribute('aria-invalid')).toBe('true')
  await page.locator('#option_costs-1').fill('7500')
  await page.locator('#budget').fill('900')
  await faultOf(1).getByText('must not give “Bench” a cost above the budget (900)').waitFor()
  expect(await page.locator('.rows .mend').count()).toBe(1)
  await page.locator('#option_costs-2').focus()
  await page.locator('#option_costs-3').focus()
  await faultOf(2).getByText('must include a cost for “Trees”').waitFor()
  await page.getByRole('button', { name: 'Start poll' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'must include a cost for “Trees”' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('option_costs-1')
})

test('each field of a ranked ballot loses its error as soon as it has a number', async () => {
  const world = await createWorld()
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'ranked_choice' },
    options: ['Soup', 'Curry', 'Bread'],
    recipients: { audience: 'group' },
  })
  const site = await openSite(world)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
  const cast = async () => {
    await page.getByRole('button', { name: 'Cast vote' }).click()
    await page.getByRole('alert').waitFor()
  }
  const wrong = () => page.locator('.numbers li:has([aria-invalid], .mend)').count()
  const rank = (name: string, number: string) => page.getByLabel(name, { exact: true }).fill(number)
  await cast()
  await expect.poll(wrong).toBe(3)
  await rank('Soup', '2')
  expect(await wrong()).toBe(2)
  await rank('Curry', '2')
  await rank('Bread', '3')
  expect(await wrong()).toBe(0)
  await cast()
  await expect.poll(wrong).toBe(2)
  await rank('Curry', '1')
  expect(await wrong()).toBe(0)
})
