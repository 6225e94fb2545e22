import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newToken } from '../../src/users/secret.ts'
import { DESK, openSite, PHONE } from '../browser.ts'
import { makePoll, makeThread, type PollWish } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld, nameMembers } from '../world.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
await nameMembers(world)
const site = await openSite(world)
const thread = `/d/${await keyOf(world, 'discussions', await makeThread(world))}`
const TREES: PollWish = { settings: { poll_type: 'poll' }, options: ['Oak', 'Elm'] }
const RECEIPTS: PollWish = {
  ...TREES,
  settings: { ...TREES.settings, anonymous: true, receipts: true },
  recipients: { audience: 'group' },
}

const NEW_POLL = '/new-poll?group=mill-lane&type=poll'
const NEW_MEETING = '/new-poll?group=mill-lane&type=meeting'
const NEW_THREAD = '/g/mill-lane/new-thread'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are offline. Nothing was sent' })
const unreached = (page: Page) => page.getByRole('alert').filter({ hasText: 'cannot be reached' })

async function openedBy(wish: PollWish): Promise<Page> {
  const poll_id = await makePoll(world, wish)
  const token = await tokenFor(world, 'ballot', { user_id: ben, poll_id })
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}?k=${token}`)
  return page
}

async function opened(path: string): Promise<Page> {
  const page = await site.open({ width: PHONE }, world.ada.id)
  await page.goto(`${site.url}${path}`)
  return page
}

const isInSight = (part: Element) => {
  const { top, bottom } = part.getBoundingClientRect()
  return top >= 0 && Math.floor(bottom) <= innerHeight
}

type Case = {
  open: () => Promise<Page>
  /** What is typed or chosen, and how the page tells that it is there. */
  write: (page: Page) => Promise<void>
  stays: (page: Page) => Promise<string | boolean>
  press: string
  /** Waits for what follows once it is sent. */
  sent: (page: Page) => Promise<unknown>
}

const CASES: Record<string, Case> = {
  'a step of a new poll': {
    open: () => opened(NEW_MEETING),
    write: (page) => page.locator('#title').fill('Which tree?'),
    stays: (page) => page.locator('#title').inputValue(),
    press: 'Later →',
    sent: (page) => button(page, '← Earlier').waitFor(),
  },
  'a new thread': {
    open: () => opened(NEW_THREAD),
    // Another one each time: the same again would be asked about.
    write: (page) => page.getByLabel('Title').fill(`Rain ${newToken()}`),
    stays: (page) => page.getByLabel('Title').inputValue(),
    press: 'Start thread',
    sent: (page) => page.waitForURL(/\/d\//),
  },
  'an invitation': {
    open: () => opened('/g/mill-lane/invite'),
    write: (page) => page.locator('main textarea').first().fill('eve@example.org'),
    stays: (page) => page.locator('main textarea').first().inputValue(),
    press: 'Preview invitations',
    sent: (page) => page.locator('main button[value=invite]').waitFor(),
  },
  'a comment': {
    open: () => opened(thread),
    write: (page) => page.locator('#body').fill('A thought'),
    stays: (page) => page.locator('#body').inputValue(),
    press: 'Post comment',
    sent: (page) => page.waitForURL(/#comment-\d+$/),
  },
  'a ballot': {
    open: () => openedBy(TREES),
    write: (page) => page.getByLabel('Elm').check(),
    stays: (page) => page.getByLabel('Elm').isChecked(),
    press: 'Cast vote',
    sent: (page) => page.getByText('You voted: Elm.').waitFor(),
  },
  'a ballot with a receipt': {
    open: () => openedBy(RECEIPTS),
    write: (page) => page.getByLabel('Elm').check(),
    stays: (page) => page.getByLabel('Elm').isChecked(),
    press: 'Cast vote',
    sent: (page) => page.getByText('Save your receipt now').waitFor(),
  },
}

test.each(Object.entries(CASES))(
  '%s stays on the page without a connection, and is sent later',
  async (_, form) => {
    const page = await form.open()
    const address = page.url()
    await page.context().setOffline(true)
    await form.write(page)
    await button(page, form.press).click()
    await note(page).waitFor()
    expect(await note(page).evaluate(isInSight)).toBe(true)
    // Pressed again, it says so again, once.
    await button(page, form.press).click()
    await note(page).waitFor()
    expect(page.url()).toBe(address)
    expect(await form.stays(page)).not.toBe('')
    expect(await form.stays(page)).not.toBe(false)
    await page.context().setOffline(false)
    await note(page).waitFor({ state: 'detached' })
    await button(page, form.press).click()
    await form.sent(page)
  },
)

const { 'a step of a new poll': _, ...SENT } = CASES

test.each(Object.entries(SENT))(
  '%s stays on the page while the service is stopped, and is sent later, once',
  async (_, form) => {
    const page = await form.open()
    const address = page.url()
    await form.write(page)
    await page.route('**', (route) => route.abort('connectionrefused'))
    await button(page, form.press).click()
    await unreached(page).waitFor()
    expect(await unreached(page).evaluate(isInSight)).toBe(true)
    expect(page.url()).toBe(address)
    expect(await form.stays(page)).not.toBe('')
    expect(await form.stays(page)).not.toBe(false)
    await page.unroute('**')
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.isNavigationRequest() && one.method() === 'POST') sent.push(one.url())
    })
    await button(page, form.press).dblclick()
    await form.sent(page)
    // A receipt is made by a script, which sends its ballot itself.
    expect(sent.length).toBeLessThanOrEqual(1)
  },
)

test('a comment by a personal link stays on the page while the service is stopped', async () => {
  const discussion_id = await makeThread(world)
  const token = await tokenFor(world, 'thread', { user_id: ben, discussion_id })
  const page = await site.open({ width: PHONE })
  await page.goto(`${site.url}/d/${await keyOf(world, 'discussions', discussion_id)}?k=${token}`)
  await page.locator('#body').fill('By link')
  await page.route('**', (route) => route.abort('connectionrefused'))
  await button(page, 'Post comment').click()
  await unreached(page).waitFor()
  expect(await page.locator('#body').inputValue()).toBe('By link')
  await page.unroute('**')
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
})

test('a form is sent though the service takes long to say that it is there', async () => {
  const page = await opened(NEW_THREAD)
  await page.route('**/healthz', () => undefined)
  await page.getByLabel('Title').fill('A slow connection')
  await button(page, 'Start thread').click()
  await page.waitForURL(/\/d\//)
})

const draftsWith = async (text: string) => {
  const { rows } = await world.db.pool.query('select from form_drafts where position($1 in fields) > 0', [
    text,
  ])
  return rows.length
}

test.each([
  { path: NEW_POLL, field: '#details' },
  { path: NEW_THREAD, field: '[name=description]' },
  { path: thread, field: '#body' },
])('what was typed offline at $path is saved once the browser is online again', async ({ path, field }) => {
  const page = await opened(path)
  const text = `Typed offline at ${field}`
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await page.locator(field).fill(text)
  await failed
  expect(await draftsWith(text)).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(() => draftsWith(text)).toBe(1)
})

test.each([
  { path: NEW_POLL, field: '#title' },
  { path: thread, field: '#body' },
  { path: '/g/mill-lane/invite', field: '#emails' },
])('whoever leaves $path with text that could not be saved is asked first', async ({ path, field }) => {
  const page = await opened(path)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.context().setOffline(true)
  await page.locator(field).pressSequentially('Unsaved')
  const dialog = page.waitForEvent('dialog')
  await page.evaluate(() => location.reload())
  await dialog
  expect(await page.locator(field).inputValue()).toContain('Unsaved')
  expect(asked).toEqual(['beforeunload'])
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('form[data-unreached]').count()).toBe(0)
  await page.goto(`${site.url}/account`)
  expect(asked).toHaveLength(1)
})

test('a form that was sent is not saved as a draft when the connection comes back', async () => {
  const page = await opened(thread)
  await page.locator('#body').fill('Posted before')
  await button(page, 'Post comment').click()
  await page.waitForURL(/#comment-\d+$/)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.locator('#body').fill('Another one')
  await expect.poll(() => draftsWith('Another one')).toBe(1)
  expect(await draftsWith('Posted before')).toBe(0)
})

test('a browser that wrongly says that it is offline sends the form', async () => {
  const page = await opened(NEW_THREAD)
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await page.getByLabel('Title').fill('No network but this computer')
  await button(page, 'Start thread').click()
  await page.waitForURL(/\/d\//)
})

test.each(['no answer', 'the answer of a proxy'])(
  'a form whose drafts met with %s stays until it can be sent',
  async (what) => {
    const page = await opened(thread)
    const fail = '**/{comments,healthz}'
    await page.route(fail, (route) => (what === 'no answer' ? route.abort() : route.fulfill({ status: 502 })))
    await page.locator('#body').fill(`Last words, with ${what}`)
    await page.locator('form[data-unreached]').waitFor()
    await button(page, 'Post comment').click()
    await unreached(page).waitFor()
    expect(await page.locator('#body').inputValue()).toBe(`Last words, with ${what}`)
    await page.unroute(fail)
    await button(page, 'Post comment').click()
    await page.waitForURL(/#comment-\d+$/)
    expect(await unreached(page).count()).toBe(0)
  },
)

test.each([
  { is: 'a bare button', keeps: false },
  { is: 'a form to fill in', keeps: true },
])('the note at $is says that what was written is there: $keeps', async ({ keeps }) => {
  const poll = `/p/${await keyOf(world, 'polls', await makePoll(world, TREES))}`
  const page = await opened(keeps ? NEW_THREAD : `${poll}/close`)
  const press = button(page, keeps ? 'Start thread' : 'Close voting now')
  const rest = keeps ? ' What you wrote is still here.' : ''
  await page.context().setOffline(true)
  await press.click()
  const offline = `You are offline. Nothing was sent. Try again when you are connected.${rest}`
  expect(await note(page).textContent()).toBe(offline)
  await page.context().setOffline(false)
  await page.route('**', (route) => route.abort('connectionrefused'))
  await press.click()
  const away = `The service cannot be reached. Nothing was sent. Try again in a moment.${rest}`
  expect(await unreached(page).textContent()).toBe(away)
})

test('the theme is chosen without a connection', async () => {
  const page = await opened(NEW_THREAD)
  await page.context().setOffline(true)
  await button(page, 'Dark').click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await note(page).count()).toBe(0)
})

test('links that the service could not be asked for leave the page, and are copied at the next press', async () => {
  const page = await opened('/g/mill-lane/members?list=invited')
  await page.route('**/links*', (route) => route.abort(), { times: 1 })
  const address = page.url()
  await button(page, 'Copy all links').click()
  await unreached(page).waitFor()
  await button(page, 'Copy all links').click()
  await page.getByText(/link(s were| was) created/).waitFor()
  expect([page.url(), await unreached(page).count()]).toEqual([address, 0])
})

test('a script that could not send a form says so at the button, until it could', async () => {
  const page = await opened(NEW_MEETING)
  const later = button(page, 'Later →')
  await later.evaluate((one) => one.dispatchEvent(new Event('unsent')))
  await unreached(page).waitFor()
  await later.click()
  await button(page, '← Earlier').waitFor()
  expect(await unreached(page).count()).toBe(0)
})

test('a step for which the service could not be reached leaves the form, and is taken at the next press', async () => {
  const page = await opened(NEW_MEETING)
  await page.route('**/new-poll?*', (route) => route.abort(), { times: 1 })
  const address = page.url()
  await button(page, 'Later →').click()
  await unreached(page).waitFor()
  expect(page.url()).toBe(address)
  await button(page, 'Later →').click()
  await button(page, '← Earlier').waitFor()
  expect(await unreached(page).count()).toBe(0)
})

/** The space between the note and what is seen next to it, above and below. */
const spaceAround = (shown: Element) => {
  const isSeen = (part: Element) => part.getBoundingClientRect().height > 1
  const beside = [...(shown.parentElement?.children ?? [])].filter((one) => one === shown || isSeen(one))
  const at = beside.indexOf(shown)
  const { top, bottom } = shown.getBoundingClientRect()
  const [above, below] = [beside[at - 1], beside[at + 1]].map((one) => one?.getBoundingClientRect())
  return Math.min(top - (above?.bottom ?? -Infinity), (below?.top ?? Infinity) - bottom)
}
const BALLOT = `/p/${await keyOf(world, 'polls', await makePoll(world, RECEIPTS))}`

test.each(
  [
    [NEW_MEETING, 'Later →'],
    [NEW_POLL, 'Move option 2 up'],
    [NEW_POLL, 'Add option'],
    [NEW_POLL, 'Preview'],
    [NEW_THREAD, 'Preview'],
    [thread, 'Preview'],
    ['/g/mill-lane/members?list=invited', 'Copy all links'],
    [BALLOT, 'Cast vote'],
  ].flatMap(([path = '', name = '']) => [DESK, PHONE].map((width) => ({ path, name, width }))),
)('the note about $name on $path keeps apart from the parts beside it, $width wide', async (at) => {
  const page = await site.open({ width: at.width }, world.ada.id)
  await page.goto(`${site.url}${at.path}`)
  await button(page, at.name).evaluate((one) => one.dispatchEvent(new Event('unsent')))
  expect(await unreached(page).evaluate(spaceAround)).toBeGreaterThanOrEqual(8)
})
