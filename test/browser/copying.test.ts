import { beforeAll, expect, test } from 'vitest'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { MAIL_CONFIG, makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'
import { button } from './journey.ts'

let site: Site
let ben: number

beforeAll(async () => {
  const world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  site = await openSite(world)
})

test('a new API key, which is shown once, is copied by a button', async () => {
  const page = await site.open({ width: DESK, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/keys`)
  await page.getByLabel('Name').first().fill('Weekly sync')
  await page.locator('main form').getByRole('button').first().click()
  await button(page, 'Copy').first().click()
  await page.getByText('Copied.').waitFor()
  const copied = await page.evaluate(() => getSelection()?.toString().trim())
  expect(copied).toMatch(/^fmk_\S+$/)
})

test('the links of everyone who was invited are copied without leaving the list', async () => {
  const page = await site.open({ width: DESK, scripts: true }, site.world.ada.id)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}/g/mill-lane/members?list=invited`)
  await button(page, 'Copy all links').click()
  await page.getByText('Copied.').waitFor()
  await page.getByText(/links were created/).waitFor()
  expect(page.url()).toBe(`${site.url}/g/mill-lane/members?list=invited`)
  const links = await page.evaluate(() => navigator.clipboard.readText())
  expect(links.split('\n').length).toBeGreaterThan(2)
  expect(links).toBe(await page.getByLabel('Links', { exact: true }).inputValue())
  // Long lines wrap, so that every link can be read on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const field = page.getByLabel('Links', { exact: true })
  expect(await field.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await page.evaluate(() => navigator.clipboard.writeText('something else'))
  await button(page, 'Copy to clipboard').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(links)
  // And each has a button of its own.
  for (const line of links.split('\n')) {
    const [, to = '', link] = /^(.*) (\S+)$/.exec(line) ?? []
    const row = page.getByRole('listitem').filter({ has: page.getByLabel(to, { exact: true }) })
    await row.getByRole('button', { name: 'Copy link' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  }
})

test('the link of one invited person, or of one email, is copied at the click', async () => {
  const { world } = site
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const { rows } = await world.db.pool.query(
    `select ms.id as membership, m.id as mail from memberships ms join mails m on m.user_id = ms.user_id
     where ms.user_id = $1 and m.kind = 'group_invitation'`,
    [ben],
  )
  const [{ membership, mail }] = rows
  const page = await site.open({ width: DESK, scripts: true }, world.ada.id)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [path, label] of [
    [`members/${membership}`, 'Copy link'],
    [`outbox/${mail}`, 'Copy the link'],
  ] as const) {
    await page.goto(`${site.url}/g/mill-lane/${path}`)
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await button(page, label).click()
    await page.getByText('Copied.').waitFor()
    expect(page.url()).toBe(`${site.url}/g/mill-lane/${path}`)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/g/mill-lane?k=')
  }
  const plain = await site.open({ width: DESK, scripts: false }, world.ada.id)
  await plain.goto(`${site.url}/g/mill-lane/members/${membership}`)
  await button(plain, 'Copy link').click()
  await plain.getByText('The link is ready. It is for this person only.').waitFor()
})

test('the button at the link of a poll that was just started stays when somebody votes', async () => {
  const { world } = site
  const poll_id = await makePoll(world, {
    actor: { kind: 'person', user_id: world.ada.id },
    recipients: { audience: 'group' },
  })
  const page = await site.open({ width: DESK, scripts: true }, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}?done=started&people=3`)
  await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  await page.getByText(/^1 of \d+ voted\.$/).waitFor()
  await button(page, 'Copy link').click()
  await page.getByText('Copied.').waitFor()
})

test('without scripts, and when something is wrong, a page shows them or says so', async () => {
  const plain = await site.open({ width: DESK, scripts: false }, site.world.ada.id)
  await plain.goto(`${site.url}/g/mill-lane/members?list=invited`)
  await button(plain, 'Copy all links').click()
  await plain.getByRole('heading', { name: 'Links for people who haven’t joined' }).waitFor()

  const page = await site.open({ width: DESK, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/g/mill-lane/members?list=invited`)
  await page.context().clearCookies()
  await button(page, 'Copy all links').click()
  await page.getByRole('heading', { name: 'Nothing was saved' }).waitFor()
})

test('the button that copies the link of a poll is as high as its field', async () => {
  const poll_id = await makePoll(site.world)
  const page = await site.open({ width: DESK, scripts: true }, site.world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}/share`)
  const [field, copy] = [page.locator('#link'), page.getByRole('button', { name: 'Copy link' })]
  const [one, other] = [await field.boundingBox(), await copy.boundingBox()]
  expect([other?.y, other?.height]).toEqual([one?.y, one?.height])
})

test.each([DESK, PHONE])(
  'the button at a link ends with its column or line, and stays at a click: %i',
  async (width) => {
    const poll_id = await makePoll(site.world)
    const page = await site.open({ width, scripts: true }, site.world.ada.id)
    await page.goto(`${site.url}/p/${await keyOf(site.world, 'polls', poll_id)}/share`)
    const [field, copy] = [page.locator('#link'), page.getByRole('button', { name: 'Copy link' })]
    const places = async () => [await field.boundingBox(), await copy.boundingBox()]
    const before = await places()
    const row = await page.locator('.copied').boundingBox()
    const last = width === DESK ? before[1] : before[0]
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((row?.x ?? 0) + (row?.width ?? 0), 0)
    expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
    await copy.click()
    await page.locator('.copied output').getByText('Copied').waitFor()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)
