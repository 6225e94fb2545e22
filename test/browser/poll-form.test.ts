import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DESK, type Look, openSite, PHONE } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

const world = await createWorld()
await addMembers(world)
const site = await openSite(world)
const NEW = '/new-poll?group=mill-lane'

async function openForm(look: Partial<Look> & { type?: string }): Promise<Page> {
  await world.db.pool.query('delete from form_drafts')
  const page = await site.open(look, world.ada.id)
  await page.goto(`${site.url}${NEW}&type=${look.type ?? 'poll'}`)
  return page
}

const options = (page: Page) =>
  page.locator('[name=options]').evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value))

/** The element with the keyboard focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

test('options are added, moved and removed with the keyboard, and the preview is updated', async () => {
  const page = await openForm({})
  await page.locator('#title').fill('Which colour for the hall?')
  await page.locator('#option-1').fill('Red')
  for (const name of ['Green', 'Blue', 'Yellow']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(name)
  }
  await expect.poll(() => focused(page)).toBe('option-4')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => options(page)).toEqual(['Red', 'Green', 'Yellow', 'Blue'])
  await page.getByRole('button', { name: 'Remove option 2' }).click()
  await expect.poll(() => options(page)).toEqual(['Red', 'Yellow', 'Blue'])
  await expect.poll(() => page.locator('#preview').innerText()).toContain('Which colour for the hall?')
  await expect.poll(() => page.locator('#preview li').allInnerTexts()).toEqual(['Red', 'Yellow', 'Blue'])
})

test('options can be dragged, and a pasted list becomes rows', async () => {
  const page = await openForm({})
  await page.locator('#option-1').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Red\n  Green \nBlue\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => options(page)).toEqual(['Red', 'Green', 'Blue', '', ''])
  await expect.poll(() => page.locator('.grip').count()).toBe(5)
  const grip = await page.locator('.grip').nth(0).boundingBox()
  const other = await page.locator('.grip').nth(2).boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((other?.x ?? 0) + 10, (other?.y ?? 0) + 10, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => options(page)).toEqual(['Green', 'Blue', 'Red', '', ''])
})

test('a row stays under the pointer while the form is updated', async () => {
  const page = await openForm({})
  for (const [place, name] of ['Red', 'Green', 'Blue'].entries())
    await page.locator(`#option-${place + 1}`).fill(name)
  await expect.poll(() => page.locator('#preview li').count()).toBe(3)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/new-poll?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move option 2 up' }).click()
  const [grip, other] = [
    await page.locator('.grip').nth(0).boundingBox(),
    await page.locator('.grip').nth(2).boundingBox(),
  ]
  await page.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) + 10)
  await page.mouse.down()
  const answered = page.waitForResponse('**/new-poll?*')
  letGo()
  await (await answered).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await page.locator('[data-held]').count()).toBe(1)
  await page.mouse.move((other?.x ?? 0) + 10, (other?.y ?? 0) + 10, { steps: 8 })
  await page.mouse.up()
  const named = async () => (await options(page)).filter((name) => name !== '')
  await expect.poll(named).toEqual(['Red', 'Blue', 'Green'])
})

test.each([true, false])('a description moves with its option, scripts: %s', async (scripts) => {
  const page = await openForm({ scripts, type: scripts ? 'score' : 'dot_vote' })
  await page.locator('#option-1').fill('Red')
  await page.getByTitle('Description of option 2').click()
  await page.locator('#option-2').fill('Green')
  await page.getByLabel('Description of option 2').fill('Like the door.')
  await page.getByRole('button', { name: 'Move option 2 up' }).click()
  await expect.poll(() => options(page)).toEqual(['Green', 'Red', ''])
  // The rows move at once, and the server numbers their labels.
  await expect.poll(() => page.getByLabel('Description of option 1').inputValue()).toBe('Like the door.')
  expect(await page.getByLabel('Description of option 1').isVisible()).toBe(true)
  if (!scripts) return
  await page.locator('#option-1').press('Enter')
  await page.locator('#option-1').press('Alt+ArrowDown')
  await expect.poll(() => page.getByLabel('Description of option 2').inputValue()).toBe('Like the door.')
  await expect.poll(() => page.locator('#preview li').first().innerText()).toContain('Red')
  // An earlier preview has the same first option.
  await expect.poll(() => page.locator('#preview li').nth(1).innerText()).toContain('Like the door.')
})

