import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Address, openDb } from '../../src/db/db.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { keysBeside } from '../../src/db/keys/urn-keys.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Choices, Scores } from '../../src/polls/ballots/ballot.ts'
import { makePoll } from '../tell.ts'
import { addMembers, foundWorld, type World } from '../world.ts'
import { correlation, type Guesses, type Means, right } from './attack.ts'
import { type File, filesIn } from './folder.ts'
import { ballotOf, type Public } from './sightings.ts'
import type { Order, Step } from './steps.ts'

/** A service with its own bundled database and voters, who each cast a unique ballot. */
export type Town = {
  world: World
  data_dir: string
  voters: number[]
  stop(): Promise<void>
}

/** One of their polls. `votes`: in the order of casting, which equals no other order. */
export type Election = { poll_id: number; urn_key: string; votes: Vote[] }
export type Vote = { user_id: number; scores: number[]; choices: Choices }

const OPTIONS = ['a', 'b', 'c', 'd', 'e', 'f']
const MAX_SCORE = 10_000
/** Ids unlike any other number in the files. */
const FIRST_ID = 7_100_000_000
const STEPS = fileURLToPath(new URL('steps.ts', import.meta.url))

export async function openTown(voters: number): Promise<Town> {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-urn-'))
  const data_dir = join(folder, 'data')
  const { connection, stop } = await startEmbedded({ data_dir, role: 'serve' })
  const world = await settle({ ...connection, keys: keysBeside(data_dir) }, voters)
  return {
    ...world,
    data_dir,
    stop: async () => {
      await world.world.db.close()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Another database on the same server, like an external one: with its keys as rows encrypted with this
 * secret.
 */
export async function openGuestTown(
  { world, data_dir }: Town,
  voters: number,
  secret_file: string,
): Promise<Town> {
  await world.db.pool.query('create database guest')
  const address = { ...world.address, database: 'guest', keys: { folder: null, secret_file } }
  const guest = await settle(address, voters)
  return { ...guest, data_dir, stop: () => guest.world.db.close() }
}

async function settle(address: World['address'], voters: number): Promise<Pick<Town, 'world' | 'voters'>> {
  const db = openDb(address, 6)
  await migrate(db)
  await db.pool.query(`alter table users alter id restart with ${FIRST_ID + randomInt(10 ** 8)}`)
  const world = await foundWorld({ db, address })
  const emails = Array.from({ length: voters }, (_, place) => `voter${place}@mill.example`)
  return { world, voters: await addMembers(world, emails) }
}

/** An anonymous poll just before everyone votes. */
export async function openElection({ world, voters }: Town): Promise<Election> {
  const poll_id = await makePoll(world, {
    settings: { poll_type: 'score', anonymous: true, max_score: MAX_SCORE },
    options: OPTIONS,
    recipients: { audience: 'group' },
  })
  const { rows } = await world.db.pool.query('select urn_key from polls where id = $1', [poll_id])
  const votes = shuffled(voters).map((user_id): Vote => {
    const scores = OPTIONS.map(() => randomInt(257, MAX_SCORE))
    return {
      user_id,
      scores,
      choices: Object.fromEntries(OPTIONS.map((name, slot) => [name, scores[slot]!])),
    }
  })
  return { poll_id, urn_key: rows[0].urn_key, votes }
}

function shuffled<T>(all: T[]): T[] {
  const cards = [...all]
  for (let left = cards.length; left > 1; left--) {
    const drawn = randomInt(left)
    ;[cards[left - 1], cards[drawn]] = [cards[drawn]!, cards[left - 1]!]
  }
  return cards
}

/** A process that does this; `done`: whether it finished. */
export function begin(address: Address, step: Step): { child: ChildProcess; done: Promise<boolean> } {
  const order: Order = { ...step, address }
  const child = spawn(process.execPath, [STEPS, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const done = new Promise<boolean>((resolve, fail) =>
    child.once('close', (status) =>
      status === null || said.endsWith('done\n') ? resolve(status !== null) : fail(new Error(said)),
    ),
  )
  return { child, done }
}

/** A copy of the data folder as it is now, without the keys. */
export function copied({ data_dir }: Town): Promise<File[]> {
  return filesIn(data_dir, (name) => !name.startsWith('urn-keys/'))
}

/** The private key of a poll, while it exists. */
export async function privateKey(
  { data_dir }: Pick<Town, 'data_dir'>,
  { urn_key }: Election,
): Promise<Buffer> {
  return Buffer.from((await readFile(join(data_dir, 'urn-keys', urn_key), 'utf8')).trim(), 'hex')
}

/** The public facts about a sealed poll. */
export async function publicOf({ world, voters }: Town, { poll_id }: Election): Promise<Public> {
  const { rows } = await world.db.pool.query<{ scores: Scores; hash: Buffer; nonce: Buffer }>(
    'select choices as scores, hash, nonce from sealed_ballots where poll_id = $1 order by hash',
    [poll_id],
  )
  return {
    poll_id,
    voters: [...voters].sort(),
    published: rows.map(({ scores, hash, nonce }) => ({ scores, keys: [hash, nonce] })),
  }
}

export function truthOf({ votes }: Election): Guesses {
  return new Map(votes.map(({ user_id, scores }) => [user_id, ballotOf(scores)]))
}

/** The best result of any method: the voters identified, and the correlation of an order. */
export type Best = { right: number; by: string; correlation: number; in_order: string }

export function best(means: Iterable<Means>, election: Election): Best {
  const truth = truthOf(election)
  const found: Best = { right: 0, by: 'none', correlation: 0, in_order: 'none' }
  for (const { means: name, guesses } of means) {
    const hits = right(guesses, truth)
    if (hits > found.right) Object.assign(found, { right: hits, by: name })
    const ordered = guesses.size < truth.size / 2 ? 0 : Math.abs(correlation(guesses, truth))
    if (ordered > found.correlation) Object.assign(found, { correlation: ordered, in_order: name })
  }
  return found
}
