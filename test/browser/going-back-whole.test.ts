import { expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { acceptInvitation } from '../../src/members/accept-invitation.ts'
import { openSite, signIn } from '../browser.ts'
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

const count = async (table: string) =>
  (await world.db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n

test('a poll’s form is whole after going back: with the options that were added by pasting', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=poll`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Which colour?')
  const names = ['Red', 'Green', 'Blue', 'White', 'Black']
  const rows = page.locator('[name=options]')
  await rows.first().evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, names.join('\n'))
  const typed = () =>
    rows.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).filter(Boolean))
  await expect.poll(typed).toEqual(names)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  const started = page.url()
  await page.goBack()
  await expect.poll(typed).toEqual(names)
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Which colour?')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.waitForURL(/\/p\//)
  expect([page.url(), await count('polls')]).toEqual([started, 1])
  // Another one, with all that was typed.
  await page.goBack()
  await expect.poll(typed).toEqual(names)
  await page.getByRole('textbox', { name: 'Title' }).fill('Which colours?')
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.getByRole('button', { name: 'Start another one' }).click()
  await page.waitForURL(/\/p\//)
  expect([await page.locator('h1').innerText(), await count('polls')]).toEqual(['Which colours?', 2])
})

test('a thread’s form is whole after going back, and asks before it starts another one', async () => {
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/new-thread`)
  const title = page.getByLabel('Title')
  await title.fill('Rain')
  await page.locator('[name=description]').fill('It rains.')
  await page.getByRole('button', { name: 'Start thread' }).click()
  await page.waitForURL(/\/d\//)
  await page.goBack()
  const typed = async () => [await title.inputValue(), await page.locator('[name=description]').inputValue()]
  expect(await typed()).toEqual(['Rain', 'It rains.'])
  await title.fill('Snow')
  await page.getByRole('button', { name: 'Start thread' }).click()
  await page.getByRole('heading', { name: 'You have already started this thread' }).waitFor()
  expect(await page.getByRole('link', { name: 'Edit “Rain”' }).count()).toBe(1)
  expect(await count('discussions')).toBe(1)
  await page.getByRole('button', { name: 'Start another one' }).click()
  await page.waitForURL(/\/d\//)
  expect([await page.locator('h1').innerText(), await count('discussions')]).toEqual(['Snow', 2])
})

test.each([
  ['/g/mill-lane/new-thread', 'Start thread', /\/d\//],
  ['/new-poll?group=mill-lane&type=proposal', 'Start poll', /\/p\//],
] as const)(
  'a form that somebody else sent in this window before is not put back: %s',
  async (path, press, to) => {
    const page = await site.open({}, world.ada.id)
    await page.goto(`${site.url}${path}`)
    const title = page.getByRole('textbox', { name: 'Title' })
    const text = page.locator('[name=description], [name=details]')
    await title.fill('Between us')
    await text.fill('Nobody else knows.')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: new RegExp(`^${press}`) }).click()
    await page.waitForURL(to)
    await page.context().clearCookies()
    await signIn(page.context(), site, ben)
    await page.goBack()
    await page.waitForLoadState('networkidle')
    expect([await title.inputValue(), await text.inputValue()]).toEqual(['', ''])
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Between')
  },
)

test('a comment that somebody else began in this window before is not put back', async () => {
  const key = await keyOf(world, 'discussions', await makeThread(world))
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/d/${key}`)
  const field = page.locator('.comment-form textarea').last()
  await field.fill('Nobody else knows.')
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.waitForURL(/help/)
  await page.context().clearCookies()
  await signIn(page.context(), site, ben)
  await page.goBack()
  await page.waitForLoadState('networkidle')
  expect(await field.inputValue()).toBe('')
})

test('without scripts the options of a poll are there after a proxy’s error page and going back', async () => {
  const page = await site.open({ scripts: false }, world.ada.id)
  const at = `${site.url}/new-poll?group=mill-lane&type=poll`
  await page.goto(at)
  const options = page.locator('[name=options]')
  for (const [place, name] of ['Red', 'Blue'].entries()) await options.nth(place).fill(name)
  await page.route(/new-poll/, (route) => route.fulfill({ status: 503, body: 'Unavailable' }))
  await page.getByRole('button', { name: /^Start poll/ }).click()
  await page.getByText('Unavailable').waitFor()
  await page.unroute(/new-poll/)
  await page.goBack()
  await expect.poll(() => options.nth(1).inputValue()).toBe('Blue')
  expect(await options.first().inputValue()).toBe('Red')
})
