import { afterAll, expect, test } from 'vitest'
import { attack, right, search } from '../urn-files/attack.ts'
import {
  best,
  copied,
  type Election,
  openElection,
  openTown,
  privateKey,
  publicOf,
  truthOf,
} from '../urn-files/election.ts'
import { type File, filesIn, remainsOf } from '../urn-files/folder.ts'
import { keyTraces } from '../urn-files/key-traces.ts'
import {
  castAmong,
  close,
  finish,
  killDatabase,
  sealThroughKills,
  sortedByDatabase,
  whileSorting,
} from '../urn-files/scenarios.ts'
import { QUICK, tell } from './effort.ts'

/**
 * The attack with the database's files on several simultaneous polls, with many voters and little memory, so
 * that the database uses temporary files. The small one, with its controls, is in test/urn-files.test.ts.
 */
const VOTERS = QUICK ? 800 : 1_000
/**
 * A random order gets one voter right on average: one of some thousand gets this many once in a million runs.
 */
const CHANCE = 16
/** Six standard deviations of the correlation of two unrelated orders. */
const UNRELATED = 6 / Math.sqrt(VOTERS / 2 - 1)

const town = await openTown(VOTERS)
afterAll(town.stop)

test('of a thousand voters in simultaneous polls the files identify nobody, and with the keys everyone', async () => {
  await town.world.db.pool.query(
    "alter database folkmoot set work_mem = '64kB'; alter database folkmoot set temp_buffers = '800kB'",
  )
  const peaceful = await openElection(town)
  const crashed = await openElection(town)
  const killed = await openElection(town)
  const elections = [peaceful, crashed, killed]
  await castAmong(town, elections)
  const keys = new Map<Election, Buffer>()
  for (const election of elections) keys.set(election, await privateKey(town, election))
  const copies: File[][] = [await copied(town)]
  for (const election of elections) await close(town, election)
  await finish(town, peaceful)
  await whileSorting(town, crashed, async () => {
    copies.unshift(await killDatabase(town))
  })
  await finish(town, crashed)
  tell(`sealed after ${await sealThroughKills(town, killed)} kills`)
  await town.world.db.pool.query('select pg_switch_wal()')
  await town.world.db.pool.query('checkpoint')

  const remains = remainsOf([await filesIn(town.data_dir), ...copies])
  const polls = await Promise.all(elections.map((election) => publicOf(town, election)))
  const loot = search(remains, polls)
  for (const [place, election] of elections.entries()) {
    const poll = polls[place]!
    const found = best(attack(loot, poll), election)
    tell(
      `named ${found.right} of ${VOTERS} (${found.by}); correlation ${found.correlation.toFixed(3)} (${found.in_order})`,
    )
    expect(found.right, found.by).toBeLessThan(CHANCE)
    expect(found.correlation, found.in_order).toBeLessThan(UNRELATED)
    const [opened] = attack(loot, poll, [keys.get(election)!])
    expect(right(opened!.guesses, truthOf(election))).toBe(VOTERS)
  }
  const lost = elections.map((election) => ({ poll: election, private_key: keys.get(election)! }))
  expect(keyTraces(remains, lost)).toEqual([])
})

test('the attacker reads temporary files: ballots sorted by the database in the order of their votes are identified', async () => {
  const election = await openElection(town)
  await castAmong(town, [election])
  const left = await sortedByDatabase(town, election)
  expect(left.filter(({ name }) => name.includes('/pgsql_tmp/'))).not.toEqual([])
  await close(town, election)
  await finish(town, election)
  const poll = await publicOf(town, election)
  const found = best(attack(search(remainsOf([await filesIn(town.data_dir), left]), [poll]), poll), election)
  expect(found.right, found.by).toBeGreaterThan(VOTERS / 2)
  expect(found.correlation, found.in_order).toBeGreaterThan(0.9)
})
