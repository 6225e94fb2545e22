import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { OFFERED } from '../../src/locales/languages.ts'
import { HEIGHTS, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

let site: Site

beforeAll(async () => {
  const world = await createWorld()
  await nameMembers(world)
  site = await openSite(world)
})

const TABLET = 820
const STARTING = {
  languages: ['en-GB', 'de', 'uk', 'ar'],
  pages: ['', '/threads', '/polls'],
  actions: ['/new-poll?group=mill-lane', '/g/mill-lane/new-thread', '/g/mill-lane/invite'],
}

test.each(STARTING.languages.flatMap((language) => STARTING.pages.map((path) => [language, path] as const)))(
  'on a phone the actions of a group stay in view, in one row of equal buttons at the bottom (%s %s)',
  async (language, path) => {
    const page = await site.open({ width: PHONE, scripts: true, language }, site.world.ada.id)
    await page.goto(`${site.url}/g/mill-lane${path}`)
    const row = page.locator('.starting')
    const found = await row.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(found).toEqual(STARTING.actions)
    expect(await page.locator('main a.button').count()).toBe(STARTING.actions.length)
    for (const scrolled of [0, 10_000]) {
      await page.evaluate((top) => scrollTo(0, top), scrolled)
      const boxes = await row
        .locator('a')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
      expect(new Set(boxes.map(({ y, height }) => `${y} ${height}`)).size).toBe(1)
      for (const box of boxes) {
        expect(box.height).toBeGreaterThanOrEqual(44)
        expect(box.bottom).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
        expect(box.top).toBeGreaterThan((HEIGHTS[PHONE] ?? 0) / 2)
      }
    }
    const [footer, bar] = [await page.locator('footer').boundingBox(), await row.boundingBox()]
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
  },
)

/** How much of the window's height is covered by what stays at its bottom. */
const coveredBelow = (page: Page) =>
  page.evaluate(() => {
    const heights = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => /fixed|sticky/.test(getComputedStyle(one).position) && one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => bottom >= innerHeight - 1 && top > innerHeight / 2)
      .map(({ top }) => innerHeight - top)
    return Math.max(0, ...heights)
  })
const ONE_BAR = 72

test.each([
  { width: PHONE, scripts: true },
  { width: PHONE, scripts: false },
  { width: TABLET, scripts: true },
])(
  'the tools of a poll are found below its title while its ballot is open, $width wide, scripts: $scripts',
  async (look) => {
    const poll_id = await makePoll(site.world, { recipients: { audience: 'group' } })
    const path = `/p/${await keyOf(site.world, 'polls', poll_id)}`
    const page = await site.open(look, site.world.ada.id)
    await page.goto(site.url + path)
    const manage = page.getByRole('button', { name: 'Manage this poll' })
    const ballot = await page.locator('#ballot').boundingBox()
    const place = await manage.boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(ballot?.y ?? 0)
    expect(await coveredBelow(page)).toBeLessThanOrEqual(ONE_BAR)
    const close = page.getByRole('link', { name: 'Close voting now' })
    expect(await close.isVisible()).toBe(false)
    await manage.click()
    // A button "Close" would read as closing the poll.
    await page.getByRole('button', { name: 'Back to the poll', exact: true }).click()
    expect(await close.isVisible()).toBe(false)
    await manage.click()
    await close.click()
    expect(page.url()).toBe(`${site.url}${path}/close`)
  },
)

