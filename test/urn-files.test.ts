import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attack, type Loot, right, search } from './urn-files/attack.ts'
import {
  best,
  copied,
  type Election,
  openElection,
  openGuestTown,
  openTown,
  privateKey,
  publicOf,
  truthOf,
} from './urn-files/election.ts'
import { type File, filesIn, remainsOf } from './urn-files/folder.ts'
import { keyTraces, unwrapped } from './urn-files/key-traces.ts'
import {
  cast,
  castByTwo,
  castLeaking,
  close,
  databaseBack,
  finish,
  killDatabase,
  lookOn,
  sealAndDie,
  whileSealing,
} from './urn-files/scenarios.ts'
import type { Public } from './urn-files/sightings.ts'

/**
 * Anonymous polls against an attacker with the database's files: the pages of its tables, its log, everything
 * beside them, and copies made while voting was open; but not the keys. Every voter casts a ballot unlike all
 * others, so that each guess is right or wrong.
 */
const VOTERS = 30
/**
 * A random order gets one voter right on average. One of some ten thousand orders gets a dozen right once in
 * a hundred thousand runs.
 */
const CHANCE = 12

const folder = await mkdtemp(join(tmpdir(), 'folkmoot-urn-secret-'))
const secret_file = join(folder, 'secret-key')
const town = await openTown(VOTERS)
const guests = await openGuestTown(town, VOTERS, secret_file)
afterAll(async () => {
  await guests.stop()
  await town.stop()
  await rm(folder, { recursive: true })
})

type Told = { election: Election; poll: Public; key: Buffer | null }
/** All polls of this file, and the attacker's findings. */
const told = new Map<string, Told>()
let taken: { open: File[]; crashed: File[] }
let loot: Loot

const ENDINGS: Record<string, (election: Election) => Promise<void>> = {
  'sealed in peace': async (election) => {
    await close(town, election)
    await finish(town, election)
  },
  'sealed while a backup looked on': async (election) => {
    // It began before the closing, and continues until the database is killed.
    backups.push(await lookOn(town))
    await close(town, election)
    await finish(town, election)
  },
  'whose service was killed before the seal was committed': async (election) => {
    await close(town, election)
    await whileSealing(town, election, async (sealing) => sealing.kill('SIGKILL'))
    await finish(town, election)
  },
  'whose service was killed before the key was destroyed': async (election) => {
    await close(town, election)
    await sealAndDie(town, election, 'before destroying')
    await expect(privateKey(town, election)).resolves.toHaveLength(32)
    await finish(town, election)
  },
  'whose service was killed before the end of the key was noted': async (election) => {
    await close(town, election)
    await sealAndDie(town, election, 'after destroying')
    await finish(town, election)
  },
  'whose database was killed in the midst of the seal': async (election) => {
    await close(town, election)
    await whileSealing(town, election, async () => {
      taken.crashed = await killDatabase(town)
    })
    await databaseBack(town)
    await finish(town, election)
  },
}
const POLLS = [
  ...Object.keys(ENDINGS),
  'cast by two processes',
  'with its keys in the database',
  'that leaks',
]
const SOUND = POLLS.slice(0, -1)
const backups: (() => Promise<void>)[] = []

beforeAll(async () => {
  const elections = new Map<string, Election>()
  for (const name of POLLS)
    elections.set(name, await openElection(name === 'with its keys in the database' ? guests : town))
  const get = (name: string) => elections.get(name)!
  for (const name of Object.keys(ENDINGS)) await cast(town, get(name))
  await castByTwo(town, get('cast by two processes'))
  await cast(guests, get('with its keys in the database'))
  await castLeaking(town, get('that leaks'))
  const keys = new Map<string, Buffer>()
  for (const [name, election] of elections)
    if (name !== 'with its keys in the database') keys.set(name, await privateKey(town, election))
  const open = await copied(town)
  taken = { open, crashed: open }
  for (const [name, end] of Object.entries(ENDINGS)) await end(get(name))
  for (const name of POLLS.slice(-3)) {
    const place = name === 'with its keys in the database' ? guests : town
    await close(place, get(name))
    await finish(place, get(name))
  }
  await town.world.db.pool.query('checkpoint')
  for (const [name, election] of elections) {
    const place = name === 'with its keys in the database' ? guests : town
    told.set(name, { election, poll: await publicOf(place, election), key: keys.get(name) ?? null })
  }
  const all = remainsOf([await filesIn(town.data_dir), taken.crashed, taken.open])
  loot = search(
    all,
    [...told.values()].map(({ poll }) => poll),
  )
  for (const end of backups) await end()
})

describe('an attacker with the files cannot name voters of a poll', () => {
  test.for(SOUND)('%s', (name) => {
    const { election, poll } = told.get(name)!
    expect(poll.published).toHaveLength(VOTERS)
    const found = best(attack(loot, poll), election)
    expect(found.right, found.by).toBeLessThan(CHANCE)
  })
})

describe('the same attacker with the key names everyone in a poll', () => {
  test.for(SOUND)('%s', async (name) => {
    const { election, poll, key } = told.get(name)!
    const keys =
      key === null
        ? unwrapped(loot.remains, election.urn_key, Buffer.from(await readFile(secret_file, 'utf8'), 'hex'))
        : [key]
    const [opened] = attack(loot, poll, keys)
    expect(right(opened!.guesses, truthOf(election))).toBe(VOTERS)
  })
})

test('the attacker finds each planted leak', () => {
  const { election, poll } = told.get('that leaks')!
  const found = [...attack(loot, poll)].map(
    ({ means, guesses }) => [means, right(guesses, truthOf(election))] as const,
  )
  const of = (means: string) =>
    Math.max(...found.filter(([name]) => name.startsWith(means)).map(([, hits]) => hits))
  expect(of('ballots, by transaction')).toBe(VOTERS)
  expect(of('differences of totals, by transaction')).toBe(VOTERS)
  expect(of('what stands side by side')).toBe(VOTERS)
  expect(of('time beside place in rows of')).toBe(VOTERS)
})

test('no file contains a ballot in another form than the sealed one', () => {
  const leaking = new Set(told.get('that leaks')!.poll.published.map(({ scores }) => scores.join(',')))
  const forms = new Set(
    loot.look.ballots.filter(({ ballot }) => !leaking.has(ballot)).map(({ form }) => form),
  )
  expect([...forms]).toEqual(['array'])
})

test('no file contains a key that opens a box once it is destroyed, and one does while voting is open', async () => {
  const opened = await openElection(town)
  await cast(town, { ...opened, votes: opened.votes.slice(0, 1) })
  const private_key = await privateKey(town, opened)
  const lost = [...told.values()].flatMap(({ poll, key }) =>
    key === null ? [] : [{ poll, private_key: key }],
  )
  const now = remainsOf([await filesIn(town.data_dir), taken.crashed, taken.open])
  expect(keyTraces(now, [...lost, { poll: opened, private_key }])).toEqual([
    `key in hex in urn-keys/${opened.urn_key}`,
  ])
  expect(lost).toHaveLength(POLLS.length - 1)
})
