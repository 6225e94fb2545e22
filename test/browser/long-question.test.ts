import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { makeOpenLink } from '../../src/polls/open/make-open-link.ts'
import type { PollSettings } from '../../src/polls/poll.ts'
import { findPoll } from '../../src/polls/polls-store.ts'
import { DESK, HEIGHTS, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

let site: Site
let ben: number

beforeAll(async () => {
  const world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  await world.db.pool.query("update users set name = 'Ben Ash' where id = $1", [ben])
  site = await openSite(world)
})

const LONG = [
  ...Array.from({ length: 12 }, (_, day) => `Day ${day + 1}: we wash the walls and paint one of them.`),
  'Then [the neighbours](https://neighbours.example) look at it.',
].join('\n\n')
const SHORT = 'The old green is peeling.\n\nWe have two pots of blue.'

/** A poll with this text, and the link to it in a mail to Ben. */
async function ask(details: string, settings: Partial<PollSettings> = {}) {
  const poll_id = await makePoll(site.world, {
    settings: { title: 'Shall we repaint the shed on Saturday?', details, ...settings },
    options: ['agree', 'disagree'],
    recipients: { audience: 'group' },
  })
  const path = `${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`
  return {
    poll_id,
    path,
    link: `${path}?k=${await tokenFor(site.world, 'ballot', { user_id: ben, poll_id })}`,
  }
}

const partsOf = (page: Page) => ({
  fold: page.getByText('Show the full text'),
  end: page.getByText('look at it.'),
  answer: page.locator('#ballot label').filter({ has: page.getByText('Agree', { exact: true }) }),
})

/** Whether it is in the window, above the button, and not hidden below the fold of the text. */
async function isInView(page: Page, one: Locator): Promise<boolean> {
  const box = await one.boundingBox()
  const bar = await page.getByRole('button', { name: 'Cast vote' }).boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= (bar?.y ?? 0)
}

/** Whether it is in the window of a phone where nothing is scrolled. */
async function isOnFirstScreen(one: Locator): Promise<boolean> {
  const box = await one.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= (HEIGHTS[PHONE] ?? 0)
}

test.each([true, false])(
  'on a phone a long text is folded: the ballot is in view, then one’s vote and the results, scripts: %s',
  async (scripts) => {
    const { path, link } = await ask(LONG)
    const page = await site.open({ width: PHONE, scripts })
    const { fold, end, answer } = partsOf(page)
    await page.goto(link)
    expect(await isInView(page, answer)).toBe(true)
    const folded = (await page.locator('.rich').boundingBox())?.height ?? 0
    await fold.click()
    expect((await page.locator('.rich').boundingBox())?.height).toBeGreaterThan(4 * folded)
    await end.scrollIntoViewIfNeeded()
    expect(await isInView(page, end)).toBe(true)
    await page.getByText('Show less').click()
    expect((await page.locator('.rich').boundingBox())?.height).toBe(folded)
    await answer.click()
    await page.getByRole('button', { name: 'Cast vote' }).click()
    await page.getByText('You voted: Agree.').waitFor()
    await page.goto(path)
    expect((await page.locator('.rich').boundingBox())?.height).toBe(folded)
    expect(await isOnFirstScreen(page.getByText('You voted: Agree.'))).toBe(true)
    expect(await isOnFirstScreen(page.getByRole('heading', { name: 'Results' }))).toBe(true)
  },
)

test('a short text is not folded, nor a long one on a wide window or on paper', async () => {
  const phone = await site.open({ width: PHONE })
  await phone.goto((await ask(SHORT)).link)
  expect(await partsOf(phone).fold.count()).toBe(0)
  const { link } = await ask(LONG)
  await phone.goto(link)
  await phone.emulateMedia({ media: 'print' })
  const desk = await site.open({ width: DESK })
  await desk.goto(link)
  for (const page of [phone, desk]) {
    expect(await partsOf(page).fold.isVisible()).toBe(false)
    const text = await page.locator('.rich').boundingBox()
    const end = await partsOf(page).end.boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((text?.y ?? 0) + (text?.height ?? 0) + 1)
  }
})

test('a folded text unfolds for a link in it that the keyboard reaches', async () => {
  const page = await site.open({ width: PHONE })
  await page.goto((await ask(LONG)).link)
  const folded = (await page.locator('.rich').boundingBox())?.height ?? 0
  await page.getByRole('link', { name: 'the neighbours' }).focus()
  expect((await page.locator('.rich').boundingBox())?.height).toBeGreaterThan(4 * folded)
})

test('on a phone an open link opened again says what one voted on its first screen', async () => {
  const { poll_id } = await ask(LONG, { open_link: true })
  const poll = await findPoll(site.world.db.pool, poll_id)
  if (poll === null) throw new Error('there is no poll')
  const made = { poll, most: null, made_by: site.world.ada.id }
  const { token } = await change(site.world.db, SYSTEM, (act) => makeOpenLink(act, made))
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/vote?k=${token}`)
  await page.getByLabel('Your name').fill('Nina Oak')
  await partsOf(page).answer.click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.goto(`${site.url}/vote?k=${token}`)
  expect(await partsOf(page).fold.isVisible()).toBe(true)
  expect(await isOnFirstScreen(page.getByText('You voted: Agree.'))).toBe(true)
})

test.each([PHONE, DESK])(
  'in a thread one reads the beginning of a long text above the ballot, and unfolds it: %s wide',
  async (width) => {
    const discussion_id = await makeThread(site.world)
    await makePoll(site.world, {
      discussion_id,
      settings: { title: 'Shall we repaint the shed?', details: LONG },
      options: ['agree', 'disagree'],
      recipients: { audience: 'group' },
    })
    const page = await site.open({ width, scripts: false }, ben)
    await page.goto(`${site.url}/d/${await keyOf(site.world, 'discussions', discussion_id)}`)
    const text = page.locator('.poll-card .rich')
    const folded = (await text.boundingBox())?.height ?? 0
    const cast = page.getByRole('button', { name: 'Cast vote' })
    const [top, button] = [(await text.boundingBox())?.y ?? 0, (await cast.boundingBox())?.y ?? 0]
    expect(button - top).toBeGreaterThan(folded)
    expect(button - top).toBeLessThan(HEIGHTS[width] ?? 0)
    await partsOf(page).fold.click()
    expect((await text.boundingBox())?.height).toBeGreaterThan(4 * folded)
    await page.getByText('Show less').click()
    await page.emulateMedia({ media: 'print' })
    expect((await text.boundingBox())?.height).toBeGreaterThan(2 * folded)
  },
)
