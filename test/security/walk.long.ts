import { expect, test } from 'vitest'
import { close, vote } from '../contract/acts.ts'
import { makePoll } from '../tell.ts'
import { chanceOf } from './chance.ts'
import { QUICK, SEED, tell } from './effort.ts'
import { liveALife } from './walk/life.ts'
import { lookAround, lookAt } from './walk/looks.ts'
import { KINDS } from './walk/wishes.ts'
import { openWalkWorld, type WalkWorld } from './walk/world.ts'

/**
 * Walks: people and programs do random, mostly valid things with polls of all kinds, from the first draft to
 * the outcome. No response fails, no page has holes, all jobs run, polls close, and pages, results, totals,
 * files and records agree.
 */

const WALKS = QUICK ? 7 : 40
const LIVES = 6
/** A first look always takes the same walks: it fails because of a change, and not by chance. */
const FIRST = QUICK && process.env['SECURITY_SEED'] === undefined ? 1 : SEED
const MOST_SHOWN = 6_000

test.each(Array.from({ length: WALKS }, (_, at) => FIRST + at))(
  'a walk with seed %i meets no fault',
  async (seed) => {
    const at = await openWalkWorld(chanceOf(seed))
    for (let life = 0; life < LIVES && at.faults.length === 0; life++)
      await step(at, () => liveALife(at, KINDS[(seed * LIVES + life) % KINDS.length]!))
    await step(at, () => lookAround(at))
    at.done()
    tell(at.faults.length === 0 ? `seed ${seed}: ${at.trail.length} steps` : told(at, seed))
    expect(at.faults).toEqual([])
  },
)

async function step(at: WalkWorld, walk: () => Promise<void>): Promise<void> {
  await walk().catch((error: Error) => at.fault(String(error.stack)))
}

/** The faults, the steps of the life in which they were met, and how to repeat the walk. */
function told({ faults, trail, life }: WalkWorld, seed: number): string {
  const steps = trail.map((step, at) => `step ${at + 1}: ${step}`).slice(life.from)
  const found = [...new Set(faults)].join('\n').slice(0, MOST_SHOWN)
  // Keys of polls and orders drawn by the service are new each time: a replay may differ after some steps.
  return `seed ${seed}\n${steps.join('\n')}\n${found}\nRepeat: npm run test:security -- walk.long --quick --seed ${seed}`
}

test('a walk detects totals that are not those of the ballots, and pages that fail', async () => {
  const at = await openWalkWorld(chanceOf(1))
  const id = await makePoll(at.world)
  const look = async () => lookAt(at, (await at.polls())[0]!, true)
  await vote(at.world, id, at.world.ada.id, { agree: 1 })
  await close(at.world, id)
  await look()
  expect(at.faults).toEqual([])
  await at.db.pool.query('update tallies set sums[1] = sums[1] + 1 where poll_id = $1', [id])
  await look()
  expect(at.faults.join('\n')).toMatch(/tally of .*[\s\S]*recount of /)
  at.faults.length = 0
  await at.db.pool.query('alter table outcomes rename to outcomes_away')
  await look()
  at.done()
  expect(at.faults.join('\n')).toMatch(/500 GET \/p\//)
})
