import { expect, test } from 'vitest'
import { openSite } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld } from '../world.ts'

const world = await createWorld()
const site = await openSite(world)
const THREAD = `/d/${await keyOf(world, 'discussions', await makeThread(world))}`

const drafts = async () => {
  const { rows } = await world.db.pool.query<{ fields: string }>('select fields from form_drafts')
  return rows.map(({ fields }) => fields).join()
}

test.each([
  ['a comment', THREAD, '#body'],
  ['a thread', '/g/mill-lane/new-thread', '#title'],
  ['a poll', '/new-poll?group=mill-lane&type=poll', '#title'],
])('%s that was left right after the last key is whole when one comes back', async (_, path, field) => {
  const page = await site.open({}, world.ada.id)
  // Browsers drop late requests by chance.
  for (const words of ['Slate', 'Tile', 'Turf', 'Tin', 'Thatch']) {
    await world.db.pool.query('delete from form_drafts')
    await page.goto(`${site.url}${path}`)
    await page.locator(field).pressSequentially(words)
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click())
    await page.waitForURL(`${site.url}/`)
    await expect.poll(drafts).toContain(words)
    await page.goBack()
    expect(await page.locator(field).inputValue()).toBe(words)
  }
})
