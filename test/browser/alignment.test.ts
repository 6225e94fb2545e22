import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
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
