import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { makeOpenLink } from '../../src/polls/open/make-open-link.ts'
import type { PollSettings } from '../../src/polls/poll.ts'
import { findPoll } from '../../src/polls/polls-store.ts'
import { POLL_TYPE_NAMES } from '../../src/polls/types/index.ts'
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

const SENTENCE = 'We wash the walls of the shed and paint them blue, as the old green is peeling off. '
const LIST = '* We wash on Saturday morning\n* We paint on Saturday afternoon\n* We tidy up on Sunday'
/** By their characters. The last one shows parts whose lines browsers do not count. */
const TEXTS = {
  100: SENTENCE,
  700: `${SENTENCE.repeat(7)}\n\n${LIST}`,
  5000: Array.from({ length: 12 }, () => SENTENCE.repeat(5)).join('\n\n'),
  list: `${LIST}\n${LIST}\n${LIST}`,
  table: `# The days\n\n${SENTENCE}\n\n| Day | Work |\n|---|---|\n${'| Friday | Paint |\n'.repeat(9)}`,
}
const EVENINGS = ['10', '11', '12', '13'].map((day) => `2031-03-${day}T18:30:00Z`)
const OPTIONS: Partial<Record<PollSettings['poll_type'], string[] | null>> = {
  proposal: ['agree', 'disagree'],
  count: null,
  meeting: EVENINGS,
}

