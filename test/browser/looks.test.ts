import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import type { PollSettings } from '../../src/polls/poll.ts'
import { POLL_TYPE_NAMES } from '../../src/polls/types/index.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld, type World } from '../world.ts'

let site: Site
let ada: number
let ben: number
const places: string[] = []

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const EVENINGS = Array.from({ length: 14 }, (_, day) => `2031-03-${String(day + 10)}T18:30:00Z`)
const TOUCH = 44
// The smallest phones, and a desktop at 400% zoom.
const NARROW = 320
const APPLE = 'תפוח'

beforeAll(async () => {
  const world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  ada = world.ada.id
  await world.db.pool.query('update users set name = $1 || id', [LONG])
  await world.db.pool.query('update groups set name = $1', [LONG])
  await world.db.pool.query('update memberships set title = $1, accepted_at = now()', [LONG])
  const thread = await talkIn(world)
  await makeThread(world)
  await makePoll(world, { options: ['agree', 'disagree'], recipients: { user_ids: [ada, ben] } })
  places.push('/', '/account', thread, `${thread}/people`, `${thread}/edit`)
  places.push(...['', '/threads', '/polls', '/members', '/new-thread'].map((page) => `/g/mill-lane${page}`))
  places.push(`/g/mill-lane/members/${ben}`, '/new-poll?group=mill-lane&type=proposal')
  for (const poll_type of POLL_TYPE_NAMES) places.push(...(await pollsOf(world, poll_type)))
  const [poll] = places.slice(-1)
  places.push(`${poll}/audit`, `${poll}/voters`, `${poll}/outcome`)
  site = await openSite(world)
})

/** A thread with everyone's long names. Returns its path. */
async function talkIn(world: World): Promise<string> {
  const discussion_id = await makeThread(world, { audience: 'group' }, LONG)
  await change(world.db, { kind: 'person', user_id: ben }, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: LONG, mentioned_ids: [ada] }),
  )
  await makePoll(world, { discussion_id, settings: { title: LONG }, options: ['agree', 'disagree'] })
  return `/d/${await keyOf(world, 'discussions', discussion_id)}`
}

const FIXED: Record<string, string[] | null> = {
  proposal: ['agree', 'disagree'],
  count: null,
  meeting: EVENINGS,
}

/** An open poll, and a closed one with votes. Returns their paths. */
async function pollsOf(world: World, poll_type: PollSettings['poll_type']): Promise<string[]> {
  const settings = { poll_type, title: LONG }
  const options = poll_type in FIXED ? (FIXED[poll_type] ?? null) : [`${LONG}1`, `${LONG}2`]
  const [open, closed] = [
    await makePoll(world, { settings, options }),
    await makePoll(world, { settings, options }),
  ]
  const first = options?.[0] ?? 'accept'
  const choices = poll_type === 'meeting' ? everyTime() : { [first]: 1 }
  if (poll_type === 'ranked_choice') choices[options?.[1] ?? ''] = 2
  for (const user_id of [ada, ben]) {
    const reason = { text: LONG, format: 'md' as const }
    await castBallot(world.db, { poll_id: closed, user_id, choices, reason })
  }
  await change(world.db, { kind: 'person', user_id: ada }, (act) => closePoll(act, closed))
  return [`/p/${await keyOf(world, 'polls', open)}`, `/p/${await keyOf(world, 'polls', closed)}`]
}

function everyTime(): Record<string, number> {
  return Object.fromEntries(EVENINGS.map((evening, at) => [evening, at % 3]))
}

test('no page is wider than its window, however long the words people write', async () => {
  const page = await site.open({}, ada)
  const wide: string[] = []
  for (const place of places) {
    const answer = await page.goto(`${site.url}${place}`)
    expect(answer?.status(), place).toBe(200)
    for (const width of [DESK, PHONE, NARROW]) {
      await page.setViewportSize({ width, height: 844 })
      const found = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
      if (found > width) wide.push(`${place} at ${width}: ${found} by ${await page.evaluate(widest)}`)
    }
  }
  expect(wide).toEqual([])
})

/** The rightmost elements of the page. */
function widest(): string {
  const right = (element: Element) => element.getBoundingClientRect().right
  const [first] = [...document.querySelectorAll('main *, header *')].sort((a, b) => right(b) - right(a))
  return first?.outerHTML.slice(0, 120) ?? ''
}

test('controls on a phone are as high as a finger', async () => {
  const page = await site.open({ width: PHONE }, ada)
  const low: string[] = []
  for (const place of places) {
    await page.goto(`${site.url}${place}`)
    low.push(...(await page.evaluate(lowerThan, TOUCH)).map((found) => `${place}: ${found}`))
  }
  expect(low).toEqual([])
})