test.each(
  [DESK, PHONE].flatMap((width) =>
    ['en-GB', 'ar'].flatMap((language) => [
      { width, language, scripts: true },
      { width, language, scripts: false },
    ]),
  ),
)('the pencil stays where it is, and a second click there closes the description: %o', async (look) => {
  const page = await openForm(look)
  await page.locator('#option-1').fill('Red')
  const [meaning, row] = [page.locator('[name=option_meanings]').first(), page.locator('.rows > li').first()]
  const inRow = row.locator('> :is(input, button, details)')
  const places = async () => Promise.all((await inRow.all()).map((one) => one.boundingBox()))
  const before = await places()
  const pencil = await row.locator('summary').boundingBox()
  const click = () => page.mouse.click((pencil?.x ?? 0) + 10, (pencil?.y ?? 0) + 10)
  await click()
  await expect.poll(() => meaning.isVisible()).toBe(true)
  expect(await places()).toEqual(before)
  expect((await meaning.boundingBox())?.width).toBe((await row.boundingBox())?.width)
  await click()
  await expect.poll(() => meaning.isVisible()).toBe(false)
  expect(await places()).toEqual(before)
  expect((await options(page))[0]).toBe('Red')
})

test('“Only the people named below” opens the fields below it', async () => {
  const page = await openForm({})
  await page.locator('.drawer > summary').click()
  const addresses = page.locator('#recipient_emails')
  expect(await addresses.isVisible()).toBe(false)
  await page.getByLabel('Only the people named below').first().check()
  await expect.poll(() => addresses.isVisible()).toBe(true)
  const [choice, field] = await Promise.all([
    page.locator('#eligible').boundingBox(),
    addresses.boundingBox(),
  ])
  expect((field?.y ?? 0) - (choice?.y ?? 0)).toBeGreaterThan(0)
})

test('a field shows its error after it loses focus, until it is fixed', async () => {
  const page = await openForm({})
  const closing = page.locator('#closing_at')
  await closing.fill('2020-01-01T10:00')
  await page.locator('#details').focus()
  await page.getByText('Closing time must be in the future.').waitFor()
  expect(await closing.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByText('Title can’t be blank.').count()).toBe(0)
  await closing.fill('2031-01-01T10:00')
  await expect.poll(() => page.locator('#closing_at-mend').count()).toBe(0)
  expect(await closing.getAttribute('aria-invalid')).toBeNull()
})

