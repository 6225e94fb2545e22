import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { DESK, openSite, PHONE } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

const VOTERS = 24
/** In pixels: the strip at an edge in which a shadow is darkest. */
const STRIP = 4

const world = await createWorld()
const people = await addMembers(
  world,
  Array.from({ length: VOTERS }, (_, place) => `voter-${place}@mill.example`),
)
const site = await openSite(world)

/** A meeting of two days in which all voted, so that its grid is higher than its frame. */
async function highMeeting(): Promise<string> {
  const options = ['2027-03-01T10:00:00Z', '2027-03-02T10:00:00Z']
  const settings = { poll_type: 'meeting' } as const
  const poll_id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
  for (const user_id of people) {
    const choices = Object.fromEntries(options.map((time) => [time, 2]))
    await castBallot(world.db, { poll_id, user_id, choices, reason: null })
  }
  return `/p/${await keyOf(world, 'polls', poll_id)}`
}

/** How light the bottom edge of a box is in its middle, from 0 to 255; signs of answers are not there. */
async function lightAtBottom(grid: Locator): Promise<number> {
  const page = grid.page()
  const { x, y, width, height } = (await grid.boundingBox())!
  const clip = { x: x + width * 0.55, y: y + height - STRIP, width: STRIP, height: STRIP }
  const picture = (await page.screenshot({ clip, fullPage: true })).toString('base64')
  const blank = await site.open()
  return blank.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    return data[1] ?? 0
  }, picture)
}

test.each([DESK, PHONE])(
  'a grid that goes on below has a shadow at its lower edge, %i pixels wide',
  async (width) => {
    const page = await site.open({ width }, people[0])
    await page.goto(site.url + (await highMeeting()))
    const grid = page.locator('.wide')
    expect(await grid.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
    const before = await lightAtBottom(grid)
    await grid.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    const atEnd = await lightAtBottom(grid)
    expect(atEnd - before).toBeGreaterThan(20)
  },
)
