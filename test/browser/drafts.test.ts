import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { addOptions } from '../../src/polls/add-options.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { openSite, signIn } from '../browser.ts'
import { MAIL_CONFIG, makePoll, type PollWish } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)
const ada = { kind: 'person', user_id: world.ada.id } as const

const DOTS: PollWish = { settings: { poll_type: 'dot_vote' }, options: ['Soup', 'Curry'] }

const tell = () => dispatchEvents(world.db, MAIL_CONFIG.public_url)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft ')))

async function comeTo(wish: PollWish) {
  const id = await makePoll(world, wish)
  await tell()
  const path = `${site.url}/p/${await keyOf(world, 'polls', id)}`
  const token = await tokenFor(world, 'ballot', { user_id: ben, poll_id: id })
  return { id, path, link: `${path}?k=${token}` }
}

test('an untouched ballot shows a vote cast in another window; a ballot with typed text is kept', async () => {
  const { path } = await comeTo(DOTS)
  const one = await site.open({}, ben)
  const [idle, typed] = [await one.context().newPage(), await one.context().newPage()]
  for (const page of [idle, typed, one]) await page.goto(path)
  await one.getByLabel('Soup', { exact: true }).fill('4')
  await one.getByLabel('Your reason (optional)').fill('Warm')
  await typed.bringToFront()
  await typed.getByLabel('Curry', { exact: true }).fill('1')
  await typed.getByLabel('Your reason (optional)').fill('Hot')
  await one.bringToFront()
  await button(one, 'Cast vote').click()
  await one.getByText('You voted: Soup: 4.').waitFor()
  await tell()

  await idle.bringToFront()
  await button(idle, 'Change vote').waitFor()
  expect(await idle.getByLabel('Soup', { exact: true }).inputValue()).toBe('4')
  expect(await idle.getByLabel('Your reason (optional)').inputValue()).toBe('Warm')
  await idle.getByText('Dots left').waitFor()
  await idle.getByRole('button', { name: 'One dot more: Soup' }).click()
  expect(await idle.getByLabel('Soup', { exact: true }).inputValue()).toBe('5')

  await typed.bringToFront()
  await typed.getByText('You voted: Soup: 4.').waitFor()
  expect(await typed.getByLabel('Your reason (optional)').inputValue()).toBe('Hot')
  await button(typed, 'Cast vote').click()
  await typed.getByText('In the meantime, you voted in another window: Soup: 4.').waitFor()
  expect(await typed.getByLabel('Your reason (optional)').inputValue()).toBe('Hot')
  await button(typed, 'Change vote').click()
  await typed.getByText('You voted: Curry: 1.').waitFor()
})

test('an option added in the meantime appears in an untouched ranked ballot, with its buttons', async () => {
  const { id, path } = await comeTo({ settings: { poll_type: 'ranked_choice' }, options: ['Soup', 'Curry'] })
  const page = await site.open({}, ben)
  await page.goto(path)
  await button(page, 'Move up: Soup').waitFor()
  await change(world.db, ada, (act) => addOptions(act, id, ['Bread']))
  await tell()
  await button(page, 'Move up: Bread').click()
  // Two of the three get a rank, as when the poll was opened: it is the first one ranked.
  expect(await page.locator('.numbers label').allInnerTexts()).toEqual(['Bread', 'Soup', 'Curry'])
})

test('a ballot that is being filled in when voting closes cannot be cast any more', async () => {
  const { id, path } = await comeTo({})
  const page = await site.open({}, ben)
  await page.goto(path)
  await page.getByLabel('Your reason (optional)').fill('Because')
  await change(world.db, ada, (act) => closePoll(act, id))
  await tell()
  await page.getByText('Voting has closed. You did not vote.').waitFor()
  await page.getByText('Voting has closed. This vote was not cast.').waitFor()
  expect(await button(page, 'Cast vote').count()).toBe(0)
  expect(await page.getByLabel('Your reason (optional)').inputValue()).toBe('Because')
})

