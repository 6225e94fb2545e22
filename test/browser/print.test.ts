import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { makePoll, type PollWish } from '../tell.ts'
import { keyOf } from '../web.ts'
import { pagesOf } from './printed.ts'
import { openTown, type Town } from './town.ts'

let town: Town

beforeAll(async () => {
  town = await openTown()
})

const PRINT = 'Print minutes'
const DISTANCE = /just now|\d\s\w+ ago|\bin \d+\s(minutes|hours|days)/

test('a decided proposal prints on one page: outcome, result, reasons and question, without buttons', async () => {
  const page = await town.site.open({ scheme: 'dark' }, town.ada)
  await page.goto(`${town.site.url}${town.at['closed proposal']}`)
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  // As a list, as where many voted.
  const names = await page.locator('.faces').first().innerText()
  expect(names).toMatch(/^\p{L}+ \p{L}+(, \p{L}+ \p{L}+)+$/u)
  for (const name of ['Outcome', 'Results', 'Reasons', 'The question'])
    expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true)
  expect(await page.locator('.facts').innerText()).toContain('8 of 9 ballots cast')
  for (const away of [page.getByRole('button'), page.getByRole('navigation'), page.locator('.standing')])
    expect(await away.filter({ visible: true }).count()).toBe(0)
  // Dark mode prints dark ink on white paper.
  expect(await page.evaluate(lightnessOfInk)).toBeLessThan(0.3)
})

test('a printed outcome has something between its day and the day of its review', async () => {
  const { world, url } = town.site
  const { rows } = await world.db.pool.query(
    'select p.key from polls p join outcomes o on o.poll_id = p.id where o.review_on is not null limit 1',
  )
  const page = await town.site.open({}, town.ada)
  await page.goto(`${url}/p/${rows[0]?.key}`)
  const before = () =>
    page.locator('.outcome .review').evaluate((review) => getComputedStyle(review, '::before').content)
  expect(await before()).toBe('none')
  await page.emulateMedia({ media: 'print' })
  expect(await before()).toBe('"· "')
})

test('the key of a count keeps its squares off its words, and its sentence is no wider than the rounds', async () => {
  const { world, url } = town.site
  const { rows } = await world.db.pool.query(
    "select key from polls where count_method = 'stv_scottish' and closed_at is not null limit 1",
  )
  const page = await town.site.open({}, town.ada)
  await page.goto(`${url}/p/${rows[0]?.key}`)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 642, height: 980 })
  const seen = await page.locator('.key:has(+ p + .rounds)').evaluate((key) => {
    const square = key.querySelector('svg')!
    const words = document.createRange()
    words.selectNode(square.nextSibling!)
    const notes = key.nextElementSibling!
    return {
      gap: words.getBoundingClientRect().left - square.getBoundingClientRect().right,
      notes: notes.getBoundingClientRect().width,
      rounds: notes.nextElementSibling!.getBoundingClientRect().width,
    }
  })
  expect(seen.gap).toBeGreaterThan(3)
  expect(seen.rounds).toBe(seen.notes)
})

