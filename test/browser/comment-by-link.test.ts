import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { openSite } from '../browser.ts'
import { MAIL_CONFIG, makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

// People who read a thread by their personal link have no drafts on the server: their browser keeps them.

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)

const by = (user_id: number) => ({ kind: 'person' as const, user_id })
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft ')))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function makeTalk() {
  const discussion_id = await makeThread(world)
  const path = `${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`
  const say = async (who: number, body: string, parent_id: number | null = null) =>
    (
      await change(world.db, by(who), (act) =>
        addComment(act, { discussion_id, parent_id, body, mentioned_ids: [] }),
      )
    ).id
  const linkOf = async (user_id: number) =>
    `${path}?k=${await tokenFor(world, 'thread', { user_id, discussion_id })}`
  const count = async () =>
    (await world.db.pool.query('select from comments where discussion_id = $1', [discussion_id])).rowCount
  return { path, say, linkOf, count }
}

test('a comment by link is back after a reload, by the link and by the thread’s own address', async () => {
  const { path, linkOf } = await makeTalk()
  const [link, page] = [await linkOf(ben), await site.open()]
  await page.goto(link)
  const field = page.locator('#body')
  await field.pressSequentially('Half a thought')
  await page.reload()
  expect(await field.inputValue()).toBe('Half a thought')
  for (const at of [site.url, link, site.url, path]) await page.goto(at)
  expect(await field.inputValue()).toBe('Half a thought')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain(new URL(link).searchParams.get('k'))
  expect((await world.db.pool.query('select from form_drafts')).rowCount).toBe(0)
  const other = await site.open()
  await other.goto(link)
  expect(await other.locator('#body').inputValue()).toBe('')
})

test('it is deleted when its field is emptied, and when the link is put away', async () => {
  const { linkOf } = await makeTalk()
  const [link, page] = [await linkOf(ben), await site.open()]
  await page.goto(link)
  for (const end of [
    () => page.locator('#body').fill(' '),
    () => page.getByRole('button', { name: /Leave this thread$/ }).click(),
  ]) {
    await page.locator('#body').fill('Half a thought')
    expect(await drafts(page)).toHaveLength(1)
    await end()
    await expect.poll(() => drafts(page)).toEqual([])
  }
})

test('nobody finds in their form what somebody else wrote in the same browser', async () => {
  const { path, linkOf } = await makeTalk()
  const page = await site.open()
  const field = page.locator('#body')
  await page.goto(await linkOf(ben))
  await field.fill('By Ben')
  await page.goto(await linkOf(cleo))
  expect(await field.inputValue()).toBe('')
  await field.fill('By Cleo')
  await page.goto(path)
  expect(await field.inputValue()).toBe('By Cleo')
  await page.goto(await linkOf(ben))
  expect(await field.inputValue()).toBe('By Ben')
})

