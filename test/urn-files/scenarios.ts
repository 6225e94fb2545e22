import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { change, SYSTEM } from '../../src/db/db.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { closeBox } from '../../src/polls/urn/close-box.ts'
import { destroyUrnKeys } from '../../src/polls/urn/destroy-urn-keys.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import { castBox } from '../../src/polls/urn/urn-store.ts'
import { processesOf } from '../faults/postgres.ts'
import { makePoll, makeThread } from '../tell.ts'
import { begin, copied, type Election, type Town, type Vote } from './election.ts'
import type { File } from './folder.ts'

/** Ways for polls to end, with and without failures. After each the poll is sealed and its key destroyed. */

const LOOK_MS = 20
const KILL_STEP_MS = 100

export async function cast({ world }: Town, { poll_id, votes }: Election): Promise<void> {
  for (const { user_id, choices } of votes)
    await castBallot(world.db, { poll_id, user_id, choices, reason: null })
}

export async function close({ world }: Town, { poll_id }: Election): Promise<void> {
  await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
}

/** Runs the jobs until nothing is left to do. */
export async function finish({ world }: Town, { poll_id }: Election): Promise<void> {
  await sealPoll(world.db, poll_id)
  await destroyUrnKeys(world.db)
}

/** Two processes each cast half of the votes, at once. */
export async function castByTwo({ world }: Town, { poll_id, votes }: Election): Promise<void> {
  const half = votes.length / 2
  const parts = [votes.slice(0, half), votes.slice(half)]
  const processes = parts.map((part) =>
    begin(world.address, {
      does: 'cast',
      poll_id,
      votes: part.map(({ user_id, choices }) => ({ user_id, choices })),
    }),
  )
  for (const { done } of processes) if (!(await done)) throw new Error('it was killed')
}

/** An open transaction that has read everything, like a backup. Returns a function that ends it. */
export async function lookOn({ world }: Town): Promise<() => Promise<void>> {
  const client = await connected(world.address)
  await client.query('begin isolation level repeatable read; select count(*) from electorate')
  return () => client.end()
}

/** Runs `in the meantime` while a process has sealed this poll without committing. Meant for killing it. */
export async function whileSealing(
  { world }: Town,
  { poll_id }: Election,
  meanwhile: (sealing: ReturnType<typeof begin>['child']) => Promise<unknown>,
): Promise<void> {
  const holder = await connected(world.address)
  try {
    await holder.query('begin')
    await holder.query('select 1 from tallies where poll_id = $1 for update', [poll_id])
    const { child, done } = begin(world.address, { does: 'seal', poll_id })
    const ended = done.catch(() => false)
    await someoneWaits(world)
    await meanwhile(child)
    if (await ended) throw new Error('it was to be killed')
  } finally {
    await holder.end().catch(() => undefined)
  }
}

/** The same while the first sealed ballot is being written. */
export async function whileSorting(
  town: Town,
  { poll_id }: Election,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { world } = town
  await world.db.pool.query(WAITING)
  const holder = await connected(world.address)
  try {
    await holder.query('select pg_advisory_lock(4711)')
    const { done } = begin(world.address, { does: 'seal', poll_id })
    const ended = done.catch(() => false)
    await someoneWaits(world, 'insert into sealed_ballots')
    await meanwhile()
    if (await ended) throw new Error('it was to be killed')
  } finally {
    await holder.end().catch(() => undefined)
  }
  await databaseBack(town)
  await world.db.pool.query('drop trigger wait_here on sealed_ballots; drop function wait_here')
}

const WAITING = `create function wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
  create trigger wait_here before insert on sealed_ballots for each row execute function wait_here()`

