import { expect, test } from 'vitest'
import { openSite, PHONE } from '../browser.ts'
import { makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'
import { problemsOn } from './axe.ts'

const world = await createWorld()
const people = await addMembers(world)
await world.db.pool.query('update memberships set accepted_at = now()')
await world.db.pool.query("update users set name = 'Ada Vale' where id = $1", [world.ada.id])
for (const [place, name] of ['Ben Ash', 'Bérénice Dupont', 'Cleo Park'].entries())
  await world.db.pool.query('update users set name = $1 where id = $2', [name, people[place]])
const site = await openSite(world)
const path = `${site.url}/d/${await keyOf(world, 'discussions', await makeThread(world))}`

async function openForm(width?: number) {
  const page = await site.open(width === undefined ? {} : { width, scheme: 'dark' }, world.ada.id)
  await page.goto(path)
  const body = page.locator('#body')
  const offered = page.getByRole('option')
  // A draft that an earlier test left may be in it.
  await body.fill('')
  await body.click()
  return { page, body, offered }
}

test('after @ the names of people are offered, and the one chosen by key is written and ticked', async () => {
  const { page, body, offered } = await openForm()
  await page.keyboard.type('Thanks @be')
  expect(await offered.allTextContents()).toEqual(['Ben Ash', 'Bérénice Dupont'])
  expect(await problemsOn(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).textContent()).toBe('Bérénice Dupont')
  await page.keyboard.press('Enter')
  await page.keyboard.type('for this.')
  expect(await body.inputValue()).toBe('Thanks @Bérénice Dupont for this.')
  expect(await offered.count()).toBe(0)
  expect(
    await page.locator('.mentions :checked').evaluateAll((all) => all.map((one) => one.dataset['name'])),
  ).toEqual(['Bérénice Dupont'])
  expect(await page.locator('.mentions summary').getAttribute('data-count')).toBe(' (1)')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.waitForURL(/#comment-\d+$/)
  const { rows } = await world.db.pool.query('select mentioned_ids from comments order by id desc limit 1')
  expect(rows[0].mentioned_ids).toEqual([people[1]])
})

test('a punctuation mark after a chosen name takes the place of its space', async () => {
  const { page, body } = await openForm()
  await page.keyboard.type('Thanks @cl')
  await page.keyboard.press('Enter')
  await page.keyboard.type(', and @cl')
  await page.keyboard.press('Enter')
  await page.keyboard.type('(too) , !')
  expect(await body.inputValue()).toBe('Thanks @Cleo Park, and @Cleo Park (too) , !')
  expect(await page.locator('.mentions :checked').count()).toBe(1)
})

test('in the edit of a comment names are offered too, and the one chosen is mentioned', async () => {
  const { page, body } = await openForm()
  await body.fill('Who has the key?')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.waitForURL(/#comment-\d+$/)
  const { rows } = await world.db.pool.query('select id from comments order by id desc limit 1')
  await page.goto(`${path}/comments/${rows[0].id}/edit`)
  await body.fill('')
  await body.click()
  await page.keyboard.type('Who has the key? @cl')
  await page.keyboard.press('Enter')
  expect(await body.inputValue()).toBe('Who has the key? @Cleo Park ')
  expect(await page.locator('.mentions summary').getAttribute('data-count')).toBe(' (1)')
  expect(await problemsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save comment' }).click()
  await page.waitForURL(/#comment-/)
  const saved = await world.db.pool.query('select mentioned_ids from comments where id = $1', [rows[0].id])
  expect(saved.rows[0].mentioned_ids).toEqual([people[2]])
})

test('a name that is taken out of a comment unticks its box, in an edit too', async () => {
  const { page, body } = await openForm()
  const ticked = page.locator('.mentions :checked')
  await page.keyboard.type('See @cl')
  await page.keyboard.press('Enter')
  expect(await page.locator('.mentions :checked').count()).toBe(1)
  await body.fill('See')
  expect(await ticked.count()).toBe(0)
  await body.fill('')
  await page.keyboard.type('See @cl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.waitForURL(/#comment-/)
  const { rows } = await world.db.pool.query('select id from comments order by id desc limit 1')
  await page.goto(`${path}/comments/${rows[0].id}/edit`)
  const summary = page.locator('.mentions summary')
  expect(await summary.getAttribute('data-count')).toBe(' (1)')
  expect(await ticked.isVisible()).toBe(false)
  await body.fill('Only text now')
  expect(await ticked.count()).toBe(0)
  expect(await summary.getAttribute('data-count')).toBe('')
  await page.getByRole('button', { name: 'Save comment' }).click()
  await page.waitForURL(/#comment-/)
  const saved = await world.db.pool.query('select mentioned_ids from comments where id = $1', [rows[0].id])
  expect(saved.rows[0].mentioned_ids).toEqual([])
})

test('in the text of a new thread names are offered too, and the one chosen is told of it', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.getByLabel('Title').fill('The roof')
  await page.getByLabel('The whole group').uncheck()
  await page.locator('[name=description]').click()
  await page.keyboard.type('Ask @cl')
  expect(await page.getByRole('listbox', { name: 'Mention someone' }).count()).toBe(1)
  await page.keyboard.press('Enter')
  expect(await page.locator('[name=description]').inputValue()).toBe('Ask @Cleo Park ')
  expect(await page.locator('.mentions summary').getAttribute('data-count')).toBe(' (1)')
  await page.getByRole('button', { name: 'Start thread' }).click()
  await page.waitForURL(/told=1/)
})

test.each([
  ['comment', path, '#body'],
  ['new thread', `${site.url}/g/mill-lane/new-thread`, '[name=description]'],
])('a name that is taken out of a %s after its preview unticks its box', async (_, address, text) => {
  const page = await site.open({}, world.ada.id)
  await page.goto(address)
  const title = page.getByLabel('Title')
  if (await title.isVisible()) await title.fill('The wall')
  await page.locator(text).fill('')
  await page.locator(text).click()
  await page.keyboard.type('See @cl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.preview').waitFor()
  const ticked = page.locator('.mentions :checked')
  expect(await ticked.count()).toBe(1)
  await page.locator(text).fill('See')
  await expect.poll(() => ticked.count()).toBe(0)
  await page.locator(text).fill('')
})

test('somebody who is invited and has not joined is offered in a comment and in a new thread', async () => {
  const { pool } = world.db
  await pool.query('update memberships set accepted_at = null where user_id = $1', [people[2]])
  const { page, offered } = await openForm()
  await page.keyboard.type('@cl')
  expect(await offered.allTextContents()).toEqual(['Cleo Park'])
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  await page.getByLabel('The whole group').uncheck()
  await page.getByLabel('Title').fill('The gate')
  await page.locator('[name=description]').fill('')
  await page.locator('[name=description]').click()
  await page.keyboard.type('@cl')
  expect(await offered.allTextContents()).toEqual(['Cleo Park'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start thread' }).click()
  await page.waitForURL(/told=1/)
  await pool.query('update memberships set accepted_at = now() where user_id = $1', [people[2]])
})

test('a name is chosen with a finger', async () => {
  const { page, body, offered } = await openForm(PHONE)
  await page.keyboard.type('@DUP')
  const option = offered.first()
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await option.click()
  expect(await body.inputValue()).toBe('@Bérénice Dupont ')
})

test.each([
  ['an address', 'write to ben@'],
  ['a name nobody has', '@zo'],
  ['text after a blank line', '@ben\n\nand'],
])('%s offers nothing', async (_, text) => {
  const { page, offered } = await openForm()
  await page.keyboard.type(text.replaceAll('\n', ' \n'))
  expect(await offered.count()).toBe(0)
})

test('Escape closes the list, and Enter then begins a line', async () => {
  const { page, body, offered } = await openForm()
  await page.keyboard.type('@be')
  await page.keyboard.press('Escape')
  expect(await offered.count()).toBe(0)
  await page.keyboard.press('Enter')
  expect(await body.inputValue()).toBe('@be\n')
})

test.each([false, true])(
  'the first press on the button posts while names are offered (touch: %s)',
  async (touch) => {
    const { page, offered } = await openForm(touch ? PHONE : undefined)
    const text = `Thanks @Ben Ash ${touch}? @be`
    await page.keyboard.type(text)
    expect(await offered.count()).toBe(2)
    const button = page.getByRole('button', { name: 'Post comment' })
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 4]
    await page.mouse.click(x, y)
    await page.waitForURL(/#comment-\d+$/)
    const { rows } = await world.db.pool.query(
      'select body, mentioned_ids from comments order by id desc limit 1',
    )
    expect(rows[0]).toEqual({ body: text, mentioned_ids: [people[0]] })
  },
)