/** A poll with this text, and the link to it in a mail to Ben. */
async function ask(details: string, settings: Partial<PollSettings> = {}) {
  const { poll_type = 'proposal' } = settings
  const poll_id = await makePoll(site.world, {
    settings: { title: 'Shall we repaint the shed on Saturday?', details, ...settings },
    options: poll_type in OPTIONS ? (OPTIONS[poll_type] ?? null) : ['Red', 'Green', 'Blue'],
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

/** How much of a text is in view, and whether its last line is whole; it fades where that is not known. */
function lookOf(text: Element) {
  const { bottom } = text.getBoundingClientRect()
  const all = document.createRange()
  all.selectNodeContents(text)
  const lines = [...all.getClientRects()].filter(({ width, height }) => width > 0 && height < 40)
  const cut = lines.filter((line) => line.top < bottom - 1 && line.bottom > bottom + 1)
  const faded = getComputedStyle(text).maskImage !== 'none'
  return { folded: lines.some((line) => line.top >= bottom - 1), cut: !faded && cut.length > 0 }
}

// The first option of a score vote is the lowest.
const CASES = [
  ...POLL_TYPE_NAMES.map((poll_type) => ({ poll_type, of: '700' as const })),
  ...(['100', '5000', 'list', 'table'] as const).map((of) => ({ poll_type: 'score' as const, of })),
]

test.each(CASES)(
  'a link to vote shows the first option on a wide window: $poll_type, a text of $of',
  async ({ poll_type, of }) => {
    const page = await site.open({ width: DESK, scripts: of !== '700' })
    await page.goto((await ask(TEXTS[of], { poll_type })).link)
    const first = page.locator('#ballot form :is(label, input, select):visible').first()
    const cast = page.getByRole('button', { name: 'Cast vote' })
    const folded = of !== '100'
    for (const height of [800, 900]) {
      await page.setViewportSize({ width: DESK, height })
      expect(await isInView(page, first), String(height)).toBe(true)
      const bar = await cast.boundingBox()
      expect((bar?.y ?? height) + (bar?.height ?? 0)).toBeLessThanOrEqual(height)
      expect(await page.locator('.rich').first().evaluate(lookOf)).toEqual({ folded, cut: false })
      expect(await partsOf(page).fold.isVisible()).toBe(folded)
    }
  },
)

test('on a wide window, members who do not come by a link read the whole text', async () => {
  const page = await site.open({ width: DESK }, ben)
  await page.goto((await ask(LONG)).path)
  expect(await partsOf(page).fold.isVisible()).toBe(false)
  expect(await page.locator('.rich').first().evaluate(lookOf)).toEqual({ folded: false, cut: false })
})

test('a short text is not folded, nor a long one on paper', async () => {
  const phone = await site.open({ width: PHONE })
  const desk = await site.open({ width: DESK })
  for (const page of [phone, desk]) {
    await page.goto((await ask(SHORT)).link)
    expect(await partsOf(page).fold.count()).toBe(0)
    await page.goto((await ask(LONG)).link)
    expect(await partsOf(page).fold.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await partsOf(page).fold.isVisible()).toBe(false)
    const text = await page.locator('.rich').boundingBox()
    const end = await partsOf(page).end.boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((text?.y ?? 0) + (text?.height ?? 0) + 1)
  }
})

const tableOf = (days: string[]) =>
  `| Day | Work |\n|---|---|\n${days.map((day) => `| ${day} | Paint |\n`).join('')}`

test.each([PHONE, DESK])('a table is folded by how high its rows are: %s wide', async (width) => {
  const page = await site.open({ width })
  const answer = page.locator('#ballot form label').nth(1)
  for (const [days, folded] of [
    [['Friday', 'Saturday', 'Sunday', 'Monday'], true],
    [['Friday'], false],
  ] as const) {
    const lead = folded ? SENTENCE : 'We wash and paint.'
    await page.goto((await ask(`${lead}\n\n${tableOf([...days])}`)).link)
    expect(await partsOf(page).fold.isVisible()).toBe(folded)
    expect(await isInView(page, answer)).toBe(true)
  }
})

test('a folded text unfolds for a link in it that the keyboard reaches', async () => {
  const page = await site.open({ width: PHONE })
  await page.goto((await ask(LONG)).link)
  const folded = (await page.locator('.rich').boundingBox())?.height ?? 0
  await page.getByRole('link', { name: 'the neighbours' }).focus()
  expect((await page.locator('.rich').boundingBox())?.height).toBeGreaterThan(4 * folded)
})

/** The open link of a poll with this text. */
async function askOpenly(details: string, settings: Partial<PollSettings> = {}): Promise<string> {
  const { poll_id } = await ask(details, { ...settings, open_link: true })
  const poll = await findPoll(site.world.db.pool, poll_id)
  if (poll === null) throw new Error('there is no poll')
  const made = { poll, most: null, made_by: site.world.ada.id }
  const { token } = await change(site.world.db, SYSTEM, (act) => makeOpenLink(act, made))
  return `${site.url}/vote?k=${token}`
}

test('an open link shows the first option on a wide window', async () => {
  const page = await site.open({ width: DESK })
  await page.goto(await askOpenly(TEXTS[700]))
  expect(await page.locator('.rich').first().evaluate(lookOf)).toEqual({ folded: true, cut: false })
  expect(await isInView(page, partsOf(page).answer)).toBe(true)
})

const SENTENCES: Record<number, string> = {
  [DESK]: `${SHORT}\n\nIt takes four people.`,
  [PHONE]: 'The old green is peeling off, and we have two pots of blue.',
}

test.each(POLL_TYPE_NAMES.flatMap((poll_type) => [DESK, PHONE].map((width) => ({ poll_type, width }))))(
  'an open link shows the first option below a text that is not folded: $poll_type, $width wide',
  async ({ poll_type, width }) => {
    const page = await site.open({ width })
    await page.goto(await askOpenly(SENTENCES[width] ?? '', { poll_type }))
    await page.getByText('If you have your own ballot').waitFor()
    expect(await partsOf(page).fold.count()).toBe(0)
    const first = page.locator('#ballot fieldset :is(label, input, select):visible').first()
    expect(await isInView(page, first)).toBe(true)
  },
)

test('on a phone an open link opened again says what one voted on its first screen', async () => {
  const link = await askOpenly(LONG)
  const page = await site.open({ width: PHONE })
  await page.goto(link)
  await page.getByLabel('Your name').fill('Nina Oak')
  await partsOf(page).answer.click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: Agree.').waitFor()
  await page.goto(link)
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
    expect((await text.boundingBox())?.height).toBeGreaterThan(3 * folded)
    await page.getByText('Show less').click()
    await page.emulateMedia({ media: 'print' })
    expect((await text.boundingBox())?.height).toBeGreaterThan(2 * folded)
  },
)