test('the facts of a poll are on the same sheet as the words before them', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}${town.at['closed ranked_choice']}`)
  await page.emulateMedia({ media: 'print' })
  // Browsers keep blocks together, but not the items of a grid.
  const kept = await page.locator('aside:has(.facts)').evaluate((aside) => ({
    before: getComputedStyle(aside).breakBefore,
    beside: getComputedStyle(aside.parentElement!).display,
  }))
  expect(kept).toEqual({ before: 'avoid', beside: 'block' })
})

test.each(['demo thread', 'decisions'])('%s: printed without tabs, buttons and forms', async (place) => {
  const { at, site, ada } = town
  const page = await site.open({}, ada)
  await page.goto(`${site.url}${place === 'decisions' ? `${at['demo']}/decisions` : at[place]}`)
  await page.emulateMedia({ media: 'print' })
  // A sheet of A4 without its margins.
  await page.setViewportSize({ width: 642, height: 980 })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  // Paper is read later: "2 days ago" would say nothing.
  const exact = page.locator('.exact, .ago').filter({ visible: true })
  const shown = await exact.first().evaluate((found) => {
    const { content } = getComputedStyle(found, '::after')
    return found.getBoundingClientRect().width > 50 && `${found.textContent}${content}`
  })
  expect(shown).toMatch(/\w+day \d+\s\w+ \d{4}, \d\d:\d\d/)
  const sheet = await page.locator('body').innerText()
  expect(sheet).not.toMatch(DISTANCE)
  for (const role of ['navigation', 'button', 'textbox'] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count()).toBe(0)
  for (const name of ['View poll', 'Vote', 'Delete', 'Edit thread', 'Add a comment'])
    expect(await page.getByText(name, { exact: true }).filter({ visible: true }).count(), name).toBe(0)
})

test('the home page prints the times at which polls close, without how far away these are', async () => {
  const page = await town.site.open({}, town.ada)
  const sheet = await sheetOf(page, '/')
  expect(sheet).toMatch(/Voting closes on \w+day \d+\s\w+ \d{4}, \d\d:\d\d/)
  expect(sheet).not.toMatch(DISTANCE)
})

test('a thread prints without what is for its reader, and with the numbers of bars at the right end', async () => {
  const { site, at, ada } = town
  const key = at['demo thread']?.split('/').at(-1)
  const page = await site.open({}, ada)
  const news = page.getByText(/unread comments?\./)
  // A page of another test may still note that she has read it.
  const open = async () => {
    await site.world.db.pool.query(
      `insert into discussion_readers (discussion_id, user_id, last_seen) select id, $2, 1 from discussions where key = $1
       on conflict (discussion_id, user_id) do update set last_seen = 1`,
      [key, ada],
    )
    await page.goto(`${site.url}/d/${key}`)
    return news.count()
  }
  await expect.poll(open).toBe(1)
  const own = page.locator('.poll-card .quiet > .on-screen')
  expect(await own.count()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 642, height: 980 })
  for (const away of [news, own, page.locator('.new')])
    expect(await away.filter({ visible: true }).count()).toBe(0)
  const gaps = await page.locator('.poll-card .stacked ~ .results > li > p').evaluateAll((lines) =>
    lines.map((line) => {
      const card = line.closest('article')?.getBoundingClientRect().right ?? 0
      return card - (line.lastElementChild?.getBoundingClientRect().right ?? 0)
    }),
  )
  expect(gaps.length).toBeGreaterThan(0)
  expect(Math.max(...gaps)).toBeLessThan(30)
  const sheet = await page.locator('.talk').innerText()
  expect(sheet).toMatch(/Voting closed on \w+day \d+\s\w+ \d{4}, \d\d:\d\d/)
})

test.each(['Paint?', 'Shall we paint the hall blue, and the door to the garden? '.repeat(2)])(
  'the poster of a poll fills one sheet with its title, a large code and the link: %s',
  async (title) => {
    const { world, url } = town.site
    const settings = { title: title.trim() }
    const id = await makePoll(world, { settings, options: ['agree', 'disagree'] })
    const page = await town.site.open({}, town.ada)
    await page.goto(`${url}/p/${await keyOf(world, 'polls', id)}/share`)
    expect(await pagesOf(page)).toBe(1)
    await page.emulateMedia({ media: 'print' })
    // A sheet of A4 without its margins.
    await page.setViewportSize({ width: 642, height: 1_032 })
    const code = await page.getByRole('img', { name: 'QR code' }).boundingBox()
    expect(Math.min(code?.width ?? 0, code?.height ?? 0)).toBeGreaterThan(300)
    const link = await page.getByText(`${url}/p/`).filter({ visible: true }).boundingBox()
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeGreaterThan(900)
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThan(1_032)
  },
)

/** The printed texts of a page, as a reader of the sheet sees them. */
async function sheetOf(page: Page, path: string): Promise<string> {
  await page.goto(`${town.site.url}${path}`)
  await page.emulateMedia({ media: 'print' })
  return (await page.locator('body').innerText()).replaceAll('\u00a0', ' ')
}

test.each(['proposal', 'poll', 'count', 'score', 'dot_vote', 'ranked_choice', 'meeting'])(
  'an open %s prints its question, options, closing time and link, and no controls',
  async (type) => {
    const page = await town.site.open({ scripts: false }, town.ada)
    const path = town.at[`ballot ${type}`] ?? ''
    await page.goto(`${town.site.url}${path}`)
    const options = await page.locator('#ballot :is(label, legend)').allInnerTexts()
    const sheet = await sheetOf(page, path)
    for (const text of [await page.locator('h1').innerText(), /Closes\s+\w+day \d+ \w+ \d{4}, \d\d:\d\d/])
      expect(sheet).toMatch(text)
    expect(sheet).toContain(`${town.site.url}${path}`)
    const { rows } = await town.site.world.db.pool.query<{ name: string }>(
      'select o.name from poll_options o join polls p on p.id = o.poll_id where p.key = $1',
      [path.slice('/p/'.length)],
    )
    expect(options.length).toBeGreaterThan(0)
    for (const { name } of rows.filter(() => !['proposal', 'count', 'meeting'].includes(type)))
      expect(sheet).toContain(name)
    if (type === 'proposal') expect(sheet).toMatch(/Agree[\s\S]+Abstain[\s\S]+Block/)
    if (type === 'count') expect(sheet).toMatch(/Accept[\s\S]+Decline/)
    for (const role of ['button', 'textbox', 'radio', 'checkbox'] as const)
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0)
    expect(sheet).not.toContain('Show these votes')
  },
)

test('an open poll prints its options also where anyone votes by a link', async () => {
  const page = await town.site.open({ scripts: false })
  const sheet = await sheetOf(page, town.at['open vote'] ?? '')
  expect(sheet).toMatch(/What the vote is about[\s\S]+Bread[\s\S]+Soup/)
})

test('a reason given today prints with its date', async () => {
  const page = await town.site.open({ scripts: false }, town.ada)
  const sheet = await sheetOf(page, town.at['voted'] ?? '')
  expect(sheet).toMatch(/\w+day \d+ \w+ \d{4}, \d\d:\d\d[\s\S]*Yes\./)
})

test('a score poll prints without what other methods would elect, and each name nearer to its own bar', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}${town.at['closed score']}`)
  const others = page.getByText('The same ballots, counted differently')
  expect(await others.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await others.isVisible()).toBe(false)
  const gaps = await page.locator('.results').evaluate((list) => {
    const [first, second] = [...list.children].map((line) => ({
      name: line.querySelector('p')!.getBoundingClientRect(),
      columns: line.querySelector('svg')!.getBoundingClientRect(),
      bar: line.querySelector('.bar')!.getBoundingClientRect(),
    }))
    return { before: second!.name.top - first!.bar.bottom, after: second!.columns.top - second!.name.bottom }
  })
  expect(gaps.before).toBeGreaterThan(4)
  expect(gaps.before).toBeGreaterThan(gaps.after)
})