test('a half-typed reason stays beside the option that a mail’s link chose, and is deleted with the link', async () => {
  const { link, path } = await comeTo({ options: ['agree', 'disagree'] })
  const page = await site.open()
  await page.goto(link)
  const reason = page.getByLabel('Your reason (optional)')
  await reason.fill('Because of the r')
  await page.goto(`${link}&choice=disagree`)
  expect(await reason.inputValue()).toBe('Because of the r')
  expect(await page.getByLabel('Disagree').isChecked()).toBe(true)
  await reason.press('End')
  await reason.pressSequentially('ain')
  await page.goto(path)
  expect(await reason.inputValue()).toBe('Because of the rain')
  expect(await drafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: /^I am not / }).click()
  await page.getByText('This browser no longer uses the link').waitFor()
  expect(await drafts(page)).toEqual([])
})

test('a change that was not cast says so when it comes back, and none that changes nothing', async () => {
  const settings = { poll_type: 'poll' as const, minimum_stance_choices: 1, maximum_stance_choices: 2 }
  const { link } = await comeTo({ settings, options: ['Saturday', 'Tuesday'] })
  const page = await site.open()
  await page.goto(link)
  const day = (place: number) => page.locator('#ballot [type=checkbox]').nth(place)
  await day(0).check()
  await button(page, 'Cast vote').click()
  const voted = page.locator('#your-vote')
  await voted.click()
  await day(1).check()
  const note = page.getByText('Your change has not been recorded yet. The vote you cast before still counts.')
  expect(await note.isVisible()).toBe(false)
  await page.goto(link)
  expect(await note.isVisible()).toBe(true)
  await day(1).uncheck()
  await page.goto(link)
  expect([await note.isVisible(), await button(page, 'Change vote').isVisible()]).toEqual([false, false])
  await voted.click()
  await day(1).check()
  await button(page, 'Change vote').click()
  await page.getByText(/You voted: Saturday.*Tuesday/).waitFor()
  expect(await note.isVisible()).toBe(false)
})

test('a ballot sent after the session ended is restored after signing in', async () => {
  const { path } = await comeTo(DOTS)
  const page = await site.open({}, ben)
  await page.goto(path)
  await page.getByLabel('Soup', { exact: true }).fill('4')
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: /session/ })
  await button(page, 'Cast vote').click()
  await page.getByRole('heading', { name: 'Nothing was saved' }).waitFor()
  await page.context().addCookies(cookies)
  await button(page, 'Send it again').click()
  await page.getByText('You voted: Soup: 4.').waitFor()
})

test('nothing that somebody filled in stays for the next person in the same browser', async () => {
  const [cleo = 0] = await addMembers(world, ['cleo@mill.example'])
  const { path } = await comeTo({ settings: {}, options: ['agree', 'disagree'] })
  const page = await site.open({}, ben)
  await page.goto(path)
  await page.getByLabel('Disagree').check()
  await page.getByLabel('Your reason (optional)').fill('Not with Dan')
  expect(await drafts(page)).toHaveLength(1)
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname !== new URL(path).pathname)
  expect(await drafts(page)).toEqual([])

  await signIn(page.context(), site, cleo)
  await page.goBack()
  await page.getByText('Cast vote').waitFor()
  expect(await page.getByLabel('Disagree').isChecked()).toBe(false)
  expect(await page.getByLabel('Your reason (optional)').inputValue()).toBe('')
})

test.each([true, false])(
  'dots placed after the question about an empty vote are cast, scripts: %s',
  async (scripts) => {
    const { link } = await comeTo(DOTS)
    const page = await site.open({ scripts })
    await page.goto(link)
    const [cast, asked] = [button(page, 'Cast vote'), page.getByText('You have not placed any dots.')]
    await cast.click()
    await asked.waitFor()
    await page.getByLabel('Cast an empty vote').check()
    await page.getByLabel('Soup', { exact: true }).fill('2')
    expect(await asked.isVisible()).toBe(!scripts)
    await cast.click()
    await page.getByText('You voted: Soup: 2.').waitFor()
  },
)

test('an empty dot vote is cast with the box ticked', async () => {
  const { link } = await comeTo(DOTS)
  const page = await site.open({ scripts: false })
  await page.goto(link)
  await button(page, 'Cast vote').click()
  await page.getByLabel('Cast an empty vote').check()
  await button(page, 'Cast vote').click()
  await page.getByText('You voted: Nothing chosen').waitFor()
})
