import { describe, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { makeOpenLink } from '../../src/polls/open/make-open-link.ts'
import { findPoll } from '../../src/polls/polls-store.ts'
import { DESK, HEIGHTS, openSite, PHONE } from '../browser.ts'
import { makePoll, makeThread, rewordPoll } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)

test.each([
  { width: DESK, scripts: true, voter: ben },
  { width: PHONE, scripts: false, voter: cleo },
])(
  'who has voted is at what they voted, $width wide, and finds the ballot folded',
  async ({ voter, ...look }) => {
    const details = 'A long text.\n\n'.repeat(40)
    const settings = { details }
    const id = await makePoll(world, {
      settings,
      options: ['agree', 'disagree'],
      recipients: { audience: 'group' },
    })
    const page = await site.open(look, voter)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
    const summary = page.locator('#your-vote')
    const cast = page.getByRole('button', { name: 'Cast vote' })
    await page.locator('.ballot').getByText('Agree', { exact: true }).click()
    await cast.click()
    await page.getByText('You voted: Agree.').waitFor()
    expect(await summary.evaluate((one) => one === document.activeElement)).toBe(true)
    // Said once: where they are, and above the poll when they come back.
    const recorded = page.getByText(/Your vote was recorded at/).filter({ visible: true })
    expect(await recorded.count()).toBe(1)
    expect(await summary.innerText()).toContain('Your vote was recorded at')
    const box = await summary.boundingBox()
    const results = await page.getByRole('heading', { name: 'Results' }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect(results?.y).toBeGreaterThan(box?.y ?? 0)
    expect(results?.y).toBeLessThan((HEIGHTS[look.width] ?? 0) / 2)
    const change = page.getByRole('button', { name: 'Change vote' })
    expect(await change.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await page.locator('.ballot').getByText('Disagree', { exact: true }).click()
    await change.click()
    await page.getByText('You voted: Disagree.').waitFor()
    expect(await change.isVisible()).toBe(false)
    await page.goto(page.url().replace(/#.*/, '?'))
    expect(await summary.innerText()).toMatch(/^You voted: Disagree\./)
    const changed = page.getByText(/Your changed vote was recorded at/).filter({ visible: true })
    expect(await changed.count()).toBe(1)
  },
)

test.each([
  { width: DESK, scripts: true },
  { width: PHONE, scripts: false },
])('the link to change a vote cast before an edit unfolds the ballot, $width wide', async (look) => {
  const id = await makePoll(world, { options: ['agree', 'disagree'], recipients: { audience: 'group' } })
  await castBallot(world.db, { poll_id: id, user_id: ben, choices: { agree: 1 }, reason: null })
  await rewordPoll(world, id, { user_id: world.ada.id, details: 'For **twelve** bikes.' })
  const page = await site.open(look, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  const change_vote = page.getByRole('button', { name: 'Change vote' })
  expect(await change_vote.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'change it' }).click()
  await change_vote.waitFor()
  await change_vote.click()
  await page.getByText('You voted: Agree.').waitFor()
  expect(await page.getByText('The question was edited').count()).toBe(0)
})

test('anonymous voters see the note that confirms their vote', async () => {
  const settings = { anonymous: true, details: 'A long text.\n\n'.repeat(40) }
  const id = await makePoll(world, {
    settings,
    options: ['agree', 'disagree'],
    recipients: { audience: 'group' },
  })
  const page = await site.open({}, ben)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  await page.locator('.ballot').getByText('Agree', { exact: true }).click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('Your vote was recorded.').waitFor()
  const note = page.locator('#your-vote')
  expect(await note.evaluate((one) => one === document.activeElement)).toBe(true)
  // Not at the window's edge.
  expect((await note.boundingBox())?.y).toBeGreaterThanOrEqual(24)
})

test.each([
  { width: DESK, details: 'The old green is peeling.' },
  { width: PHONE, details: 'The old green is peeling.\n\n'.repeat(20) },
])(
  'the button of a proposal is visible at once, and covers no focused control, $width wide',
  async (look) => {
    const id = await makePoll(world, {
      settings: { no_block: true, details: look.details },
      options: ['agree', 'abstain', 'disagree', 'block'],
      recipients: { audience: 'group' },
    })
    const page = await site.open({ width: look.width }, ben)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
    const button = page.getByRole('button', { name: 'Cast vote' })
    const bottomOf = async (place: typeof button) => {
      const box = await place.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    expect(await bottomOf(button)).toBeLessThanOrEqual(HEIGHTS[look.width] ?? 0)
    const block = page.locator('#ballot label', { hasText: 'Block' })
    if (look.width === DESK)
      expect(await bottomOf(block)).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0)
    const reason = page.locator('textarea')
    await reason.focus()
    expect(await bottomOf(reason)).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0)
  },
)

const LOTS = ['Soup', 'Curry', 'Bread', 'Rice', 'Beans', 'Salad', 'Stew', 'Pie']
const EVENINGS = Array.from({ length: 8 }, (_, day) => `2031-03-1${day}T18:30:00Z`)

test('on the page of an open link too, the bar is as wide as the ballot', async () => {
  const poll_id = await makePoll(world, { settings: { open_link: true } })
  const poll = await findPoll(world.db.pool, poll_id)
  if (poll === null) throw new Error('there is no poll')
  const made = { poll, most: null, made_by: world.ada.id }
  const { token } = await change(world.db, SYSTEM, (act) => makeOpenLink(act, made))
  const page = await site.open({ width: DESK })
  await page.goto(`${site.url}/vote?k=${token}`)
  const form = page.locator('#ballot form')
  const bar = form.locator('p', { has: page.getByRole('button', { name: 'Cast vote' }) })
  expect((await bar.boundingBox())?.width).toBeGreaterThanOrEqual((await form.boundingBox())?.width ?? 0)
})

describe.each([{ width: PHONE }, { width: DESK }])('$width wide', ({ width }) => {
  test.each([
    { poll_type: 'poll' as const, options: LOTS },
    { poll_type: 'score' as const, options: LOTS },
    { poll_type: 'ranked_choice' as const, options: LOTS },
    { poll_type: 'dot_vote' as const, options: LOTS },
    { poll_type: 'meeting' as const, options: EVENINGS },
  ])('the button of a long $poll_type ballot stays in view', async ({ poll_type, options }) => {
    const id = await makePoll(world, { settings: { poll_type }, options, recipients: { audience: 'group' } })
    const page = await site.open({ width }, ben)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}#ballot`)
    const form = await page.locator('#ballot form').boundingBox()
    expect((form?.y ?? 0) + (form?.height ?? 0)).toBeGreaterThan(HEIGHTS[width] ?? 0)
    const bar = page.locator('p', { has: page.getByRole('button', { name: 'Cast vote' }) })
    const place = await bar.boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual((HEIGHTS[width] ?? 0) + 1)
    // It is opaque, as wide as the answers, and covers no focused control.
    expect(await bar.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toMatch(
      /rgba|transparent|\/ 0/,
    )
    expect(place?.width).toBeGreaterThanOrEqual(form?.width ?? 0)
    for (const field of await page.locator('#ballot form :is(input:not([type=hidden]), textarea)').all()) {
      await field.focus()
      const box = await field.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
    }
  })
})

test.each([
  { width: DESK, scripts: true, voter: ben },
  { width: PHONE, scripts: false, voter: cleo },
])('after voting in a thread, voters are at their vote there, $width wide', async ({ voter, ...look }) => {
  const discussion_id = await makeThread(world)
  const id = await makePoll(world, { discussion_id, recipients: { audience: 'group' } })
  const page = await site.open(look, voter)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.locator('.ballot').getByText('Agree', { exact: true }).click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: Agree.').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/d\//)
  const summary = page.locator(`#your-vote-${id}`)
  expect(await summary.evaluate((one) => one === document.activeElement)).toBe(true)
  const box = await summary.boundingBox()
  const results = await page.locator('.poll-card .stacked').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect(results?.y).toBeGreaterThan(box?.y ?? 0)
  expect((results?.y ?? 0) + (results?.height ?? 0)).toBeLessThanOrEqual(HEIGHTS[look.width] ?? 0)
  await page.keyboard.press('Enter')
  await page.locator('.ballot').getByText('Disagree', { exact: true }).click()
  await page.getByRole('button', { name: 'Change vote' }).click()
  await page.getByText('You voted: Disagree.').waitFor()
})

test('a guest votes in a thread by its link', async () => {
  const discussion_id = await makeThread(world, { emails: ['gus@far.example'] })
  await makePoll(world, { discussion_id })
  const { rows } = await world.db.pool.query("select id from users where email = 'gus@far.example'")
  const token = await tokenFor(world, 'thread', { user_id: rows[0].id, discussion_id })
  const page = await site.open()
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}?k=${token}`)
  await page.locator('.ballot').getByText('Agree', { exact: true }).click()
  await page.locator('[name=own_name]').first().fill('Gus')
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: Agree.').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/d\//)
})

test('on a phone, what each option got stands at the end of its line, and no space below whose link it is', async () => {
  await world.db.pool.query("update users set name = 'Vera Novak' where id = $1", [ben])
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'poll', title: 'Which colour?' },
    options: ['Dark green, as it was painted before', 'Blue', 'Oak'],
    recipients: { audience: 'group' },
  })
  await castBallot(world.db, {
    poll_id,
    user_id: cleo,
    choices: { 'Dark green, as it was painted before': 1 },
    reason: null,
  })
  const page = await site.open({ width: PHONE })
  const token = await tokenFor(world, 'ballot', { user_id: ben, poll_id })
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}?k=${token}`)
  await page.locator('.ballot').getByText('Dark green').click()
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('You voted: Dark green').waitFor()
  const ends = await page
    .locator('.results > li > p > .quiet')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
  expect(ends).toHaveLength(3)
  expect(new Set(ends).size).toBe(1)
  const forget = page.getByRole('button', { name: 'I am not Vera Novak' })
  const line = await forget.evaluate((one) => Number.parseFloat(getComputedStyle(one).lineHeight))
  expect((await forget.boundingBox())?.height).toBeLessThanOrEqual(Math.ceil(line))
})
