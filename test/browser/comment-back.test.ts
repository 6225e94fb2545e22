import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { openSite } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
await nameMembers(world)
const site = await openSite(world)

const count = async () =>
  (await world.db.pool.query<{ n: number }>('select count(*)::int as n from comments')).rows[0]?.n

test('a comment is not posted again by people who go back, but can be said again later', async () => {
  const path = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
  const page = await site.open({}, world.ada.id)
  await page.goto(path)
  const field = page.locator('#body')
  const post = async (body: string) => {
    await field.fill(body)
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.waitForURL(/#comment-\d+$/)
    return page.url()
  }
  const first = await post('Seen')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await post('Seen')).toBe(first)
  expect(await count()).toBe(1)
  await page.goBack()
  await field.fill('Seen')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('#preview').waitFor()
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.waitForURL(first)
  expect(await count()).toBe(1)
  await page.goBack()
  await page.goBack()
  await field.fill('Something else')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.locator('.rich p', { hasText: /^Something else$/ }).waitFor()
  await page.goto(path)
  expect(await post('Seen')).not.toBe(first)
  expect(await count()).toBe(3)
})

test.each(['saved', 'not saved either'])(
  'a comment that a proxy refused as soon as it was typed is in its form after going back, its draft %s',
  async (draft) => {
    const path = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`
    const page = await site.open({}, world.ada.id)
    await page.goto(path)
    await page.waitForLoadState()
    await page.route('**/comments', (route) => {
      const keeps = (route.request().postData() ?? '').includes('act=keep')
      return keeps && draft === 'saved' ? route.continue() : route.fulfill({ status: 503, body: 'Away' })
    })
    await page.locator('#body').fill('Typed fast')
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.getByText('Away', { exact: true }).waitFor()
    await page.unroute('**/comments')
    await page.goBack()
    await page.waitForLoadState()
    await expect.poll(() => page.locator('#body').inputValue()).toBe('Typed fast')
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.waitForURL(/#comment-/)
    expect(await page.locator('#body').inputValue()).toBe('')
  },
)

test('people who came by a personal link find a posted comment in its form no more, and one that failed still', async () => {
  const discussion_id = await makeThread(world, { emails: ['gus@far.example'] })
  const { rows } = await world.db.pool.query<{ id: number }>(
    "update users set name = 'Gus' where email = 'gus@far.example' returning id",
  )
  const token = await tokenFor(world, 'thread', { user_id: rows[0]?.id ?? 0, discussion_id })
  const page = await site.open()
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}?k=${token}`)
  const field = page.locator('#body')
  const post = async (body: string) => {
    await field.fill(body)
    await page.getByRole('button', { name: 'Post comment' }).click()
  }
  for (const body of ['First', 'Second']) {
    await post(body)
    await page.locator('.rich p', { hasText: body }).waitFor()
  }
  await page.route('**/comments', (route) => route.fulfill({ status: 500, body: 'Out of order' }))
  await post('Third')
  await page.getByText('Out of order').waitFor()
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe('Third')
  // The one that failed is a draft, wherever its field is empty.
  for (const _ of ['Second', 'First']) {
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('Third')
  }
})

test('a comment by a personal link is not lost if it fails after one whose answer was lost', async () => {
  const discussion_id = await makeThread(world, { emails: ['ivo@far.example'] })
  const { rows } = await world.db.pool.query<{ id: number }>(
    "update users set name = 'Ivo' where email = 'ivo@far.example' returning id",
  )
  const token = await tokenFor(world, 'thread', { user_id: rows[0]?.id ?? 0, discussion_id })
  const page = await site.open()
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}?k=${token}`)
  const field = page.locator('#body')
  const fail = async (body: string, arrives: boolean) => {
    await page.route('**/comments', async (route) => {
      if (arrives) await route.fetch({ maxRedirects: 0 })
      await route.fulfill({ status: 503, body: 'Away' })
    })
    await field.fill(body)
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.getByText('Away', { exact: true }).waitFor()
    await page.unroute('**/comments')
    await page.goBack()
    await page.waitForLoadState()
  }
  await fail('It arrives', true)
  await page.locator('.rich p', { hasText: 'It arrives' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await fail('It fails', false)
  await expect.poll(() => field.inputValue()).toBe('It fails')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.locator('.rich p', { hasText: 'It fails' }).waitFor()
})

test('what was typed as a reply does not return in the form below another comment', async () => {
  const discussion_id = await makeThread(world)
  const ada = { kind: 'person', user_id: world.ada.id } as const
  const say = (body: string) =>
    change(world.db, ada, (by) => addComment(by, { discussion_id, parent_id: null, body, mentioned_ids: [] }))
  const [gone, stays] = [await say('One'), await say('Two')]
  const page = await site.open({ scripts: false }, world.ada.id)
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}`)
  await page.locator(`details:has(#body-${gone.id}) > summary`).click()
  await page.locator(`#body-${gone.id}`).fill('To the first')
  await page.goto(`${site.url}/help`)
  await world.db.pool.query(
    'update comments set body = null, deleted_at = now(), deleted_by = $2 where id = $1',
    [gone.id, world.ada.id],
  )
  await page.goBack()
  await page.locator(`#body-${stays.id}`).waitFor({ state: 'attached' })
  expect(await page.locator(`#body-${gone.id}`).count()).toBe(0)
  expect(await page.locator(`#body-${stays.id}`).inputValue()).toBe('')
})
