import { setTimeout as sleep } from 'node:timers/promises'
import { type TestContext, test } from 'vitest'
import { signal } from '../../src/db/embedded/embedded-process.ts'
import { installProgram } from '../process.ts'
import { answering, type Receiver, startReceiver } from '../receiver.ts'
import { createWorld } from '../world.ts'
import { figuresOf } from './audit.ts'
import { control, type Figure, report, some } from './figures.ts'
import { startLoad, underway } from './load.ts'
import { backAfter, processesOf } from './postgres.ts'
import { scaled } from './rounds.ts'
import { type Hall, openGuestHall, openHall, settleTown } from './town.ts'
import { openWire, type Wire } from './wire.ts'

installProgram()

type Harm = { begin(): Promise<void> | void; end(): Promise<void> | void; lasts_s: number }

/** Clients of the service at `url` while the database is unreachable, and afterwards. */
async function underLoad({ town, service: { url } }: Hall, harm: Harm): Promise<Figure[]> {
  const load = startLoad(town, () => url)
  await underway(load)
  await harm.begin()
  const before = load.journal.counts.unavailable
  await sleep(harm.lasts_s * 1_000)
  const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(url + path)))
  const unavailable = load.journal.counts.unavailable - before
  await harm.end()
  const back = await backAfter(load.journal, async () => true)
  await sleep(500)
  const journal = await load.stop()
  return [
    some('answers 503 with Retry-After meanwhile', unavailable),
    { what: '/healthz meanwhile', value: alive?.status ?? 0, promised: { exactly: 200 } },
    { what: '/readyz meanwhile', value: ready?.status ?? 0, promised: { exactly: 503 } },
    { what: 'back by itself after at most', value: back, unit: ' s', promised: { at_most: 60 } },
    ...(await figuresOf(town.world.db, journal)),
  ]
}

/** A service that connects to its database through our proxy. */
async function openWired(context: TestContext): Promise<{ wire: Wire; hall: Hall }> {
  const ends = Promise.withResolvers<Wire>()
  const hall = await openGuestHall(context, async ({ address: { host, port, user, database } }) => {
    const wire = await openWire(`${host}/.s.PGSQL.${port}`)
    ends.resolve(wire)
    return `postgres://${user}@127.0.0.1:${wire.port}/${database}?sslmode=disable`
  })
  return { hall, wire: await ends.promise }
}

test.concurrent('PostgreSQL is stopped under load', async (context) => {
  const hall = await openHall(context)
  const tell = (name: NodeJS.Signals) => async () => {
    for (const pid of await processesOf(hall.data_dir)) signal(pid, name)
  }
  const harm = { begin: tell('SIGSTOP'), end: tell('SIGCONT'), lasts_s: scaled(5, 40) }
  report(context, await underLoad(hall, harm))
})

test.concurrent('the network to PostgreSQL drops everything under load', async (context) => {
  const { hall, wire } = await openWired(context)
  const harm = { begin: () => wire.become('deaf'), end: () => wire.become('well'), lasts_s: scaled(5, 40) }
  report(context, await underLoad(hall, harm))
})

test.concurrent('the network to PostgreSQL is down under load', async (context) => {
  const { hall, wire } = await openWired(context)
  const harm = { begin: () => wire.become('down'), end: () => wire.become('well'), lasts_s: scaled(3, 30) }
  report(context, await underLoad(hall, harm))
})

test.concurrent('control: a service that answers 500, and one that never answers', async (context) => {
  const town = await settleTown(await createWorld())
  const heard = async (answer: Receiver['answer']) => {
    const broken = await startReceiver()
    broken.answer = answer
    const load = startLoad(town, () => new URL(broken.url).origin, { patience_ms: 500, last_tries_ms: 0 })
    await sleep(1_500)
    return (await load.stop()).counts
  }
  report(context, [
    control('unclear answers', (await heard(answering(500))).unclear),
    control('503 without Retry-After', (await heard(answering(503))).unclear),
    control('requests without any answer', (await heard(() => undefined)).silence),
  ])
})
