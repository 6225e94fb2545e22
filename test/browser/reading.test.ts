import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { acceptInvitation } from '../../src/members/accept-invitation.ts'
import { openSite, PHONE } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
await nameMembers(world)
await change(world.db, { kind: 'person', user_id: ben }, (act) =>
  acceptInvitation(act, { group_id: world.group.id, user_id: ben, mailed: true }),
)
const site = await openSite(world)

/** A thread with long comments by Ada, more than a window shows. */
async function longThread(title: string, comments: number): Promise<string> {
  const discussion_id = await makeThread(world, {}, title)
  for (let number = 1; number <= comments; number++)
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      addComment(act, { discussion_id, parent_id: null, body: 'Words. '.repeat(120), mentioned_ids: [] }),
    )
  return `/d/${await keyOf(world, 'discussions', discussion_id)}`
}

const readTo = async (page: Page, value: number) => {
  const sent = await page.waitForRequest(
    (request) =>
      request.url().endsWith('/read') &&
      Number(new URLSearchParams(request.postData() ?? '').get('last_seen')) >= value,
  )
  await sent.response()
}

/** What the home page says about the thread. */
const newsOf = async (page: Page, path: string) => {
  await page.goto(`${site.url}/`)
  return page.locator(`a[href="${path}"] .mark`).allInnerTexts()
}

test('a long thread is no longer new once it was opened, and less is new with each comment in view', async () => {
  const path = await longThread('Long', 4)
  const page = await site.open({ width: PHONE }, ben)
  expect(await newsOf(page, path)).toEqual(['New'])
  const opened = readTo(page, 0)
  await page.goto(site.url + path)
  await opened
  expect(await newsOf(page, path)).toEqual(['4 new'])
  await page.goto(site.url + path)
  expect(await page.locator('.news').innerText()).toContain('4 unread comments.')
  const two = readTo(page, 2)
  await page
    .locator('.said')
    .nth(0)
    .locator('.rich')
    .evaluate((text) => text.scrollIntoView({ block: 'end' }))
  await readTo(page, 1)
  await page
    .locator('.said')
    .nth(1)
    .locator('.rich')
    .evaluate((text) => text.scrollIntoView({ block: 'end' }))
  await two
  expect(await newsOf(page, path)).toEqual(['2 new'])
  await page.goto(site.url + path)
  const all = readTo(page, 4)
  await page.locator('#your-comment').scrollIntoViewIfNeeded()
  await all
  expect(await newsOf(page, path)).toEqual([])
})

test('the mark of a new thread stands beside the last line of a long title', async () => {
  const path = await longThread('A title that is so long that a phone shows it in two lines', 1)
  const page = await site.open({ width: PHONE }, ben)
  expect(await newsOf(page, path)).toEqual(['New'])
  const [title, mark] = await page.locator(`a[href="${path}"]`).evaluate((link) => {
    const lines = [...(link.querySelector('bdi')?.getClientRects() ?? [])]
    return [lines.map(({ bottom }) => bottom), link.querySelector('.mark')?.getBoundingClientRect().bottom]
  })
  expect(title).toHaveLength(2)
  expect(Math.abs((title?.[1] ?? 0) - (mark ?? 0))).toBeLessThan(8)
})