test('numbers and bullets of lists are inside the printed page', async () => {
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}${town.at['closed dot_vote']}`)
  await page.emulateMedia({ media: 'print' })
  const list = page.locator('ol:not(.bare)').first()
  const room = (found: Element) => {
    const { paddingInlineStart, fontSize } = getComputedStyle(found)
    return Number.parseFloat(paddingInlineStart) / Number.parseFloat(fontSize)
  }
  expect(await list.evaluate(room)).toBeGreaterThanOrEqual(1.5)
})

test('the print button appears once a poll has closed, also on an open page', async () => {
  const { world } = town.site
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await castBallot(world.db, { poll_id: id, user_id: town.ben, choices: { agree: 1 }, reason: null })
  await dispatchEvents(world.db, town.site.url)
  const page = await town.site.open({}, town.ada)
  await page.goto(`${town.site.url}/p/${await keyOf(world, 'polls', id)}`)
  await page.getByText(/1 of \d voted/).waitFor()
  expect(await page.getByRole('button', { name: PRINT }).count()).toBe(0)
  await change(world.db, { kind: 'person', user_id: town.ada }, (act) => closePoll(act, id))
  await dispatchEvents(world.db, town.site.url)
  await page.evaluate(() => addEventListener('beforeprint', () => sessionStorage.setItem('printed', 'yes')))
  // The button's script arrives with it, a moment later.
  const press = async () => {
    await page.getByRole('button', { name: PRINT }).click()
    return page.evaluate(() => sessionStorage.getItem('printed'))
  }
  await expect.poll(press).toBe('yes')
})

test('without scripts the button, which would do nothing, is missing', async () => {
  const page = await town.site.open({ scripts: false }, town.ada)
  await page.goto(`${town.site.url}${town.at['closed proposal']}`)
  expect(await page.getByRole('link', { name: 'Ballots as CSV' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: PRINT }).count()).toBe(0)
})

const lightnessOfInk = () =>
  Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.body).getPropertyValue('color'))?.[1])

test('the API page is folded, unfolds the call in its URL, and prints completely', async () => {
  const page = await town.site.open({ scripts: false })
  await page.goto(`${town.site.url}/help/api#createPoll`)
  const call = (id: string) => page.locator(`#${id}`)
  expect(await call('createPoll').isVisible()).toBe(true)
  expect(await call('createDiscussion').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await call('createDiscussion').isVisible()).toBe(true)
})