test('on a phone the tools of a poll stay at the bottom once the manager has voted', async () => {
  const poll_id = await makePoll(site.world, { recipients: { audience: 'group' } })
  const page = await site.open({ width: PHONE, scripts: false }, site.world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`)
  await page.locator('#ballot').getByText('Agree', { exact: true }).click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: Agree.').waitFor()
  const bar = await page.getByRole('button', { name: 'Manage this poll' }).boundingBox()
  expect(bar?.y).toBeGreaterThan((HEIGHTS[PHONE] ?? 0) - ONE_BAR)
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
  // Unfolding the vote to change it moves nothing.
  const vote = page.locator('#your-vote')
  const before = await vote.boundingBox()
  await vote.click()
  const change = await page.getByRole('button', { name: 'Change vote' }).boundingBox()
  expect((change?.y ?? 0) + (change?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
  expect((await vote.boundingBox())?.y).toBe(before?.y)
  expect(await coveredBelow(page)).toBeLessThanOrEqual(ONE_BAR)
})

test('on a phone a poll is started in a thread, and a comment begun, from the bottom', async () => {
  const page = await site.open({ width: PHONE, scripts: false }, site.world.ada.id)
  const thread = await keyOf(site.world, 'discussions', await makeThread(site.world))
  await page.goto(`${site.url}/d/${thread}`)
  const start = page.getByRole('link', { name: 'Start a poll here' })
  const box = await start.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
  expect(box?.y).toBeGreaterThan((HEIGHTS[PHONE] ?? 0) / 2)
  const comment = page.getByLabel('Your comment')
  await page.getByRole('link', { name: 'Add a comment' }).click()
  await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true)
  expect((await page.getByText('Your comment', { exact: true }).boundingBox())?.y).toBeGreaterThanOrEqual(0)
  expect(await start.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Edit thread' }).focus()
  await start.click()
  expect(new URL(page.url()).searchParams.get('thread')).toBe(thread)
})

test('on a phone breadcrumbs show the way up alone', async () => {
  const page = await site.open({ width: PHONE, scripts: false }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/threads`)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  const shown = []
  for (const crumb of await crumbs.all()) if (await crumb.isVisible()) shown.push(await crumb.innerText())
  expect(shown).toEqual(['Threads'])
})

test('on a phone the tabs of a group are one row that scrolls, with the current one in sight', async () => {
  const page = await site.open({ width: PHONE, scripts: false }, site.world.ada.id)
  for (const [path, name] of [
    ['', 'Overview'],
    ['/settings', 'Settings'],
  ]) {
    await page.goto(`${site.url}/g/mill-lane${path}`)
    const tabs = page.getByRole('navigation', { name: 'Group pages' })
    const boxes = await Promise.all((await tabs.getByRole('link').all()).map((tab) => tab.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    const current = await tabs.getByRole('link', { name: name ?? '', exact: true }).boundingBox()
    expect(current?.x).toBeGreaterThanOrEqual(0)
    expect((current?.x ?? 0) + (current?.width ?? 0)).toBeLessThanOrEqual(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE)
  }
})

test.each(['en-GB', 'de', 'ar'])(
  'on a phone the neighbours of the current tab are in sight (%s)',
  async (language) => {
    const page = await site.open({ width: PHONE, scripts: false, language }, site.world.ada.id)
    for (const [path, hidden] of Object.entries(HIDDEN_TABS)) {
      await page.goto(`${site.url}/g/mill-lane${path}`)
      const { cut, fades } = await page.locator('.tabs ul').first().evaluate(tabsOf)
      expect({ path, cut, fades }).toEqual({ path, cut: [], fades: hidden })
    }
  },
)

/** Where tabs are hidden, before and after those in sight: there the row fades. */
const HIDDEN_TABS = {
  '': { before: false, after: true },
  '/polls': { before: true, after: true },
  '/settings': { before: true, after: false },
}

/** Runs in the page. `cut`: the current tab and its neighbours, if less than half of them is in sight. */
function tabsOf(row: Element) {
  const tabs = [...row.querySelectorAll('a')]
  const current = tabs.findIndex((tab) => tab.ariaCurrent !== null)
  const { left, right } = row.getBoundingClientRect()
  const isCut = (tab: Element) => {
    const box = tab.getBoundingClientRect()
    const seen = Math.min(box.right, right) - Math.max(box.left, left)
    return seen < box.width / 2
  }
  const fades = (side: string) => Number.parseFloat(getComputedStyle(row).getPropertyValue(side)) > 0
  return {
    cut: tabs
      .slice(Math.max(0, current - 1), current + 2)
      .filter(isCut)
      .map((tab) => tab.innerText),
    fades: { before: fades('--before'), after: fades('--after') },
  }
}

test('on a phone the dots left stay in view beside the button, and no more can be given', async () => {
  const options = ['Slate', 'Tile', 'Thatch', 'Tin', 'Turf', 'Glass', 'Reed', 'Wood', 'Lead', 'Zinc']
  const poll_id = await makePoll(site.world, {
    ...{ settings: { poll_type: 'dot_vote' }, options },
    recipients: { audience: 'group' },
  })
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`)
  await page.getByRole('button', { name: 'One dot more: Slate' }).click()
  const left = await page.getByText('Dots left: 7 of 8.').boundingBox()
  const button = await page.getByRole('button', { name: 'Cast vote' }).boundingBox()
  expect(left?.y).toBeGreaterThan(0)
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[PHONE] ?? 0)
  expect(await coveredBelow(page)).toBeLessThanOrEqual(ONE_BAR)
  await page.getByLabel('Tile', { exact: true }).fill('7')
  const said = page.locator('#ballot [role=status]')
  expect(await said.innerText()).toBe('Dots left: 0 of 8.')
  await page.getByRole('button', { name: 'One dot more: Slate' }).click()
  expect(await said.innerText()).toBe('No dots left. Take one from another option first.')
  expect(await page.getByLabel('Slate', { exact: true }).inputValue()).toBe('1')
  await page.getByRole('button', { name: 'One dot fewer: Tile' }).click()
  expect(await said.innerText()).toBe('Dots left: 1 of 8.')
  // There is no other option to take one from.
  await page.getByLabel('Slate', { exact: true }).fill('0')
  await page.getByLabel('Tile', { exact: true }).fill('8')
  await page.getByRole('button', { name: 'One dot more: Tile' }).click()
  expect(await said.innerText()).toBe('No dots left. This option has them all.')
  await page.getByRole('button', { name: 'One dot more: Slate' }).click()
  expect(await said.innerText()).toBe('No dots left. Take one from another option first.')
})

test.each(['en', 'de', 'fr', 'uk', 'ar', 'ja'])(
  'on a phone the scores from 0 to 5, and none, fit in one row: %s',
  async (language) => {
    const { world } = site
    const [user_id = 0] = await addMembers(world, [`scorer-${language}@mill.example`])
    const settings = { poll_type: 'score' } as const
    const poll_id = await makePoll(world, { settings, options: ['Slate', 'Tile'] })
    const link = `k=${await tokenFor(world, 'ballot', { user_id, poll_id })}`
    const page = await site.open({ width: PHONE, language })
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}?${link}`)
    const boxes = await page
      .locator('.scale')
      .first()
      .locator('label')
      .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes).toHaveLength(7)
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  },
)

