import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { change, SYSTEM } from '../../src/db/db.ts'
import { createGroup } from '../../src/groups/create-group.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let site: Site

beforeAll(async () => {
  world = await createWorld()
  site = await openSite(world)
})

const boxOf = (found: Locator) =>
  found.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const { fontSize } = getComputedStyle(element)
    return { left, right, top, bottom, fontSize }
  })

test.each([DESK, PHONE])(
  'the bars of scores begin and end at the ticks of their axis (%i)',
  async (width) => {
    const poll_id = await makePoll(world, {
      settings: { poll_type: 'score', min_score: 0, max_score: 5 },
      options: ['Slate', 'Tile'],
      recipients: { audience: 'group' },
    })
    const choices = { Slate: 5, Tile: 2 }
    await castBallot(world.db, { poll_id, user_id: world.ada.id, choices, reason: null })
    const page = await site.open({ width }, world.ada.id)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
    const middleOf = async (found: string) => {
      const { left, right } = await boxOf(page.locator(found))
      return (left + right) / 2
    }
    const bars = page.locator('.scores .value')
    expect(await bars.count()).toBe(2)
    for (const [place, score] of Object.values(choices).entries()) {
      const { left, right } = await boxOf(bars.nth(place))
      expect(left).toBeCloseTo(await middleOf('.ticks text:first-child'), 0)
      expect(right).toBeCloseTo(await middleOf(`.ticks text:nth-child(${score + 1})`), 0)
    }
  },
)

test('a long name of a group and its parent takes two lines of the header, and is whole in its title', async () => {
  const [parent, own] = [
    'Association of Neighbours and Friends of the Old Mill and its Garden, registered',
    'Working group for the repair of roofs, gutters, chimneys and all else above',
  ]
  const admin_email = 'ada@mill.example'
  await change(world.db, SYSTEM, async (act) => {
    await createGroup(act, { name: parent, handle: 'mill', admin_email, parent_handle: null })
    await createGroup(act, { name: own, handle: 'roofs', admin_email, parent_handle: 'mill' })
  })
  const page = await site.open({ width: DESK }, world.ada.id)
  await page.goto(`${site.url}/g/roofs/members`)
  const name = page.locator('.masthead .of')
  expect(await name.getAttribute('title')).toBe(`${parent} - ${own}`)
  const lines = await name.evaluate(
    (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  )
  expect(lines).toBeCloseTo(2, 1)
  const [home, beside, account] = await Promise.all(
    ['.home', '.of', '.account'].map((part) => boxOf(page.locator(`.masthead ${part}`))),
  )
  expect(home?.right).toBeLessThan(beside?.left ?? 0)
  expect(beside?.right).toBeLessThan(account?.left ?? 0)
  expect(account?.right).toBeLessThanOrEqual((await boxOf(page.locator('.tabs').first())).right)
})

test.each([DESK, PHONE])(
  'what can be done with a person stands side by side, in one size (%i)',
  async (width) => {
    const page = await site.open({ width }, world.ada.id)
    await page.goto(`${site.url}/service/people?search=ada`)
    const row = page.locator('.list > li').first()
    const [ends, erases] = [await boxOf(row.locator('form button')), await boxOf(row.locator('a'))]
    expect(ends.fontSize).toBe(erases.fontSize)
    expect((ends.top + ends.bottom) / 2).toBeCloseTo((erases.top + erases.bottom) / 2, 0)
    expect(ends.left).toBe((await boxOf(row)).left)
    expect(erases.left - ends.right).toBeLessThan(30)
  },
)

test.each(['dot_vote', 'ranked_choice'] as const)(
  'on a phone the fields of a ballot end each row, also below a description (%s)',
  async (poll_type) => {
    const poll_id = await makePoll(world, {
      settings: { poll_type },
      options: ['Park', 'Roof', 'Hall'],
      option_meanings: ['behind the school', '', ''],
      recipients: { audience: 'group' },
    })
    const page = await site.open({ width: PHONE }, world.ada.id)
    await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
    const rows = page.locator('.numbers > li')
    const [below, beside] = [rows.filter({ hasText: 'Park' }), rows.filter({ hasText: 'Roof' })]
    for (const part of ['input', 'button >> nth=-1']) {
      const [one, other] = [await boxOf(below.locator(part)), await boxOf(beside.locator(part))]
      expect(one.left).toBe(other.left)
      expect(one.right).toBe(other.right)
    }
  },
)

test.each([DESK, PHONE])(
  'what is said of a member stands below the name, in both lists of the group (%i)',
  async (width) => {
    const page = await site.open({ width }, world.ada.id)
    for (const path of ['', '/members']) {
      await page.goto(`${site.url}/g/${world.group.handle}${path}`)
      const row = page.locator('.people > li', { has: page.getByText('admin', { exact: true }) })
      const [name, said] = [await boxOf(row.locator('bdi')), await boxOf(row.locator('p'))]
      expect(said.left).toBeCloseTo(name.left, 0)
      expect(said.top).toBeGreaterThanOrEqual(name.bottom - 1)
    }
  },
)