test('minutes of a meeting: heads above their ticks, the best one marked, the zone named, and nothing said to the reader', async () => {
  const { world, url } = town.site
  const id = await makePoll(world, {
    settings: { poll_type: 'meeting' },
    options: ['2098-03-02T18:00:00Z', '2098-03-03T18:00:00Z'],
    recipients: { audience: 'group' },
  })
  const choices = { '2098-03-02T18:00:00Z': 2, '2098-03-03T18:00:00Z': 0 }
  await castBallot(world.db, { poll_id: id, user_id: town.ada, choices, reason: null })
  await change(world.db, { kind: 'person', user_id: town.ada }, (act) => closePoll(act, id))
  const page = await town.site.open({}, town.ada)
  await page.goto(`${url}/p/${await keyOf(world, 'polls', id)}?done=close`)
  const notice = page.getByText('You can now say what was decided.')
  expect(await notice.isVisible()).toBe(true)
  expect(await page.getByText('(you)').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 642, height: 980 })
  for (const said of [notice, page.getByText('(you)'), page.getByText('in your time zone')])
    expect(await said.filter({ visible: true }).count()).toBe(0)
  expect(
    await page.getByText('All times are in this time zone:').filter({ visible: true }).count(),
  ).toBeGreaterThan(0)
  const middles = (found: string) =>
    page.locator(found).evaluateAll((all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect()
        return Math.round((left + right) / 2)
      }),
    )
  const heads = await middles('.wide thead tr:last-child th + th')
  const ticks = await middles('.wide tbody tr:first-child svg')
  for (const [place, head] of heads.entries()) expect(Math.abs(head - (ticks[place] ?? 0))).toBeLessThan(4)
  const mark = await page.locator('.wide .best').evaluate((best) => {
    const { borderTopWidth, borderLeftWidth, borderRightWidth } = getComputedStyle(best)
    return [borderTopWidth, borderLeftWidth, borderRightWidth]
  })
  expect(mark).toEqual(['3px', '0px', '0px'])
})

