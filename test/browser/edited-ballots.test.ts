import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { editPoll } from '../../src/polls/edit-poll.ts'
import { lockPoll } from '../../src/polls/polls-store.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makePoll, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)

const REFUSED = 'Check your answer, then cast your vote again.'

async function edit(id: number, title: string): Promise<void> {
  await change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) => {
    const { poll } = (await lockPoll(act.tx, id))!
    await editPoll(act, id, { edit: { ...poll, title }, problems: [] })
  })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
}

type Place = 'page' | 'card' | 'card of a link'

/** A ballot that Ben opens: on its page, or on its card in a thread, signed in or by his personal link. */
async function openBallot(place: Place, scripts: boolean): Promise<{ id: number; page: Page }> {
  const to = { audience: 'group' } as const
  const discussion_id = place === 'page' ? null : await makeThread(world, to)
  const options = ['agree', 'disagree']
  const id = await makePoll(world, { discussion_id, options, recipients: to })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({ scripts }, place === 'card of a link' ? undefined : ben)
  const path =
    discussion_id === null
      ? `/p/${await keyOf(world, 'polls', id)}`
      : `/d/${await keyOf(world, 'discussions', discussion_id)}`
  const token =
    place === 'card of a link'
      ? await tokenFor(world, 'thread', { user_id: ben, discussion_id: discussion_id! })
      : null
  // Nobody has read what the page says until this clock goes on.
  await page.clock.install()
  await page.goto(`${site.url}${path}${token === null ? '' : `?k=${token}`}`)
  if (scripts) await page.clock.pauseAt(Date.now() + 60_000)
  return { id, page }
}

/** Checks an answer, and casts the vote or changes it. */
async function cast(page: Page, answer: string): Promise<void> {
  const form = page.locator('.ballot form')
  if (!(await form.isVisible())) await page.locator('.ballot .fold > summary').click()
  await form.getByRole('radio', { name: answer, exact: true }).check()
  await form.getByRole('button', { name: /^(Cast|Change) vote$/ }).click()
}

for (const place of ['page', 'card', 'card of a link'] as const)
  for (const scripts of [true, false])
    test(`a ballot on its ${place} is refused once after an edit (scripts: ${scripts})`, async () => {
      const { id, page } = await openBallot(place, scripts)
      const form = page.locator('.ballot form')
      await form.getByRole('radio', { name: 'Agree', exact: true }).check()
      await edit(id, 'Roof it?')
      if (scripts) await form.getByText('The question was edited').waitFor()
      await cast(page, 'Agree')
      await page.getByText(REFUSED).waitFor()
      await page.getByText('Roof it?').first().waitFor()
      await cast(page, 'Agree')
      await page.locator('.ballot summary').filter({ hasText: 'You voted' }).waitFor()
      expect(await page.getByText(REFUSED).count()).toBe(0)
      await page.goto(page.url())
      if (!(await form.isVisible())) await page.locator('.ballot .fold > summary').click()
      await form.getByRole('radio', { name: 'Disagree', exact: true }).check()
      await edit(id, 'Paint it?')
      if (scripts) await form.getByText('The question was edited').waitFor()
      await cast(page, 'Disagree')
      await page.getByText(REFUSED).waitFor()
      await page.goBack()
      await page.getByText('Paint it?').first().waitFor()
      await cast(page, 'Disagree')
      await page.getByText('Disagree').first().waitFor()
      expect(await page.getByText(REFUSED).count()).toBe(0)
    })

test.each([
  ['page', 'at its button'],
  ['card', 'at its button'],
  ['page', 'at the top'],
] as const)(
  'a ballot on its %s is not refused after the open page has said %s that the question was edited',
  async (place, where) => {
    const { id, page } = await openBallot(place, true)
    if (where === 'at the top') await page.setViewportSize({ width: 390, height: 500 })
    const form = page.locator('.ballot form')
    await form.getByRole('radio', { name: 'Agree', exact: true }).check()
    await edit(id, 'Roof it?')
    await form.getByText('The question was edited').waitFor()
    const notice = (where === 'at the top' ? page : form).getByText('The question was edited').first()
    await notice.scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'Roof it?' }).first().waitFor()
    const mark = form.locator('[name=question]')
    const old = await mark.inputValue()
    const later = async () => {
      await page.clock.runFor(1_000)
      return mark.inputValue()
    }
    await expect.poll(later).not.toBe(old)
    await cast(page, 'Agree')
    await page.locator('.ballot summary').filter({ hasText: 'You voted' }).waitFor()
  },
)
