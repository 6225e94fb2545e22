import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { editPoll } from '../../src/polls/edit-poll.ts'
import { lockPoll, pollOptions } from '../../src/polls/polls-store.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const site = await openSite(world)

const EDITED = 'The question was edited after you opened this page. Read it again before you vote.'

test('a half-filled ballot says that the question was edited, and shows the new descriptions', async () => {
  const id = await makePoll(world, {
    settings: { poll_type: 'poll' },
    options: ['Red', 'Blue'],
    option_meanings: ['as a rose', 'as the sea'],
    recipients: { audience: 'group' },
  })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const page = await site.open({}, ben)
  await page.clock.install()
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  await page.getByText('Your ballot is ready').waitFor()
  // Nobody has had time to read what the page says next.
  await page.clock.pauseAt(Date.now() + 60_000)
  const red = page.getByRole('radio', { name: /Red/ })
  await red.check()
  expect(await page.getByText(EDITED).first().isVisible()).toBe(false)
  await change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) => {
    const poll = (await lockPoll(act.tx, id))!.poll
    const options = await pollOptions(act.tx, id)
    const meanings = options.map(({ name }) => (name === 'Red' ? 'as a tomato' : 'as the sea'))
    await editPoll(act, id, { edit: poll, problems: [], meanings })
  })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.locator('#ballot form').getByText(EDITED).waitFor()
  await page.locator('.standing').getByText(EDITED).waitFor()
  expect(await page.getByText('Your ballot is ready').count()).toBe(0)
  expect(await red.isChecked()).toBe(true)
  expect(await page.locator('#ballot form').getByText('as a tomato').count()).toBe(1)
  expect(await page.locator('#ballot form').getByText('as a rose').count()).toBe(0)
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: 'Cast vote' }).click()
  await page.getByText('Check your answer, then cast your vote again.').waitFor()
})