/** The links and buttons outside sentences that are lower than this. */
function lowerThan(height: number): string[] {
  const pressed = document.querySelectorAll('main :is(a, button), header :is(a, button), footer a')
  return [...pressed]
    .filter((element) => {
      const own = element.closest('p, li, dd, h1, h2, h3')
      const alone =
        own === null || own.textContent?.trim() === element.textContent?.trim() || own.matches('li')
      const { height: high, width } = element.getBoundingClientRect()
      return alone && width > 0 && high < height
    })
    .map((element) => element.outerHTML)
}

test('breadcrumbs stand on one line, and rows of a list have their buttons at the end', async () => {
  const page = await site.open({}, ada)
  await page.goto(`${site.url}/help/voting`)
  const bottom = (found: Element) => {
    const text = document.createRange()
    text.selectNodeContents(found)
    return text.getBoundingClientRect().bottom
  }
  const crumbs = page.locator('.crumbs :is(a, bdi)')
  expect(await crumbs.count()).toBe(2)
  expect(await crumbs.first().evaluate(bottom)).toBeCloseTo(await crumbs.last().evaluate(bottom), 0)
  await site.open({}, ada)
  await page.goto(`${site.url}/account`)
  const row = page.locator('.list > .row', { has: page.locator('form') }).first()
  const end = (found: Element) => found.getBoundingClientRect().right
  expect(await row.locator('form').evaluate(end)).toBeCloseTo(await row.evaluate(end), 0)
})

test('tabs end at the same place on all pages of a group or of the service, with equal room below', async () => {
  const page = await site.open({}, ada)
  const shape = async (path: string) => {
    await page.goto(`${site.url}${path}`)
    const last = await page.locator('.tabs').last().boundingBox()
    const body = await page.locator('.body').boundingBox()
    const bottom = (last?.y ?? 0) + (last?.height ?? 0)
    return [(last?.x ?? 0) + (last?.width ?? 0), Math.round((body?.y ?? 0) - bottom)]
  }
  const overview = await shape('/g/mill-lane')
  for (const path of ['/g/mill-lane/settings', '/g/mill-lane/members', '/status', '/service/people'])
    expect(await shape(path), path).toEqual(overview)
})

test('a list in the preview of a comment looks as it will in the thread', async () => {
  const page = await site.open({}, ada)
  await page.goto(`${site.url}${places.find((place) => place.startsWith('/d/'))}`)
  await page.locator('#body').fill('* on the wall\n* from the beam')
  await page.getByRole('button', { name: 'Preview' }).last().click()
  const items = page.locator('.preview li')
  const [first, second] = [await items.first().boundingBox(), await items.last().boundingBox()]
  expect(second?.x).toBe(first?.x)
  expect(second?.y).toBeGreaterThan(first?.y ?? 0)
})

const gridPage = async (page: Page) => {
  const closed = places.filter((place) => place.startsWith('/p/'))
  await page.goto(`${site.url}${closed[2 * POLL_TYPE_NAMES.indexOf('meeting') + 1]}`)
  return page.locator('.wide')
}

