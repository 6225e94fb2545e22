import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)

/** A thread that Ben has open, with the first comment of somebody else. */
async function openThread() {
  const id = await makeThread(world)
  const say = async (body: string) => {
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      addComment(act, { discussion_id: id, parent_id: null, body, mentioned_ids: [] }),
    )
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  }
  const page = await site.open({}, ben)
  return { page, say, path: `${site.url}/d/${await keyOf(world, 'discussions', id)}` }
}

/** From now on, updates of the page come from a version with other scripts. */
async function upgrade(page: Page): Promise<void> {
  await page.route(/\/d\/\w+$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(/-[0-9a-f]{12}\.js/g, '-000000000000.js')
    await route.fulfill({ response: answer, body })
  })
}

test('an open page that is updated by a newer version still sends its forms, and each only once', async () => {
  const { page, say, path } = await openThread()
  await page.goto(path)
  await upgrade(page)
  await say('After the upgrade.')
  await page.getByText('After the upgrade.').waitFor()
  await page.unrouteAll()
  await page.locator('#body').fill('An answer')
  await page.getByRole('button', { name: 'Post comment' }).click()
  const answers = page.locator('.talk .rich p', { hasText: /^An answer$/ })
  await answers.first().waitFor()
  expect(await answers.count()).toBe(1)
})

test('the script that updates a page is loaded at its first change, and again if it could not be', async () => {
  const { page, say, path } = await openThread()
  const loads: string[] = []
  let down = true
  await page.route(/\/assets\/renew-page-/, (route) => {
    loads.push(route.request().url())
    return down ? route.fulfill({ status: 503 }) : route.continue()
  })
  await page.clock.install()
  const followed = page.waitForRequest(/\/live\?/)
  await page.goto(path)
  await followed
  await page.locator('#body').fill('Half a ')
  expect(loads).toEqual([])
  const refused = page.waitForResponse((answer) => answer.url().includes('/assets/renew-page-'))
  await say('First words.')
  await refused
  down = false
  expect(await page.getByText('First words.').count()).toBe(0)
  await page.locator('#body').pressSequentially('word')
  await page.clock.runFor(10_000)
  await page.getByText('First words.').waitFor()
  await say('Second words.')
  await page.getByText('Second words.').waitFor()
  expect(await page.locator('#body').inputValue()).toBe('Half a word')
  expect(loads.length).toBe(2)
})
