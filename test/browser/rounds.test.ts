import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { openSite, PHONE } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { addMembers, createWorld } from '../world.ts'

const world = await createWorld()
const people = await addMembers(
  world,
  Array.from({ length: 8 }, (_, place) => `voter-${place}@mill.example`),
)
const site = await openSite(world)

/** A round of a runoff, counted from 0, on a phone. */
async function roundOf(options: string[], ballots: string[][], number: number): Promise<Locator> {
  const settings = { poll_type: 'ranked_choice', count_method: 'irv' } as const
  const id = await makePoll(world, { settings, options, recipients: { audience: 'group' } })
  for (const [place, ranks] of ballots.entries()) {
    const choices = Object.fromEntries(ranks.map((name, at) => [name, at + 1]))
    await castBallot(world.db, { poll_id: id, user_id: people[place] ?? 0, choices, reason: null })
  }
  const page = await site.open({ width: PHONE }, people[0])
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', id)}`)
  const round = page.locator('.round').nth(number)
  await round.waitFor()
  return round
}

test('rounds with one long name are only as high as their names, and arcs join the bars', async () => {
  const long = 'A name that says what the idea is, what it costs, who does it, and until when they do'
  const [short, third] = ['Short', 'A third option']
  const ballots = [[long], [long], [long], [short], [short], [short], [third, short], [third, long]]
  const round = await roundOf([long, short, third], ballots, 1)
  const seen = await round.evaluate((element) => {
    const middle = (box: DOMRect) => Math.round(box.top + box.height / 2)
    return {
      above: [...element.querySelectorAll('.results > li')].map((row) => {
        const [name, bar] = [row.querySelector('p')!, row.querySelector('.bar')!]
        return bar.getBoundingClientRect().top - name.getBoundingClientRect().bottom
      }),
      bars: [...element.querySelectorAll('.bar')].map((bar) => middle(bar.getBoundingClientRect())),
      arcs: [...element.querySelectorAll('.arcs')].map((arc) => {
        const { top, bottom } = arc.getBoundingClientRect()
        return [Math.round(top), Math.round(bottom)]
      }),
      names: [...element.querySelectorAll('.results p')].map((name) => name.getBoundingClientRect().height),
    }
  })
  expect(Math.max(...seen.above)).toBeLessThan(8)
  expect(Math.max(...seen.names)).toBeGreaterThan(2 * Math.min(...seen.names))
  const last = seen.bars.at(-1)
  expect(seen.arcs.toSorted()).toEqual(seen.bars.slice(0, 2).map((bar) => [bar, last]))
})

test('an arc as thick as can be lies over no number', async () => {
  const round = await roundOf(['Rosa', 'Tom'], [['Rosa'], ['Tom']], 1)
  const arcsOver = await round.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    return [...element.querySelectorAll('.results p > .quiet')].flatMap((number) => {
      const { left, right, top, bottom } = number.getBoundingClientRect()
      const over = []
      for (let x = left; x < right; x++)
        for (let y = top; y < bottom; y++) {
          const hit = document.elementsFromPoint(x, y)
          if (hit.some((found) => found.closest('.arcs') !== null)) over.push([x, y])
        }
      return over
    })
  })
  expect(await round.locator('.arcs').count()).toBe(1)
  expect(arcsOver).toEqual([])
})