test.each([true, false])(
  'on a phone a guest sees the first answers below a short question, and the one marked by a mail, scripts: %s',
  async (scripts) => {
    const { world } = site
    const [user_id = 0] = await addMembers(world, [`gil-${scripts}@far.example`])
    const details = 'The old green is peeling.\nWe have two pots of blue.\nIt takes four people.'
    const poll_id = await makePoll(world, {
      settings: { title: 'Shall we repaint the shed on Saturday?', details, quorum_pct: 50 },
      options: ['agree', 'abstain', 'disagree', 'block'],
      recipients: { audience: 'group' },
    })
    const path = `${site.url}/p/${await keyOf(world, 'polls', poll_id)}`
    const link = `${path}?k=${await tokenFor(world, 'ballot', { user_id, poll_id })}`
    const page = await site.open({ width: PHONE, scripts })
    const isInView = async (one: ReturnType<Page['locator']>) => {
      const box = await one.boundingBox()
      const bar = await page.getByRole('button', { name: 'Cast vote' }).boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= (bar?.y ?? 0)
    }
    const answer = (name: string) =>
      page.locator('#ballot label').filter({ has: page.getByText(name, { exact: true }) })
    await page.goto(link)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    const first = [answer('Agree'), answer('Abstain'), page.getByLabel('Your name')]
    for (const one of [...first, page.getByRole('button', { name: 'I am not' })])
      expect(await isInView(one)).toBe(true)
    await page.goto(`${link}&choice=disagree`)
    for (const one of [answer('Disagree'), page.getByLabel('Your name'), page.getByText('You chose')])
      expect(await isInView(one)).toBe(true)
  },
)