test('many names below an answer are one text, each with its comma', async () => {
  const { world } = town.site
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  const { rows } = await world.db.pool.query<{ id: number }>(
    `with made as (insert into users (name, email) select 'Voter ' || n, 'many' || n || '@x.example'
       from generate_series(1, 35) n returning id)
     insert into electorate (poll_id, user_id, inviter_id, issued_as) select $1, id, $2, 'named' from made
     returning user_id as id`,
    [id, town.ada],
  )
  for (const { id: user_id } of rows)
    await castBallot(world.db, { poll_id: id, user_id, choices: { agree: 1 }, reason: null })
  const page = await town.site.open({}, town.ada)
  await sheetOf(page, `/p/${await keyOf(world, 'polls', id)}`)
  const gap = await page.locator('.choosers p').evaluate((text) => {
    const [first, second] = [...text.querySelectorAll('bdi')].map((name) => name.getBoundingClientRect())
    return (second?.left ?? 0) - (first?.right ?? 0)
  })
  // A comma and a space.
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(12)
})

/** The sheet of a closed ranked choice in which two people ranked all options. */
async function rankedSheet(settings: NonNullable<PollWish['settings']>, options: string[]): Promise<Page> {
  const { world } = town.site
  const id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
  for (const [place, user_id] of [town.ada, town.ben].entries()) {
    const ranked = options.map((name, own) => [name, 1 + ((own + place * 5) % options.length)])
    await castBallot(world.db, { poll_id: id, user_id, choices: Object.fromEntries(ranked), reason: null })
  }
  await change(world.db, { kind: 'person', user_id: town.ada }, (act) => closePoll(act, id))
  const page = await town.site.open({}, town.ada)
  await sheetOf(page, `/p/${await keyOf(world, 'polls', id)}`)
  return page
}

test('a count by rounds is no wider than its sheet', async () => {
  const options = Array.from({ length: 16 }, (_, place) => `Candidate number ${place + 1}`)
  const settings = { poll_type: 'ranked_choice', count_method: 'stv_meek', seats: 3 } as const
  const page = await rankedSheet(settings, options)
  await page.setViewportSize({ width: 642, height: 980 })
  const ends = await page
    .locator('.counted')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(ends.length).toBeGreaterThan(1)
  expect(Math.max(...ends)).toBeLessThanOrEqual(642)
})

test('a list of rounds in words breaks between rounds, so that the sheet before it is full', async () => {
  const options = Array.from(
    { length: 16 },
    (_, place) => `Candidate ${place} of a district with a long name`,
  )
  const settings = { poll_type: 'ranked_choice', count_method: 'irv' } as const
  const page = await rankedSheet(settings, options)
  const breaks = (found: string) =>
    page.locator(found).evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside))
  expect(await breaks('.rounds > li:has(> details)')).toEqual(['auto'])
  expect(new Set(await breaks('.rounds > li:has(.round), .rounds details li'))).toEqual(new Set(['avoid']))
})

test('arcs between bars are laid out with their round: Chromium prints absolute ones on the first sheet', async () => {
  const { world } = town.site
  const settings = { poll_type: 'ranked_choice', count_method: 'irv' } as const
  const options = ['North', 'South', 'West']
  const id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
  for (const [place, user_id] of [town.ada, town.ben].entries()) {
    const choices = Object.fromEntries(options.map((name, own) => [name, 1 + ((own + place) % 3)]))
    await castBallot(world.db, { poll_id: id, user_id, choices, reason: null })
  }
  await change(world.db, { kind: 'person', user_id: town.ada }, (act) => closePoll(act, id))
  const page = await town.site.open({}, town.ada)
  await sheetOf(page, `/p/${await keyOf(world, 'polls', id)}`)
  const positions = await page
    .locator('.arcs')
    .evaluateAll((arcs) => arcs.map((arc) => getComputedStyle(arc).position))
  expect(new Set(positions)).toEqual(new Set(['static']))
})