test.each(['open', 'reopen'])(
  'the form of %s shows a past closing time like that of a new poll',
  async (tool) => {
    const poll_id = await makePoll(world, { settings: { closing_at: null } })
    if (tool === 'reopen')
      await world.db.pool.query(
        "update polls set opened_at = now() - interval '2 days', closing_at = now() - interval '1 day', closed_at = now() where id = $1",
        [poll_id],
      )
    const page = await site.open({}, world.ada.id)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}/${tool}`)
    const closing = page.locator('#closing_at')
    await closing.fill('2020-01-01T10:00')
    await page.locator('main button[type=submit]').focus()
    await page.getByText('Closing time must be in the future.').waitFor()
    expect(await closing.getAttribute('aria-invalid')).toBe('true')
    await closing.fill('2031-01-01T10:00')
    await expect.poll(() => page.locator('#closing_at-mend').count()).toBe(0)
    expect(await closing.getAttribute('aria-invalid')).toBeNull()
  },
)

test('without scripts the buttons do the same, and Enter creates nothing', async () => {
  const page = await openForm({ scripts: false, width: PHONE })
  await page.locator('#option-1').fill('Red')
  await page.locator('#option-2').fill('Green')
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByRole('button', { name: 'Remove option 1' }).click()
  expect(await options(page)).toEqual(['Green', '', ''])
  await page.locator('#title').fill('Which colour for the hall?')
  await page.locator('#title').press('Enter')
  await page.getByRole('heading', { name: 'Start this poll?' }).waitFor()
})

test('the form of a simple poll is less than one and a half screens high, also with a draft', async () => {
  const page = await openForm({ width: DESK })
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThan(1200)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.locator('#title').fill('Which colour?')
  await page.locator('#details').focus()
  await saved
  await page.reload()
  await page.getByRole('button', { name: 'Start over' }).waitFor()
  expect(await height()).toBeLessThan(1200)
  await page.locator('#title').fill('Which colour for the hall?')
  await page.locator('#option-1').fill('Red')
  await page.locator('#option-2').fill('Green')
  await page.getByRole('button', { name: 'Start poll', exact: true }).click()
  await page.getByRole('heading', { name: 'Which colour for the hall?' }).waitFor()
})

test.each([
  { scripts: true, width: DESK },
  { scripts: false, width: PHONE },
])('days of a meeting are clicked, and their times copied: %o', async (look) => {
  const page = await openForm({ ...look, type: 'meeting' })
  await page.getByRole('button', { name: 'Later →' }).click()
  await page.getByRole('button', { name: '← Earlier' }).waitFor()
  const days = page.locator('.month label')
  const dates = page.locator('.month [name=days]')
  for (const place of [10, 12]) await days.nth(place).click()
  const [first, second] = [
    await dates.nth(10).getAttribute('value'),
    await dates.nth(12).getAttribute('value'),
  ]
  if (!look.scripts) await page.getByRole('button', { name: 'Add times for these days' }).click()
  await expect.poll(() => page.locator('.chosen > li').count()).toBe(2)
  await page.locator(`#hour-${first}-0`).fill('18:30')
  await page.getByRole('button', { name: 'Copy to all days' }).first().click()
  await expect.poll(() => page.locator(`#hour-${second}-0`).inputValue()).toBe('18:30')
  await page.locator('#hour_for_all').fill('20:00')
  await page.getByRole('button', { name: 'Add to all days' }).click()
  await expect.poll(() => page.locator('[name=hours]').count()).toBe(4)
  const title = `When do we meet? (${look.width})`
  await page.locator('#title').fill(title)
  await page.getByRole('button', { name: 'Start poll', exact: true }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  const { rows } = await world.db.pool.query<{ name: string }>(
    'select name from poll_options where poll_id = (select max(id) from polls) order by priority',
  )
  expect(rows.map(({ name }) => name)).toEqual(
    [first, second].flatMap((day) => [`${day}T18:30:00Z`, `${day}T20:00:00Z`]),
  )
})

