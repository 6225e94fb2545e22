import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PollSettings } from '../../src/polls/poll.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'
import { problemsOn } from './axe.ts'

let site: Site
let ben: number

beforeAll(async () => {
  const world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  await nameMembers(world)
  site = await openSite(world)
})

const MOST_TABS = 20
const MEALS = ['Soup', 'Curry', 'Bread']
const TIMES = ['2031-03-04T17:00:00Z', '2031-03-05T17:00:00Z']

type Case = {
  poll_type: PollSettings['poll_type']
  options: string[] | null
  settings?: Partial<PollSettings>
  /** The keys to press once the ballot's first control has focus. */
  keys: string[]
  /** Keys if scripts run and add other controls. */
  with_scripts?: string[]
  said: string
}

const CASES: Case[] = [
  { poll_type: 'proposal', options: ['agree', 'disagree'], keys: ['ArrowDown'], said: 'Disagree' },
  { poll_type: 'count', options: null, keys: ['Space'], said: 'Accept' },
  {
    poll_type: 'poll',
    options: MEALS,
    settings: { minimum_stance_choices: 1, maximum_stance_choices: 2 },
    keys: ['Space', 'Tab', 'Tab', 'Space'],
    said: 'Soup and Bread',
  },
  {
    poll_type: 'score',
    options: ['Soup', 'Curry'],
    // From "no score", the last choice, to the highest and the one below it.
    keys: ['ArrowLeft', 'Tab', 'ArrowLeft', 'ArrowLeft'],
    said: 'Soup:\u00a05; Curry:\u00a04',
  },
  {
    poll_type: 'ranked_choice',
    options: MEALS,
    keys: ['3', 'Tab', '1', 'Tab', '2'],
    // The first is moved down twice: the focus moves with it.
    with_scripts: ['Tab', 'Tab', 'Enter', 'Enter'],
    said: '1\u00a0Curry; 2\u00a0Bread; 3\u00a0Soup',
  },
  {
    poll_type: 'meeting',
    options: TIMES,
    keys: ['Space', 'Tab', 'Space', 'ArrowDown'],
    said: '1\u00a0×\u00a0Yes; 1\u00a0×\u00a0If need be',
  },
  {
    poll_type: 'dot_vote',
    options: MEALS,
    keys: ['5', 'Tab', '3'],
    with_scripts: ['Tab', '4', 'Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Enter', 'Enter', 'Enter'],
    said: 'Soup:\u00a05; Curry:\u00a03',
  },
]

describe.each([
  { width: DESK, scripts: true },
  { width: PHONE, scripts: false },
])('by keyboard alone, $width pixels wide, scripts: $scripts', ({ width, scripts }) => {
  test.each(CASES)('a $poll_type ballot is filled in and cast', async (ballot) => {
    const { poll_type, options, settings = {}, keys, with_scripts = keys, said } = ballot
    const poll_id = await makePoll(site.world, { settings: { poll_type, ...settings }, options })
    const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
    const page = await site.open({ width, scripts })
    await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
    await tabTo(page, page.locator('#ballot :is(input:not([type=hidden]), button)').first())
    for (const key of scripts ? with_scripts : keys) await press(page, key)
    await tabTo(page, page.getByRole('button', { name: 'Cast vote', exact: true }))
    await page.keyboard.press('Enter')
    await page.locator('#your-vote').getByText('Your vote was recorded').waitFor()
    expect(await page.getByText(/^You voted: /).textContent()).toBe(`You voted: ${said}.`)
  })
})

const LONG_SCALE = { poll_type: 'score' as const, max_score: 100 }

describe.each([true, false])('scripts: %s', (scripts) => {
  test.each([
    { poll_type: 'ranked_choice' as const, count_method: 'irv' as const },
    { poll_type: 'dot_vote' as const },
    LONG_SCALE,
  ])('Enter after a number casts no vote: %j', async (settings) => {
    const wish = { settings: { ...settings, anonymous: true }, options: MEALS }
    const poll_id = await makePoll(site.world, wish)
    const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
    const page = await site.open({ scripts })
    await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
    const field = page.getByLabel('Bread', { exact: true })
    await field.fill('1')
    await field.press('Enter')
    await field.press('Control+Enter')
    expect(await field.inputValue()).toBe('1')
    // A vote that was cast could not be cast again.
    await page.getByRole('button', { name: 'Cast vote', exact: true }).press('Enter')
    await page.getByText('Your vote was recorded').waitFor()
  })
})