test('the grid is as wide as the page, below the result and the side column beside it', async () => {
  const page = await site.open({}, ada)
  const evenings = EVENINGS.slice(0, 2)
  const settings = { poll_type: 'meeting' as const }
  const poll_id = await makePoll(site.world, { settings, options: evenings })
  const choices = Object.fromEntries(evenings.map((evening) => [evening, 2]))
  await castBallot(site.world.db, { poll_id, user_id: ada, choices, reason: null })
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`)
  const box = async (place: string) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(place).boundingBox()) ?? {}
    return { x, y, end: x + width, bottom: y + height }
  }
  const [side, body, grid] = [await box('aside'), await box('.body'), await box('.wide table')]
  expect(side.y).toBe(body.y)
  expect(side.x).toBeGreaterThan(body.end)
  expect(grid.y).toBeGreaterThan(Math.max(side.bottom, body.bottom))
  expect([grid.x, grid.end]).toEqual([body.x, side.end])
})

test('a grid of fourteen evenings is complete on paper', async () => {
  const page = await site.open({}, ada)
  const grid = await gridPage(page)
  await page.emulateMedia({ media: 'print' })
  // A sheet of A4 without its margins.
  await page.setViewportSize({ width: 642, height: 980 })
  expect(await grid.getByRole('columnheader').count()).toBeGreaterThan(EVENINGS.length)
  const edge = await grid.evaluate((element) => element.getBoundingClientRect().right)
  const last = await grid.locator('td').last().boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(edge + 1)
  expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('on a phone the names in the meeting grid leave most of its width to the answers', async () => {
  const page = await site.open({ width: PHONE }, ada)
  const grid = await gridPage(page)
  const width = (found: Element) => found.getBoundingClientRect().width
  const names = await grid.locator('tbody th').first().evaluate(width)
  expect(names).toBeLessThan((await grid.evaluate(width)) * 0.45)
  await grid.scrollIntoViewIfNeeded()
  await grid.evaluate((element) => element.scrollTo({ left: 300 }))
  // In the column of names, only the names and their answers are visible.
  expect(await grid.evaluate(topOfFirstColumn)).toEqual(['first', 'first', 'first', 'first'])
})

test.each(['en-GB', 'ar'])(
  'on a phone a part of the next day shows that the grid scrolls (%s)',
  async (language) => {
    const page = await site.open({ width: PHONE, language }, ada)
    const grid = await gridPage(page)
    const days = await grid.locator('[scope="colgroup"]').all()
    const boxes = await Promise.all(days.map((day) => day.boundingBox()))
    const { x = 0, width = 0 } = (await grid.boundingBox()) ?? {}
    const inside = (left: number) => left > x + 1 && left < x + width - 1
    const cut = boxes.filter((box) => inside(box?.x ?? 0) !== inside((box?.x ?? 0) + (box?.width ?? 0)))
    const [part] = cut
    expect(cut).toHaveLength(1)
    const seen = Math.min((part?.x ?? 0) + (part?.width ?? 0), x + width) - Math.max(part?.x ?? 0, x)
    expect(seen).toBeGreaterThan(16)
    expect(seen).toBeLessThan((part?.width ?? 0) - 16)
  },
)

/** The topmost elements at the start of each row, after the grid was scrolled sideways. */
function topOfFirstColumn(grid: Element): string[] {
  return [...grid.querySelectorAll('tr')].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    const found = document.elementFromPoint(grid.getBoundingClientRect().left + 8, top + height / 2)
    return found?.closest('tr > *') === row.firstElementChild ? 'first' : (found?.outerHTML ?? 'nothing')
  })
}

test('a right-to-left name stays in its place in the sentence, and a text keeps its own direction', async () => {
  const { world } = site
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'poll', title: `${APPLE}?` },
    options: [APPLE, 'Pear'],
  })
  const reason = { text: `${APPLE}!`, format: 'md' as const }
  await castBallot(world.db, { poll_id, user_id: ada, choices: { [APPLE]: 1 }, reason })
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
  const sentence = page.locator('p', { hasText: 'Most votes:' })
  const [lead = 0, top = 0] = await sentence.evaluate(placesOf, ['Most votes', APPLE])
  expect(top).toBeGreaterThan(lead)
  const line = page.locator('.results p', { hasText: APPLE })
  const [name = 0, votes = 0] = await line.evaluate(placesOf, [APPLE, '1 of'])
  expect(votes).toBeGreaterThan(name)
  const heading = page.getByRole('heading', { level: 1 })
  const [first = 0, mark = 0] = await heading.evaluate(placesOf, [APPLE, '?'])
  expect(mark).toBeLessThan(first)
  const text = page.locator('.reasons .rich')
  expect(await text.evaluate((found) => getComputedStyle(found).direction)).toBe('rtl')
})

/** The horizontal positions of these words in an element. */
function placesOf(element: Element, words: string[]): number[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found = new Map<string, number>()
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    for (const word of words) {
      const at = (node.textContent ?? '').indexOf(word)
      if (at < 0 || found.has(word)) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      found.set(word, range.getBoundingClientRect().left)
    }
  return words.map((word) => found.get(word) ?? Number.NaN)
}

test('on a phone a detail of a poll that takes two lines begins beside its label', async () => {
  const settings = { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 3 } as const
  const id = await makePoll(site.world, { settings, options: ['Oak', 'Elm', 'Ash', 'Fir'] })
  const page = await site.open({ width: NARROW }, ada)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', id)}`)
  const value = page.locator('dt:text("How ballots are counted") + dd a')
  const label = await page.locator('dt:text("How ballots are counted")').boundingBox()
  expect(Math.abs(((await value.boundingBox())?.y ?? 0) - (label?.y ?? 0))).toBeLessThan(12)
})

test.each([DESK, PHONE])(
  'what each time got is below all times, however long they are (%s)',
  async (width) => {
    const { world } = site
    const options = ['2031-03-10', '2031-09-24T18:30:00Z']
    const poll_id = await makePoll(world, {
      settings: { poll_type: 'meeting' },
      options,
      recipients: { user_ids: [ada, ben] },
    })
    for (const user_id of [ada, ben])
      await castBallot(world.db, {
        poll_id,
        user_id,
        choices: { [options[0] ?? '']: 2, [options[1] ?? '']: 1 },
        reason: null,
      })
    const page = await site.open({ width }, ada)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
    const below = await page
      .locator('.results li > p')
      .evaluateAll((all) =>
        all.map(
          ({ children: [time, got] }) =>
            got!.getBoundingClientRect().top >= time!.getBoundingClientRect().bottom - 1,
        ),
      )
    expect(below).toEqual([true, true])
  },
)
