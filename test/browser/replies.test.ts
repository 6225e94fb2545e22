import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)

test('replies stand apart, but not the items of a list in one', async () => {
  const discussion_id = await makeThread(world)
  const say = (body: string, parent_id: number | null) =>
    change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      addComment(act, { discussion_id, parent_id, body, mentioned_ids: [] }),
    )
  const list = '* Spades\n* Rakes\n* Gloves'
  const { id } = await say(list, null)
  await say(list, id)
  await say('Thanks.', id)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  /** The space between neighbouring items of each list, in pixels. */
  const spaces = (lists: string) =>
    page.locator(lists).evaluateAll((found) =>
      found.map(({ children: [first, second] }) => {
        const top = second?.getBoundingClientRect().top ?? 0
        return Math.round(top - (first?.getBoundingClientRect().bottom ?? 0))
      }),
    )
  const [own, replied] = await spaces('.said > .rich ul')
  expect(replied).toBe(own)
  expect(await spaces('.replies > ol')).toEqual([20])
})

test('a reply that is being written stays one while the first reply of somebody else arrives', async () => {
  await nameMembers(world)
  const discussion_id = await makeThread(world)
  const say = async (body: string, parent_id: number | null) => {
    const added = await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      addComment(act, { discussion_id, parent_id, body, mentioned_ids: [] }),
    )
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    return added
  }
  const { id } = await say('Who has a key?', null)
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.locator(`#reply-${id} > summary`).click()
  await page.locator(`#body-${id}`).fill('I have one.')
  await say('Not I.', id)
  const replies = page.locator('.replies', { has: page.locator(`#reply-${id}`) })
  await replies.locator('ol').getByText('Not I.').waitFor()
  expect(await page.getByText('has been deleted').filter({ visible: true }).count()).toBe(0)
  await replies.getByRole('button', { name: 'Post reply' }).click()
  await replies.locator('ol > li .rich p', { hasText: /^I have one\.$/ }).waitFor()
})