test('one button answers no for every time of a meeting without an answer', async () => {
  const poll_id = await makePoll(site.world, { settings: { poll_type: 'meeting' }, options: TIMES })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const rest = page.getByRole('button', { name: 'No to the rest' })
  const answers = () =>
    page.locator('#ballot :checked').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await page.locator('[name=s2][value="2"]').focus()
  await page.keyboard.press('Space')
  await rest.press('Space')
  expect(await answers()).toEqual(['0', '2'])
  expect(await rest.isDisabled()).toBe(true)
  // The keyboard goes on from the button.
  expect(await rest.evaluate(hasFocus)).toBe(true)
  await rest.press('Space')
  await page.getByText('Answered no: 1').waitFor()
  await page.reload()
  expect(await answers()).toEqual(['0', '2'])
})

test.each(CASES)('a selected choice on a $poll_type ballot is readable in light and dark', async (ballot) => {
  const { poll_type, options, settings = {} } = ballot
  const poll_id = await makePoll(site.world, { settings: { poll_type, ...settings }, options })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  // Each answer in turn: they differ in colour.
  for (const answer of [0, 1, 2]) {
    await page.evaluate(chooseEvery, answer)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await problemsOn(page, { part: '#ballot', only: ['color-contrast'] })).toEqual([])
    }
  }
})

/** Selects the answer at this position in every group of answers. */
function chooseEvery(place: number): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('#ballot :is([type=radio], [type=checkbox])')]
  for (const name of new Set(boxes.map((box) => box.name))) {
    const group = boxes.filter((box) => box.name === name)
    for (const [at, box] of group.entries()) box.checked = at === Math.min(place, group.length - 1)
  }
}