/** How often the texts above a page's content name the group, as far as they are seen. */
const namesSeen = (page: Page) =>
  page.locator('.masthead, .crumbs, main header, main h1').evaluateAll((parts, name) => {
    const walks = parts
      .filter((part) => !parts.some((other) => other !== part && other.contains(part)))
      .map((part) => document.createTreeWalker(part, NodeFilter.SHOW_TEXT))
    let count = 0
    for (const walk of walks)
      while (walk.nextNode() !== null) {
        const { parentElement, textContent } = walk.currentNode
        const { width = 0 } = parentElement?.getBoundingClientRect() ?? {}
        if (textContent?.includes(name) && width > 1) count++
      }
    return count
  }, 'Mill Lane Co-op')

test('on a phone a page names its group once', async () => {
  const { world } = site
  const poll = `/p/${await keyOf(world, 'polls', await makePoll(world))}`
  const discussion_id = await makeThread(world)
  const thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  const inside = `/p/${await keyOf(world, 'polls', await makePoll(world, { discussion_id }))}`
  const page = await site.open({ width: PHONE, scripts: false }, world.ada.id)
  const group = ['', '/threads', '/polls', '/decisions', '/members', '/settings', '/invite', '/new-thread']
  for (const path of [
    ...group.map((tab) => `/g/mill-lane${tab}`),
    '/new-poll?group=mill-lane&type=poll',
    ...[poll, `${poll}/close`, `${poll}/share`, `${poll}/audit`, thread, `${thread}/edit`, inside],
  ]) {
    await page.goto(`${site.url}${path}`)
    expect([path, await namesSeen(page)]).toEqual([path, 1])
  }
})

test('on a phone the seven types of a poll take little more than one and a half screens', async () => {
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane`)
  expect(await page.locator('.types > li').count()).toBe(7)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_326)
})

test('on a phone two times of a day stand side by side below it', async () => {
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=meeting`)
  await page.locator('.month').last().getByRole('checkbox').last().click({ force: true })
  const row = page.locator('.chosen > li')
  await row.getByRole('button', { name: 'Add time' }).click()
  await row.getByLabel(/^Time 2/).waitFor()
  const [day, ...times] = await Promise.all([
    row.locator('strong').boundingBox(),
    ...(await row.locator('[type=time]').all()).map((time) => time.boundingBox()),
  ])
  expect(times).toHaveLength(2)
  expect(times[1]?.y).toBe(times[0]?.y)
  expect(times[0]?.x).toBe(day?.x)
  expect(times[0]?.y).toBeGreaterThanOrEqual((day?.y ?? 0) + (day?.height ?? 0))
  await row.getByRole('button', { name: 'Remove time 2' }).click()
  await expect.poll(() => row.locator('[type=time]').count()).toBe(1)
  await row.getByRole('button', { name: 'Remove time 1' }).click()
  await expect.poll(() => page.locator('.month :checked').count()).toBe(0)
})

