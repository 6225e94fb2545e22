import { expect, test } from 'vitest'
import { openSite, PHONE } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

test('a form on the first page that is opened uses the reader’s time zone, too', async () => {
  const world = await createWorld()
  const site = await openSite(world)
  const page = await site.open({ zone: 'America/New_York', asks_zone: true }, world.ada.id)
  await page.goto(`${site.url}/new-poll?group=mill-lane&type=count`)
  await page.getByText('In your time zone (New York Time)').waitFor()
})

test('the first page of a group uses the reader’s zone, and without scripts that of the group', async () => {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  await world.db.pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
  await world.db.pool.query("update users set time_zone = 'Europe/London' where id = $1", [world.ada.id])
  const site = await openSite(world)
  const look = { zone: 'America/New_York', asks_zone: true }
  for (const [scripts, zone] of [
    [true, 'New York Time'],
    [false, 'UK Time'],
  ] as const) {
    const page = await site.open({ ...look, scripts }, ben)
    await page.goto(`${site.url}/new-poll?group=mill-lane&type=count`)
    await page.getByText(`In your time zone (${zone})`).waitFor()
  }
})

/** A meeting poll, and the link of Ben's mail to it. */
async function meetingLink(asked_from: string) {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  await world.db.pool.query('update users set time_zone = $1 where id = $2', [asked_from, world.ada.id])
  const site = await openSite(world)
  const settings = { poll_type: 'meeting' as const, closing_at: new Date('2099-01-01T12:00:00Z') }
  const wish = { settings, options: ['2099-07-01T18:30:00Z'], recipients: { audience: 'group' as const } }
  const poll_id = await makePoll(world, wish)
  const token = await tokenFor(world, 'ballot', { user_id: ben, poll_id })
  return { site, link: `${site.url}/p/${await keyOf(world, 'polls', poll_id)}?k=${token}` }
}

test('the first link opened shows meeting times in the reader’s zone, and without scripts in UTC', async () => {
  const { site, link } = await meetingLink('UTC')
  const look = { width: PHONE, zone: 'America/New_York', asks_zone: true }
  const page = await site.open(look)
  await page.goto(link)
  // It is on the ballot, and a second time for paper.
  await page.getByText('in this time zone: New York Time').first().waitFor()
  expect(await page.locator('main').innerText()).toContain('14:30')
  const plain = await site.open({ ...look, scripts: false })
  await plain.goto(link)
  expect(await plain.locator('main').innerText()).toMatch(/1\u00a0July 2099[\s\S]*18:30/)
})

test('the first link opened shows the times of the ballot in the reader’s zone, whatever zone the mail was in', async () => {
  const { site, link } = await meetingLink('Europe/London')
  const page = await site.open({ zone: 'America/New_York', asks_zone: true })
  await page.goto(link)
  const ballot = page.locator('#ballot form')
  await ballot.getByText('in this time zone: New York Time').waitFor()
  expect(await ballot.locator('legend').allInnerTexts()).toContainEqual(expect.stringContaining('14:30'))
})