/** Presses Tab until this control has focus; in a group of radio buttons, one of them. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await control.evaluate(hasFocus)) return
    await press(page, 'Tab')
  }
  throw new Error(`no way by Tab to ${control}`)
}

function hasFocus(element: Element): boolean {
  const active = document.activeElement
  if (!(active instanceof HTMLInputElement && active.type === 'radio')) return element === active
  return element instanceof HTMLInputElement && element.name === active.name
}

/** Presses a key and waits until the page has handled it. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(() => document.readyState)
}

test('a ranked ballot is ranked by dragging, with a mouse and by touch, and stores the ranks', async () => {
  const settings = { poll_type: 'ranked_choice' as const }
  const poll_id = await makePoll(site.world, { settings, options: [...MEALS, 'Rice'] })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const order = () => page.locator('.numbers label').allInnerTexts()
  const ranks = () =>
    page
      .locator('.numbers input')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  expect(await ranks()).toEqual(['', '', '', ''])

  await drag(page, { grip: 'Rice', over: 'Soup', by: 'mouse' })
  expect(await order()).toEqual(['Rice', 'Soup', 'Curry', 'Bread'])
  await drag(page, { grip: 'Soup', over: 'Bread', by: 'touch' })
  expect(await order()).toEqual(['Rice', 'Curry', 'Bread', 'Soup'])
  expect(await ranks()).toEqual(['1', '2', '3', '4'])
  expect(await page.locator('[data-held]').count()).toBe(0)

  await page.getByRole('button', { name: 'Cast vote', exact: true }).click()
  await page.getByText('You voted: 1 Rice; 2 Curry; 3 Bread; 4 Soup.').waitFor()
})

test('where ranks are optional, an option dragged up gets one, and its place is announced as it is', async () => {
  const settings = { poll_type: 'ranked_choice' as const, count_method: 'irv' as const }
  const poll_id = await makePoll(site.world, { settings, options: [...MEALS, 'Rice'] })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const rows = () =>
    page
      .locator('.numbers > li')
      .evaluateAll((all) =>
        all.map((row) =>
          `${row.querySelector('input')?.value} ${row.querySelector('label')?.textContent}`.trim(),
        ),
      )
  const said = () => page.locator('.numbers + [role=status]').textContent()
  const dragged = async (grip: string, over: string) => {
    await drag(page, { grip, over, by: 'mouse' })
    return [await said(), ...(await rows())]
  }

  // As by its button, which gives the first rank.
  expect(await dragged('Rice', 'Curry')).toEqual(['Rice: 1 of 4', '1 Rice', 'Soup', 'Curry', 'Bread'])
  expect(await dragged('Bread', 'Soup')).toEqual(['Bread: 2 of 4', '1 Rice', '2 Bread', 'Soup', 'Curry'])
  expect(await dragged('Bread', 'Rice')).toEqual(['Bread: 1 of 4', '1 Bread', '2 Rice', 'Soup', 'Curry'])
  // Down has no effect without a rank, and takes one away below the others.
  expect(await dragged('Soup', 'Curry')).toEqual(['Soup: no rank', '1 Bread', '2 Rice', 'Soup', 'Curry'])
  expect(await dragged('Bread', 'Curry')).toEqual(['Bread: no rank', '1 Rice', 'Soup', 'Curry', 'Bread'])
  await page.getByRole('button', { name: 'Move down: Rice', exact: true }).click()
  expect([await said(), ...(await rows())]).toEqual(['Rice: no rank', 'Rice', 'Soup', 'Curry', 'Bread'])
})

test('an option can be dragged slowly past a higher one, and a higher one past it', async () => {
  const settings = { poll_type: 'ranked_choice' as const }
  const option_meanings = ['Words. '.repeat(60), '', '']
  const poll_id = await makePoll(site.world, { settings, options: MEALS, option_meanings })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const order = async () =>
    (await page.locator('.numbers label').allInnerTexts()).map((label) => label.split('\n')[0])
  const [high = '', second = '', last = ''] = MEALS
  await drag(page, { grip: last, over: high, by: 'mouse', steps: 40 })
  expect(await order()).toEqual([last, high, second])
  await drag(page, { grip: high, over: second, by: 'mouse', steps: 40 })
  expect(await order()).toEqual([last, second, high])
})

type Drag = { grip: string; over: string; by: 'mouse' | 'touch'; steps?: number }

/** Grabs an option by its handle, drags it in twice as many steps onto another one, and drops it. */
async function drag(page: Page, { grip, over, by, steps = 1 }: Drag): Promise<void> {
  const middleOf = async (name: string) => {
    const box = await page.locator('.numbers > li', { hasText: name }).locator('.grip').boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  await page.locator('.numbers').scrollIntoViewIfNeeded()
  const [from, to] = [await middleOf(grip), await middleOf(over)]
  const half = { x: from.x, y: (from.y + to.y) / 2 }
  if (by === 'mouse') {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (const point of [half, to]) await page.mouse.move(point.x, point.y, { steps })
    await page.mouse.up()
    return
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const point of [half, to]) await touch('touchMove', [point])
  await touch('touchEnd', [])
}

test('while Tab goes from rank to rank, rows stay where they are; they are sorted when it leaves them', async () => {
  const settings = { poll_type: 'ranked_choice' as const }
  const poll_id = await makePoll(site.world, { settings, options: [...MEALS, 'Rice'] })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const order = () => page.locator('.numbers label').allInnerTexts()
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await tabTo(page, field('Soup'))
  for (const rank of ['3', '1', '4', '2']) {
    expect(await order()).toEqual([...MEALS, 'Rice'])
    // From the field over two buttons to the next field.
    for (const key of [rank, 'Tab', 'Tab', 'Tab']) await press(page, key)
  }
  expect(await order()).toEqual(['Curry', 'Rice', 'Soup', 'Bread'])
  expect(await page.locator('#ballot textarea').first().evaluate(hasFocus)).toBe(true)

  // Buttons and drags move an option from the rank that was typed before.
  await field('Soup').selectText()
  for (const key of ['1', 'Tab', 'Enter']) await press(page, key)
  expect(await order()).toEqual(['Soup', 'Curry', 'Rice', 'Bread'])
  await field('Bread').selectText()
  for (const key of ['1', 'Shift+Tab']) await press(page, key)
  await drag(page, { grip: 'Rice', over: 'Curry', by: 'mouse' })
  expect(await order()).toEqual(['Soup', 'Bread', 'Rice', 'Curry'])
})

test('a rank that is typed sorts its row at once for a mouse, and the field that was clicked has focus', async () => {
  const settings = { poll_type: 'ranked_choice' as const }
  const poll_id = await makePoll(site.world, { settings, options: MEALS })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Curry').click()
  await press(page, '1')
  await field('Bread').click()
  expect(await page.locator('.numbers label').allInnerTexts()).toEqual(['Curry', 'Soup', 'Bread'])
  expect(await field('Bread').evaluate(hasFocus)).toBe(true)
  // A button stays under the mouse until it is clicked.
  await press(page, '1')
  await page.getByRole('button', { name: 'Move down: Bread', exact: true }).click()
  expect(await page.locator('.numbers label').allInnerTexts()).toEqual(['Curry', 'Soup', 'Bread'])
})

test('a ballot with a limited number of ranks assigns ranks one by one, and removes them', async () => {
  const settings = { poll_type: 'ranked_choice' as const, count_method: 'irv' as const }
  const poll_id = await makePoll(site.world, { settings, options: MEALS })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open()
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const row = (name: string) => page.locator('.numbers > li', { hasText: name }).locator('input')
  const ranks = () => Promise.all(MEALS.map((name) => row(name).inputValue()))
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Move up: Bread')
  expect(await ranks()).toEqual(['', '', '1'])
  await press('Move up: Curry')
  expect(await ranks()).toEqual(['', '2', '1'])
  await press('Move up: Curry')
  expect(await ranks()).toEqual(['', '1', '2'])
  await press('Move down: Bread')
  expect(await ranks()).toEqual(['', '1', ''])
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: 1 Curry').waitFor()
})

test('where only some options get a rank, up gives one to the pressed option alone, which stays in place', async () => {
  const settings = { poll_type: 'ranked_choice' as const, minimum_stance_choices: 2 }
  const poll_id = await makePoll(site.world, { settings, options: [...MEALS, 'Rice'] })
  const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
  const ranked = () =>
    page.locator('.numbers > li').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const rank = row.querySelector('input')?.value
        return rank === '' ? [] : [`${rank} ${row.querySelector('label')?.textContent}`]
      }),
    )
  const up = (name: string) => page.getByRole('button', { name: `Move up: ${name}`, exact: true })
  await up('Rice').evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const before = await up('Rice').boundingBox()
  await up('Rice').click()
  expect(await ranked()).toEqual(['1 Rice'])
  expect((await up('Rice').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await up('Curry').click()
  expect(await ranked()).toEqual(['1 Rice', '2 Curry'])
  // All ranks are given: the next one overtakes the last.
  await up('Soup').click()
  expect(await ranked()).toEqual(['1 Rice', '2 Soup'])
})

test.each([DESK, PHONE])(
  'at %i px the button that casts a vote covers nothing at the end of the page',
  async (width) => {
    const options = Array.from({ length: 20 }, (_, place) => `Dish ${place + 1}`)
    const poll_id = await makePoll(site.world, { settings: { poll_type: 'score' }, options })
    const token = await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })
    const page = await site.open({ width, scripts: true })
    await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}?k=${token}`)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const gap = await page.evaluate(() => {
      const form = document.querySelector('#ballot form')
      const shown = [...(form?.children ?? [])].filter((one) => one.getBoundingClientRect().height > 0)
      const [above, bar] = shown.slice(-2).map((one) => one.getBoundingClientRect())
      return (bar?.top ?? 0) - (above?.bottom ?? 0)
    })
    expect(gap).toBeGreaterThan(0)
    // On a phone it stays at the bottom of the window; else it follows the last field.
    if (width !== PHONE) expect(gap).toBeLessThan(40)
  },
)
