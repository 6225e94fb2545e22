import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { alive, mark } from '../../src/db/embedded/embedded-process.ts'
import { installProgram, postmasterOf } from '../process.ts'
import { figuresOf } from './audit.ts'
import { type Figure, report } from './figures.ts'
import { startLoad, underway } from './load.ts'
import { aBackendOf, backAfter } from './postgres.ts'
import { scaled } from './rounds.ts'
import { type Hall, openGuestHall, openHall } from './town.ts'

installProgram()

const MOST_S = 60

/** Whether the broken part is back. */
type Over = () => Promise<boolean>

/** Runs clients while a function repeatedly breaks the database; the service itself is left alone. */
async function underLoad<Place extends Hall>(
  hall: Place,
  rounds: number,
  harm: (hall: Place, round: number) => Promise<Over>,
): Promise<Figure[]> {
  const load = startLoad(hall.town, () => hall.service.url)
  await underway(load)
  const returns: number[] = []
  for (let round = 0; round < rounds; round++) {
    await sleep(400 + ((round * 137) % 500))
    const over = await harm(hall, round)
    returns.push(await backAfter(load.journal, over))
  }
  const journal = await load.stop()
  return [
    { what: 'survived', value: returns.filter(Number.isFinite).length, promised: { exactly: rounds } },
    {
      what: 'back by itself after at most',
      value: Math.max(...returns),
      unit: ' s',
      promised: { at_most: MOST_S },
    },
    ...(await figuresOf(hall.town.world.db, journal)),
  ]
}

test('kill -9 of PostgreSQL, and of one of its processes, under load', async (context) => {
  const hall = await openHall(context)
  const figures = await underLoad(hall, scaled(2, 30), async ({ data_dir }, round) => {
    const postmaster = await postmasterOf(data_dir)
    const killed = mark(round % 2 === 0 ? postmaster : await aBackendOf(data_dir))
    process.kill(killed.pid, 'SIGKILL')
    return async () => !alive(killed) && alive(mark(await postmasterOf(data_dir)))
  })
  report(context, figures)
})

test('all connections to PostgreSQL cut under load', async (context) => {
  const hall = await openGuestHall(context)
  const figures = await underLoad(hall, scaled(2, 20), async ({ town: { world } }) => {
    await world.db.pool.query(CUT)
    return async () => true
  })
  report(context, figures)
})

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'folkmoot serve' and datname = current_database()`