async function someoneWaits({ db }: Town['world'], doing = 'update tallies'): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`
  while ((await db.pool.query(waiting, [doing])).rows.length === 0) await sleep(LOOK_MS)
}

/**
 * Kills all processes of the database at once, and copies their files before the service restarts it, which
 * cleans up.
 */
export async function killDatabase(town: Town): Promise<File[]> {
  const processes = await processesOf(town.data_dir)
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const left = await copied(town)
  for (const pid of processes) process.kill(pid, 'SIGKILL')
  return left
}

/** Waits until the service has restarted it. */
export async function databaseBack({ world }: Town): Promise<void> {
  while ((await world.db.pool.query('select 1').catch(() => null)) === null) await sleep(LOOK_MS)
}

/** A process that seals the poll and is killed when it destroys the key. */
export async function sealAndDie(
  { world }: Town,
  { poll_id }: Election,
  dies: 'before destroying' | 'after destroying',
): Promise<void> {
  const { done } = begin(world.address, { does: 'seal', poll_id, dies })
  if (await done) throw new Error('it was to be killed')
}

/** Votes alternately in several polls, while comments are written, people change and the database vacuums. */
export async function castAmong(town: Town, elections: Election[]): Promise<void> {
  const { world, voters } = town
  const [named, thread] = [await makePoll(world), await makeThread(world)]
  for (const [turn, { user_id }] of (elections[0]?.votes ?? []).entries()) {
    for (const election of elections)
      await cast(town, { ...election, votes: election.votes.slice(turn, turn + 1) })
    if (turn % 3 === 0)
      await castBallot(world.db, { poll_id: named, user_id, choices: { agree: 1 }, reason: null })
    if (turn % 7 === 0)
      await world.db.pool.query('update users set name = $2 where id = $1', [voters[turn], `Voter ${turn}`])
    if (turn % 50 === 0)
      await world.db.pool.query('update discussions set title = $2 where id = $1', [thread, `At ${turn}`])
    if (turn % 200 === 100) for (const tidy of TIDYING) await world.db.pool.query(tidy)
  }
}

const TIDYING = ['checkpoint', 'vacuum', 'analyze', 'select pg_switch_wal()']

/**
 * Kills processes that seal the poll, each a little later, until one finishes. Returns how many were killed.
 */
export async function sealThroughKills(town: Town, { poll_id }: Election): Promise<number> {
  for (let kills = 0; ; kills++) {
    const { child, done } = begin(town.world.address, { does: 'finish', poll_id })
    const timer = setTimeout(() => child.kill('SIGKILL'), kills * KILL_STEP_MS)
    const ended = await done
    clearTimeout(timer)
    if (ended) return kills
  }
}

/**
 * The files the database writes if it sorts a poll's ballots in the order of their votes. Each ballot
 * includes its nonce: without it, those of 800 voters fit into memory.
 */
export async function sortedByDatabase(town: Town, { votes }: Election): Promise<File[]> {
  const client = await connected(town.world.address)
  try {
    await client.query('begin')
    const sorting =
      'declare c cursor for select ballot from unnest($1::text[]) as u (ballot) order by md5(ballot)'
    await client.query(sorting, [
      votes.map(({ scores }) => `${scores.join(',')} ${randomTag().toString('hex')}`),
    ])
    await client.query('fetch 1 from c')
    return await copied(town)
  } finally {
    await client.end()
  }
}

/**
 * Casts votes like faulty programs: a total that changes with each vote, ballots in the clear in the vote's
 * transaction, beside their voters, and in their order. Drops the tables afterwards.
 */
export async function castLeaking(
  { world: { db } }: Town,
  { poll_id, votes, urn_key }: Election,
): Promise<void> {
  await db.pool.query(
    'create table side_by_side (user_id bigint, choices int[]); create table alone (choices int[]); create table in_order (choices int[])',
  )
  for (const { user_id, scores } of votes)
    await change(db, SYSTEM, async ({ tx }) => {
      const vote = {
        poll_id,
        user_id,
        urn_key,
        slots: scores.length,
        tag: randomTag(),
        box: closeBox(urn_key, { scores, b: null }),
      }
      await castBox(tx, vote)
      await tx.query(
        `update tallies set cast_count = cast_count + 1, sums = array(select coalesce(s, 0) + n
           from unnest(sums, $2::bigint[]) with ordinality as both_of (s, n, place) order by place) where poll_id = $1`,
        [poll_id, scores],
      )
      await tx.query('insert into alone values ($1)', [scores])
    })
  await noteLater({ db, votes })
}

async function noteLater({ db, votes }: { db: Town['world']['db']; votes: Vote[] }): Promise<void> {
  for (const { user_id, scores } of votes)
    await db.pool.query('insert into side_by_side values ($1, $2)', [user_id, scores])
  await change(db, SYSTEM, async ({ tx }) => {
    for (const { scores } of votes) await tx.query('insert into in_order values ($1)', [scores])
  })
  await db.pool.query('checkpoint; drop table side_by_side, alone, in_order')
}

const randomTag = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32)))

async function connected(address: Town['world']['address']): Promise<pg.Client> {
  const { host, port, user, database } = address
  const client = new pg.Client({ host, port, user, database, ssl: false })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
