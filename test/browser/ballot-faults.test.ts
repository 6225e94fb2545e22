import { expect, test } from 'vitest'
import type { PollSettings } from '../../src/polls/poll.ts'
import { openSite } from '../browser.ts'
import { makePoll } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld } from '../world.ts'
import { problemsOn } from './axe.ts'

const world = await createWorld()
const site = await openSite(world)

/** A ballot for Ada, of which some of three options need an answer. */
async function openBallot(settings: Partial<PollSettings>) {
  const poll_id = await makePoll(world, {
    settings,
    options: ['Soup', 'Curry', 'Bread'],
    recipients: { audience: 'group' },
  })
  const page = await site.open({}, world.ada.id)
  await page.goto(`${site.url}/p/${await keyOf(world, 'polls', poll_id)}`)
  /** How wide the frame of the first field of each option is where the line starts. */
  const frames = () =>
    page
      .locator('#ballot :is(.scale label:first-child, .numbers input)')
      .evaluateAll((all) => all.map((field) => getComputedStyle(field).borderInlineStartWidth))
  const cast = async () => {
    await page.getByRole('button', { name: 'Cast vote' }).click()
    await page.getByRole('alert').waitFor()
  }
  return { page, frames, cast }
}

const RANKED = { poll_type: 'ranked_choice', count_method: 'irv', minimum_stance_choices: 2 } as const

test.each([
  { poll_type: 'score' } as const,
  { poll_type: 'score', max_score: 100 } as const,
  RANKED,
  { poll_type: 'dot_vote', minimum_stance_choices: 2 } as const,
])('an empty ballot of %j has red frames until one option has an answer', async (settings) => {
  const { page, frames, cast } = await openBallot(settings)
  expect(await frames()).toEqual(['1px', '1px', '1px'])
  await cast()
  expect(await frames()).toEqual(['4px', '4px', '4px'])
  expect(await problemsOn(page, { part: '#ballot' })).toEqual([])
  const field = page.locator('[name=s2]').last()
  if ((await field.getAttribute('type')) === 'radio') await page.locator('#s2').check()
  else await field.fill('1')
  expect(await frames()).toEqual(['1px', '1px', '1px'])
})

test('a ranking with too few options has red frames at those without a rank', async () => {
  const { page, frames, cast } = await openBallot(RANKED)
  await page.getByLabel('Curry', { exact: true }).fill('1')
  await cast()
  await page.getByText('Rank 2 to 3 options').first().waitFor()
  const wrong = page.locator('.numbers input[aria-invalid]')
  expect(await wrong.evaluateAll((all) => all.map((field) => field.getAttribute('name')))).toEqual([
    's1',
    's3',
  ])
  expect((await frames()).toSorted()).toEqual(['1px', '4px', '4px'])
})
