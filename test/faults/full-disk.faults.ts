import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { installProgram } from '../process.ts'
import { fill, mountDisk, unfill } from '../small-disk.ts'
import { figuresOf } from './audit.ts'
import { report, some } from './figures.ts'
import { startLoad, underway } from './load.ts'
import { backAfter } from './postgres.ts'
import { scaled, secondsUntil } from './rounds.ts'
import { type Hall, openHall } from './town.ts'

installProgram()

const DISK_MB = 160
/** It checks every 5 s whether it can write. */
const READINESS_S = 8

const disk = mountDisk(DISK_MB)

const statusOf = async ({ service, town }: Hall) =>
  (
    await fetch(`${service.url}/api/b1/polls/${town.named_polls[0]}`, {
      headers: { authorization: `Bearer ${town.api_key}` },
    })
  ).status

/** After how many seconds /readyz responds with this status under load; never: Infinity. */
async function readinessIs(status: number, { service }: Hall, meanwhile: () => void): Promise<number> {
  const is = async () => {
    meanwhile()
    return (await fetch(`${service.url}/readyz`)).status === status
  }
  return (await secondsUntil(is)) ?? Number.POSITIVE_INFINITY
}

test.skipIf(disk === null)('the disk of the database is full under load', async (context) => {
  const folder = disk ?? ''
  const hall = await openHall(context, { data_dir: join(folder, 'data') })
  const load = startLoad(hall.town, () => hall.service.url)
  await underway(load)
  const seen = { unavailable: 0, reads: [] as number[] }
  const returns: number[] = []
  const told = { full: [] as number[], well: [] as number[] }
  for (let round = 0; round < scaled(2, 6); round++) {
    await sleep(500)
    const before = load.journal.counts.unavailable
    const end = performance.now() + scaled(3, 10) * 1_000
    while (performance.now() < end) {
      // PostgreSQL frees space whenever it restarts.
      fill(folder)
      seen.reads.push(await statusOf(hall))
      await sleep(100)
    }
    told.full.push(await readinessIs(503, hall, () => fill(folder)))
    seen.unavailable += load.journal.counts.unavailable - before
    unfill(folder)
    returns.push(await backAfter(load.journal, async () => (await statusOf(hall)) === 200))
    told.well.push(await readinessIs(200, hall, () => undefined))
  }
  const journal = await load.stop()
  report(context, [
    some('answers 503 with Retry-After meanwhile', seen.unavailable),
    {
      what: 'readers told neither 200 nor 503',
      value: seen.reads.filter((status) => status !== 200 && status !== 503).length,
      promised: { exactly: 0 },
    },
    { what: 'readers served meanwhile', value: seen.reads.filter((status) => status === 200).length },
    { what: 'readers told 503 meanwhile', value: seen.reads.filter((status) => status === 503).length },
    {
      what: '/readyz told of it after',
      value: Math.max(...told.full),
      unit: ' s',
      promised: { at_most: READINESS_S },
    },
    {
      what: '/readyz said that all is well again after',
      value: Math.max(...told.well),
      unit: ' s',
      promised: { at_most: READINESS_S },
    },
    {
      what: 'back by itself after at most',
      value: Math.max(...returns),
      unit: ' s',
      promised: { at_most: 60 },
    },
    ...(await figuresOf(hall.town.world.db, journal)),
  ])
})

test.skipIf(disk !== null)('the disk is full: skipped, because this account may not mount one', (context) => {
  report(context, [{ what: 'not done: run it as root', value: 0 }])
})