test('on a phone the buttons of a ranked option stay beside its number when that is wrong', async () => {
  const poll_id = await makePoll(site.world, {
    ...{ settings: { poll_type: 'ranked_choice' }, options: ['Slate', 'Tile', 'Thatch'] },
    recipients: { audience: 'group' },
  })
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`)
  await page.getByLabel('Slate', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Cast vote' }).click()
  const row = page.locator('.numbers > li', { hasText: 'Tile' })
  await row.getByText('Enter a number.').waitFor()
  const field = await row.getByLabel('Tile', { exact: true }).boundingBox()
  for (const button of await row.getByRole('button').all())
    expect((await button.boundingBox())?.y).toBe(field?.y)
})

test('on a phone the name of an option keeps most of its row, and one tap moves it up', async () => {
  const page = await site.open({ width: PHONE, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=poll`)
  const [first, up] = [
    page.getByLabel('Option 1', { exact: true }),
    page.getByRole('button', { name: 'Move option 2 up' }),
  ]
  await first.fill('Leave it as it is, with new oil')
  expect((await first.boundingBox())?.width).toBeGreaterThan(PHONE / 2)
  await page.getByLabel('Option 3', { exact: true }).fill('Green')
  expect((await up.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Move option 3 up' }).click()
  const second = page.getByLabel('Option 2', { exact: true })
  await expect.poll(() => second.inputValue()).toBe('Green')
  // The focus is still at the button, now in the row above, and opens no keyboard on the screen.
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('on a phone the result of "Block" stands beside it as those of the other positions do', async () => {
  const poll_id = await makePoll(site.world, {
    options: ['agree', 'disagree', 'block'],
    recipients: { audience: 'group' },
  })
  const page = await site.open({ width: PHONE }, site.world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}`)
  await page.getByLabel('Agree', { exact: true }).check()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  const lines = page.locator('.results > li > p')
  await lines.first().waitFor()
  expect(await lines.locator('.remark').count()).toBe(1)
  const places = await lines.evaluateAll((all) =>
    all.map((line) => {
      const [name, result] = [...line.children].map((part) => part.getBoundingClientRect())
      return { down: result!.top - name!.top, end: result!.right }
    }),
  )
  expect(places).toHaveLength(3)
  expect(new Set(places.map(({ down, end }) => `${Math.round(down)} ${Math.round(end)}`)).size).toBe(1)
})

test('on a phone a title of two lines has as much space around it as one of one line', async () => {
  const { world } = site
  for (const title of ['Tools', 'Somebody to speak for all of us at the ward meeting in March']) {
    await makeThread(world, {}, title)
    await makePoll(world, { settings: { title }, recipients: { audience: 'group' } })
  }
  const page = await site.open({ width: PHONE, scripts: false }, world.ada.id)
  for (const path of ['/', '/g/mill-lane', '/g/mill-lane/threads', '/help']) {
    await page.goto(`${site.url}${path}`)
    const rows = (await page.locator('main .list').evaluateAll(titlesOf)).flat()
    expect(rows.map(({ lines }) => lines)).toEqual(expect.arrayContaining([1, 2]))
    // The line of a rule above it, and letters that are larger on the home page, make the difference.
    expect(rows.filter(({ above, below }) => above < 10 || above > 15 || below < 8)).toEqual([])
  }
})

/** Runs in the page: the titles of each list, and the space in pixels from their text to what is around it. */
function titlesOf(lists: Element[]) {
  return lists.map((list) =>
    [...list.querySelectorAll(':scope > li > a:first-child')].map((title) => {
      const row = title.parentElement!.getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(title)
      const lines = [...text.getClientRects()]
      const next = title.parentElement!.querySelector('p')?.getBoundingClientRect().top ?? row.bottom
      return {
        lines: new Set(lines.map(({ top }) => top)).size,
        above: Math.round(lines[0]!.top - row.top),
        below: Math.round(next - lines.at(-1)!.bottom),
      }
    }),
  )
}

test('buttons of a line that take several lines begin where the line does', async () => {
  const [user_id = 0] = await addMembers(site.world, ['long@mill.example'])
  const name = 'Maximiliane Hildegard von und zu Hohenstein-Wittelsbach the Younger of Mill Lane'
  await site.world.db.pool.query('update users set name = $1 where id = $2', [name, user_id])
  const discussion_id = await makeThread(site.world)
  const poll_id = await makePoll(site.world, { recipients: { user_ids: [user_id] } })
  const [poll, thread] = [
    await tokenFor(site.world, 'ballot', { user_id, poll_id }),
    await tokenFor(site.world, 'thread', { user_id, discussion_id }),
  ]
  for (const path of [
    `/p/${await keyOf(site.world, 'polls', poll_id)}?k=${poll}`,
    `/d/${await keyOf(site.world, 'discussions', discussion_id)}?k=${thread}`,
  ]) {
    const page = await site.open({ width: PHONE })
    await page.goto(`${site.url}${path}`)
    const button = page.locator('form[action$="/not-me"] button')
    expect(await button.evaluate((one) => getComputedStyle(one).textAlign)).toBe('start')
  }
})

test.each(OFFERED)('on a phone every choice of a language for a group is whole (%s)', async (language) => {
  const page = await site.open({ width: PHONE, scripts: true, language }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/settings`)
  const [most, given] = await page.locator('select[name=locale]').evaluate((select) => {
    const { width } = select.getBoundingClientRect()
    // As wide as its longest choice.
    select.style.cssText = 'inline-size: max-content; max-inline-size: none'
    return [select.getBoundingClientRect().width, width]
  })
  expect(most).toBeLessThanOrEqual(given)
})