describe('each form of a thread', () => {
  let at: Awaited<ReturnType<typeof makeTalk>> & {
    first: number
    second: number
    answer: number
    link: string
  }
  beforeAll(async () => {
    const talk = await makeTalk()
    const [first, second] = [await talk.say(world.ada.id, 'First'), await talk.say(world.ada.id, 'Second')]
    const answer = await talk.say(cleo, 'An answer', first)
    at = { ...talk, first, second, answer, link: await talk.linkOf(ben) }
  })

  test('keeps its own text; the posted one is deleted, and the others stay', async () => {
    const page = await site.open()
    await page.goto(at.link)
    const fields = { first: `#body-${at.first}`, second: `#body-${at.second}`, end: '#body' }
    const written = () => Promise.all(Object.values(fields).map((field) => page.locator(field).inputValue()))
    for (const id of [at.first, at.second]) await page.locator(`#reply-${id} > summary`).click()
    for (const [name, field] of Object.entries(fields)) await page.locator(field).fill(name)
    await page.goto(at.path)
    expect(await written()).toEqual(['first', 'second', 'end'])
    expect(await page.locator(fields.second).isVisible()).toBe(true)
    for (const [name, left] of [
      ['Post comment', ['first', 'second', '']],
      ['Post reply', ['', 'second', '']],
    ] as const) {
      await button(page, name).first().click()
      await page.waitForURL(/#comment-\d+$/)
      await expect.poll(written).toEqual(left)
      await page.goto(at.path)
      expect(await written()).toEqual(left)
    }
    expect(await drafts(page)).toHaveLength(1)
  })

  test('keeps what its text answers', async () => {
    const page = await site.open()
    await page.goto(at.link)
    await page.getByRole('link', { name: /^Reply to Cleo/ }).click()
    const [field, summary] = [
      page.locator(`#body-${at.answer}`),
      page.locator(`#reply-${at.first} > summary`),
    ]
    await field.fill('To the answer')
    const asked = await summary.innerText()
    await page.goto(at.path)
    expect(await page.locator(`#reply-${at.first} textarea`).inputValue()).toBe('To the answer')
    expect(await summary.innerText()).toBe(asked)
    const sent = page.waitForRequest('**/comments')
    await page.locator(`#reply-${at.first}`).getByRole('button', { name: 'Post reply' }).click()
    const fields = new URLSearchParams((await sent).postData() ?? '')
    expect([fields.get('parent_id'), fields.get('body')]).toEqual([String(at.answer), 'To the answer'])
  })
})

test('what was previewed or refused stays, with the people to notify and the typed name', async () => {
  const { path, linkOf } = await makeTalk()
  await world.db.pool.query('update users set name = null where id = $1', [cleo])
  const [link, page] = [await linkOf(cleo), await site.open()]
  const [field, name] = [page.locator('#body'), page.getByLabel('Your name')]
  await page.goto(link)
  await page.locator('.mentions > summary').click()
  await page.locator('.mentions [type=checkbox]').first().check()
  await field.fill('Half a thought')
  await button(page, 'Post comment').click()
  await page.getByText('Your comment was not posted.').waitFor()
  await name.fill('Cleo')
  await button(page, 'Preview').click()
  await page.locator('#preview').waitFor()
  await page.goto(path)
  expect([await field.inputValue(), await name.inputValue()]).toEqual(['Half a thought', 'Cleo'])
  expect(await page.locator('.mentions [type=checkbox]').first().isChecked()).toBe(true)
  expect(await page.locator('.mentions > summary').getAttribute('data-count')).toBe(' (1)')
  await page.reload()
  expect([await field.inputValue(), await name.inputValue()]).toEqual(['Half a thought', 'Cleo'])
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  expect(await drafts(page)).toEqual([])
})

test.each(['not posted', 'posted'])(
  'a comment is there again after an error, once it was %s, and never twice',
  async (what) => {
    const { path, linkOf, count } = await makeTalk()
    const page = await site.open()
    await page.goto(await linkOf(ben))
    await page.locator('#body').fill('Once')
    await page.route('**/comments', async (route) => {
      if (what === 'posted') await route.fetch({ maxRedirects: 0 })
      await route.fulfill({ status: 500, body: 'Out of order' })
    })
    await button(page, 'Post comment').click()
    await page.getByText('Out of order').waitFor()
    await page.unroute('**/comments')
    await page.goto(path)
    expect(await page.locator('#body').inputValue()).toBe('Once')
    await button(page, 'Post comment').click()
    await page.waitForURL(/#comment-\d+$/)
    expect(await count()).toBe(1)
    expect(await drafts(page)).toEqual([])
  },
)

test('what is typed after going back to a form whose comment was posted is another draft', async () => {
  const { path, linkOf } = await makeTalk()
  const page = await site.open()
  const field = page.locator('#body')
  await page.goto(await linkOf(ben))
  await field.fill('Posted')
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('Another thought')
  for (let visits = 0; visits < 2; visits++) await page.goto(path)
  expect(await field.inputValue()).toBe('Another thought')
})

test('a text that was put back stays when the open page is updated', async () => {
  const { path, linkOf, say } = await makeTalk()
  const page = await site.open()
  await page.goto(await linkOf(ben))
  await page.locator('#body').fill('Half a thought')
  await page.goto(path)
  await say(world.ada.id, 'Said meanwhile')
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText('Said meanwhile').waitFor()
  expect(await page.locator('#body').inputValue()).toBe('Half a thought')
})

test('people who are signed in have their drafts on the server alone', async () => {
  const { path } = await makeTalk()
  const page = await site.open({}, ben)
  await page.goto(path)
  await page.locator('#body').fill('Half a thought')
  expect(await drafts(page)).toEqual([])
})