test('in the calendar arrow keys move from day to day, Enter ticks, and Tab leaves it', async () => {
  const page = await openForm({ type: 'meeting' })
  const days = page.locator('.month [name=days]:enabled')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
  const dates = await days.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await days.first().focus()
  for (const [key, place] of [
    ['ArrowRight', 1],
    ['ArrowDown', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused()).toBe(dates[place])
  }
  await page.keyboard.press('Enter')
  await page.locator(`#hour-${dates[1]}-0`).waitFor()
  expect(await days.nth(1).isChecked()).toBe(true)
  expect(await focused()).toBe(dates[1])
  await page.keyboard.press('Tab')
  const later = page.getByRole('button', { name: 'Later →' })
  expect(await later.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe(dates[1])
})

test('the months of the calendar are turned with the keyboard, which stays at the button, or at the other', async () => {
  const page = await openForm({ type: 'meeting' })
  const first = page.locator('[name=month]')
  const now = await first.inputValue()
  const focusedText = () => page.evaluate(() => document.querySelector(':focus')?.textContent)
  /** Presses it where the focus is. */
  const turn = async (key: string) => {
    const before = await first.inputValue()
    await page.keyboard.press(key)
    await expect.poll(() => first.inputValue()).not.toBe(before)
  }
  await page.getByRole('button', { name: 'Later →' }).focus()
  await turn('Enter')
  expect(await focusedText()).toBe('Later →')
  await turn('Space')
  expect(await focusedText()).toBe('Later →')
  await page.keyboard.press('Shift+Tab')
  await turn('Enter')
  expect(await focusedText()).toBe('← Earlier')
  // The first months have no earlier ones.
  await turn('Enter')
  expect(await first.inputValue()).toBe(now)
  expect(await focusedText()).toBe('Later →')
})

test('while a meeting is planned, the form says when voting would close after its times', async () => {
  const page = await openForm({ type: 'meeting' })
  const note = page.locator('#closing-note')
  await page.locator('.month [name=days]:enabled').first().check({ force: true })
  await expect.poll(() => note.innerText()).toMatch(/^Voting closes after the proposed time\./)
  await page.locator('#closing_at').fill('2020-01-01T18:00')
  await expect.poll(() => note.innerText()).toBe('')
})

test('a draft is restored when its author comes back, and other forms are empty', async () => {
  const page = await openForm({})
  await page.locator('#title').fill('Which colour for the hall?')
  await expect.poll(() => page.locator('#preview').innerText()).toContain('Which colour for the hall?')
  await page.goto(`${site.url}${NEW}&type=score`)
  expect(await page.locator('#title').inputValue()).toBe('')
  await page.goto(`${site.url}${NEW}&type=poll`)
  await page.getByText(/Your draft, saved/).waitFor()
  expect(await page.locator('#title').inputValue()).toBe('Which colour for the hall?')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => page.locator('#title').inputValue()).toBe('')
})

test.each([true, false])(
  'three questions propose a way of counting, and a ranked poll with two seats is started (scripts: %s)',
  async (scripts) => {
    const page = await openForm({ type: 'ranked_choice', scripts })
    await page.locator('#title').fill(`Who is on the board? (${scripts})`)
    for (const [place, name] of ['Ann', 'Ben', 'Cleo'].entries()) {
      await page.locator(`#option-${place + 1}`).fill(name)
    }
    await page.locator('.drawer > summary').click()
    await page.getByText('Help me choose').click()
    await page.getByLabel('How many winners are there?').selectOption('several')
    await page.getByRole('button', { name: 'Suggest a method' }).click()
    await page.getByText('Suggested for you: Single transferable vote (Scottish).').waitFor()
    await page.getByLabel('How many options are elected').fill('2')
    await page.getByRole('button', { name: /^Start poll/ }).click()
    await page.waitForURL(/\/p\//)
    const { rows } = await world.db.pool.query(
      'select count_method, seats, minimum_stance_choices as least from polls order by id desc limit 1',
    )
    expect(rows).toEqual([{ count_method: 'stv_scottish', seats: 2, least: null }])
  },
)

test('options that share a budget are started with their costs', async () => {
  const page = await openForm({ type: 'dot_vote' })
  expect(await page.getByLabel('Cost of option 1').isVisible()).toBe(false)
  await page.locator('#title').fill('What shall we buy?')
  await page.locator('.drawer > summary').click()
  await page.getByLabel('Equal shares of a budget').check()
  await page.getByLabel('Budget', { exact: true }).fill('900')
  for (const [place, name] of ['Bench', 'Trees', 'Lights'].entries()) {
    await page.locator(`#option-${place + 1}`).fill(name)
    await page.getByLabel(`Cost of option ${place + 1}`).fill(String(300 + place))
  }
  await page.getByRole('button', { name: 'Move option 2 up' }).click()
  await expect.poll(() => options(page)).toEqual(['Trees', 'Bench', 'Lights'])
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  const { rows } = await world.db.pool.query(
    'select o.name, o.cost, p.budget from poll_options o join polls p on p.id = o.poll_id order by poll_id desc, slot limit 3',
  )
  expect(rows).toEqual([
    { name: 'Trees', cost: 301, budget: 900 },
    { name: 'Bench', cost: 300, budget: 900 },
    { name: 'Lights', cost: 302, budget: 900 },
  ])
})

test('on a phone an option has the whole line, and the note about emails is in view', async () => {
  const page = await openForm({ width: PHONE })
  const [field, title] = [page.locator('#option-1'), page.locator('#title')]
  expect((await field.boundingBox())?.width).toBe((await title.boundingBox())?.width)
  expect(await page.getByText('Email is not set up.').isVisible()).toBe(true)
})

test('a description that is opened has the focus and a label in sight', async () => {
  const page = await openForm({})
  const pencil = page.getByTitle('Description of option 2')
  expect(await pencil.innerText()).toContain('Description of option 2')
  await pencil.click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('option_meanings')
  await page.keyboard.type('Of oak')
  expect(await page.getByLabel('Description of option 2').inputValue()).toBe('Of oak')
  expect(await page.locator('label').getByText('Description of option 2', { exact: true }).isVisible()).toBe(
    true,
  )
})

test('on a phone an option has buttons for both ways', async () => {
  const page = await openForm({ width: PHONE })
  await page.locator('#option-1').fill('Red')
  await page.locator('#option-2').fill('Blue')
  await page.getByRole('button', { name: 'Move option 1 down' }).click()
  await expect.poll(() => options(page)).toEqual(['Blue', 'Red', ''])
})
