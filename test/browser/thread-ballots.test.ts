import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makePoll, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world, ['ben@mill.example', 'cleo@mill.example'])
await nameMembers(world)
const site = await openSite(world)

const COLOURS = { poll_type: 'poll', title: 'Which colour?', maximum_stance_choices: 1 } as const
const UNCAST = 'Your vote has not been cast yet.'
const UNCHANGED = 'Your change has not been recorded yet. The vote you cast before still counts.'

const tell = () => dispatchEvents(world.db, MAIL_CONFIG.public_url)
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft ')))

/** A thread with a proposal and a poll of one choice. */
async function threadWithPolls() {
  const discussion_id = await makeThread(world)
  const ask = (settings: object, options: string[]) =>
    makePoll(world, { discussion_id, recipients: { audience: 'group' }, settings, options })
  const roof_id = await ask({ title: 'Repair the roof now?' }, ['agree', 'disagree'])
  await ask(COLOURS, ['Red', 'Blue'])
  await tell()
  const path = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  return { discussion_id, path, roof: `${site.url}/p/${await keyOf(world, 'polls', roof_id)}` }
}

/** The ballot on this page, or in the card of this question. */
const ballotIn = (page: Page, title?: string) => {
  const whole = title === undefined ? page.locator('#ballot') : page.locator('.poll-card', { hasText: title })
  return {
    choice: (name: string) => whole.getByLabel(name),
    reason: whole.locator('textarea'),
    note: whole.locator('[data-uncast]'),
    addReason: () => whole.getByText('Add a reason').click(),
    press: (name: string) => whole.getByRole('button', { name, exact: true }).click(),
    change: () => whole.locator('.fold > summary').click(),
    voted: whole.getByText(/You voted: /),
  }
}
const roofIn = (page: Page) => ballotIn(page, 'Repair the roof now?')
const coloursIn = (page: Page) => ballotIn(page, 'Which colour?')

async function expectBegun({ choice, reason, note }: ReturnType<typeof ballotIn>, written: string) {
  await note.waitFor()
  expect(await note.innerText()).toBe(UNCAST)
  expect(await choice('Disagree').isChecked()).toBe(true)
  expect([await reason.isVisible(), await reason.inputValue()]).toEqual([true, written])
}

test('a half-filled ballot stays when its reader posts a comment, casts another vote, or reloads', async () => {
  const { path } = await threadWithPolls()
  const page = await site.open({}, ben)
  await page.goto(path)
  const [roof, colours] = [roofIn(page), coloursIn(page)]
  await roof.choice('Disagree').check()
  await roof.addReason()
  await roof.reason.fill('Too expensive, see the offer.')
  expect(await roof.note.isVisible()).toBe(false)

  await page.locator('#body').fill('I read the offer.')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.waitForURL(/#comment-\d+$/)
  await expectBegun(roof, 'Too expensive, see the offer.')
  expect(await colours.note.isVisible()).toBe(false)

  await colours.choice('Red').check()
  await colours.press('Cast vote')
  await colours.voted.waitFor()
  await expectBegun(roof, 'Too expensive, see the offer.')
  expect(await drafts(page)).toHaveLength(1)
  await page.reload()
  await expectBegun(roof, 'Too expensive, see the offer.')
})

test('a ballot begun in a thread goes on at the page of its poll, and back, until it is cast at one of them', async () => {
  const { path, roof } = await threadWithPolls()
  const page = await site.open({}, ben)
  await page.goto(path)
  const [inThread, alone] = [roofIn(page), ballotIn(page)]
  await inThread.choice('Disagree').check()
  await inThread.addReason()
  await inThread.reason.fill('Too expensive')

  await page.goto(roof)
  await expectBegun(alone, 'Too expensive')
  await alone.reason.fill('Too expensive for us')
  await page.goto(path)
  await expectBegun(inThread, 'Too expensive for us')
  expect(await drafts(page)).toHaveLength(1)

  await inThread.press('Cast vote')
  await inThread.voted.waitFor()
  expect(await inThread.note.isVisible()).toBe(false)
  expect(await drafts(page)).toEqual([])
  await page.goto(roof)
  expect(await alone.note.isVisible()).toBe(false)
  await alone.change()
  await alone.choice('Agree').first().check()
  await page.goto(path)
  await inThread.note.waitFor()
  expect(await inThread.note.innerText()).toBe(UNCHANGED)
  expect(await inThread.choice('Agree').first().isChecked()).toBe(true)

  await page.goto(roof)
  await alone.press('Change vote')
  await expect.poll(() => alone.voted.innerText()).toContain('Agree')
  await page.goto(path)
  expect(await inThread.voted.innerText()).toContain('Agree')
  expect(await inThread.note.isVisible()).toBe(false)
})

test('who came by a link goes on with their own ballot at the poll, and sees none of somebody else', async () => {
  const { path, discussion_id } = await threadWithPolls()
  const linkFor = async (user_id: number) =>
    `${path}?k=${await tokenFor(world, 'thread', { user_id, discussion_id })}`
  const page = await site.open()
  await page.goto(await linkFor(ben))
  const roof = roofIn(page)
  await roof.choice('Disagree').check()
  await roof.addReason()
  await roof.reason.fill('Too expensive')
  await roof.press('View poll')
  await expectBegun(ballotIn(page), 'Too expensive')

  await page.goto(await linkFor(cleo))
  await coloursIn(page).choice('Red').check()
  expect(await roof.choice('Disagree').isChecked()).toBe(false)
  expect([await roof.note.isVisible(), await roof.reason.inputValue()]).toEqual([false, ''])
  await page.goto(await linkFor(ben))
  await expectBegun(roof, 'Too expensive')
  expect(await coloursIn(page).choice('Red').isChecked()).toBe(false)
})

test('a ballot that comes into an open thread is kept too, and leaves the others as they are', async () => {
  const { path, discussion_id } = await threadWithPolls()
  const page = await site.open({}, ben)
  await page.goto(path)
  await roofIn(page).choice('Disagree').check()
  await page.reload()
  await roofIn(page).note.waitFor()
  await makePoll(world, {
    discussion_id,
    recipients: { audience: 'group' },
    settings: { ...COLOURS, title: 'Which day?' },
    options: ['Monday', 'Friday'],
  })
  await tell()
  const days = ballotIn(page, 'Which day?')
  await days.choice('Friday').check()
  expect(await roofIn(page).note.isVisible()).toBe(true)
  expect(await roofIn(page).choice('Disagree').isChecked()).toBe(true)
  await page.reload()
  await days.note.waitFor()
  expect(await days.choice('Friday').isChecked()).toBe(true)
  expect(await roofIn(page).choice('Disagree').isChecked()).toBe(true)
})
