import type { TestContext } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { keysBeside } from '../../src/db/keys/urn-keys.ts'
import { endDatabase, newDataDir, type Served, type Settings, serve, urlOf } from '../process.ts'
import { sessionOf } from '../sign-in.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf, PUBLIC_URL } from '../web.ts'
import { addMembers, createWorld, foundWorld, keyFor, type World } from '../world.ts'
import { scaled } from './rounds.ts'

/** A group with voters, polls, a thread, and a program with all permissions. */
export type Town = {
  world: World
  api_key: string
  thread_id: number
  voters: Voter[]
  /** A program casts votes in these, */
  named_polls: number[]
  /** and voters in these, on their pages. */
  form_polls: { id: number; key: string }[]
  /** Every voter casts one ballot in each of them, so there are many. */
  anonymous_polls: { id: number; key: string }[]
}

/** A signed-in person. */
export type Voter = { id: number; cookie: string }

/** The settings shared by every service of the suite. */
export const SETTINGS: Settings = { PUBLIC_URL, API_RATE_LIMIT: '0', LOG_LEVEL: 'warn' }

const VOTERS = 16
const NAMED_POLLS = 4
const FORM_POLLS = 2

/** The load posts comments far above the limit: attempts are still recorded, but none counts. */
export const UNCOUNTED = `create function uncounted() returns trigger language plpgsql as 'begin new.count := 0; return new; end';
  create trigger uncounted before insert or update on attempts for each row execute function uncounted()`

export async function settleTown(world: World): Promise<Town> {
  await world.db.pool.query(UNCOUNTED)
  const emails = Array.from({ length: VOTERS }, (_, place) => `voter${place}@mill.example`)
  const ids = await addMembers(world, emails)
  await world.db.pool.query("update users set name = 'Voter ' || id where id = any ($1)", [ids])
  await world.db.pool.query('update memberships set accepted_at = now() where user_id = any ($1)', [ids])
  const voters: Voter[] = []
  for (const id of ids) voters.push({ id, cookie: await sessionOf(world, id) })
  const named_polls: number[] = []
  for (let made = 0; made < NAMED_POLLS; made++) named_polls.push(await makePoll(world))
  const form_polls: Town['form_polls'] = []
  for (let made = 0; made < FORM_POLLS; made++) {
    const id = await makePoll(world)
    form_polls.push({ id, key: await keyOf(world, 'polls', id) })
  }
  const anonymous_polls: Town['anonymous_polls'] = []
  for (let made = 0; made < scaled(12, 120); made++) {
    const id = await makePoll(world, { settings: { anonymous: true, hide_results: 'until_closed' } })
    anonymous_polls.push({ id, key: await keyOf(world, 'polls', id) })
  }
  const { key } = await keyFor(world)
  const thread_id = await makeThread(world)
  return { world, api_key: key, thread_id, voters, named_polls, form_polls, anonymous_polls }
}

/** A service with a town in it. */
export type Hall = {
  town: Town
  /** The current process. */
  service: Served
  /** Restarts it after it was killed. */
  again(): Promise<void>
}

type Test = Pick<TestContext, 'onTestFinished'>

/** Starts it with its own bundled PostgreSQL, in a new folder or a given one; until the test ends. */
export async function openHall(
  test: Test,
  given: { data_dir?: string } = {},
): Promise<Hall & { data_dir: string }> {
  const data_dir = given.data_dir ?? (await newDataDir())
  const start = () => serve({ ...SETTINGS, DATA_DIR: data_dir })
  const service = await start()
  const { connection, stop } = await startEmbedded({ data_dir, role: 'command' })
  const address = { ...connection, keys: keysBeside(data_dir) }
  const db = openDb(address, 4)
  const town = await settleTown(await foundWorld({ db, address }))
  const hall = Object.assign(hallOf(town, service, start), { data_dir })
  test.onTestFinished(async () => {
    await db.close()
    await end(hall.service)
    await stop()
    await endDatabase(data_dir)
  })
  return hall
}

/** Starts it on a database of the shared PostgreSQL, which `address` may reach in another way. */
export async function openGuestHall(
  test: Test,
  address: (world: World) => string | Promise<string> = (world) => urlOf(world.address),
): Promise<Hall> {
  const world = await createWorld()
  const town = await settleTown(world)
  const settings = { ...SETTINGS, DATABASE_URL: await address(world) }
  const start = () => serve(settings)
  const hall = hallOf(town, await start(), start)
  test.onTestFinished(() => end(hall.service))
  return hall
}

/** Two services on one database, with separate settings. */
export type Pair = { town: Town; services: [Served, Served] }

export async function openPair(test: Test, settings: [Settings, Settings] = [{}, {}]): Promise<Pair> {
  const world = await createWorld()
  const town = await settleTown(world)
  const start = (own: Settings) => serve({ ...SETTINGS, DATABASE_URL: urlOf(world.address), ...own })
  const services: Pair['services'] = [await start(settings[0]), await start(settings[1])]
  test.onTestFinished(async () => {
    for (const service of services) await end(service)
  })
  return { town, services }
}

function hallOf(town: Town, service: Served, start: () => Promise<Served>): Hall {
  const hall: Hall = {
    town,
    service,
    again: async () => {
      hall.service = await start()
    },
  }
  return hall
}

async function end(service: Served): Promise<void> {
  service.signal('SIGKILL')
  await service.ended
}
