import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { installProgram, postmasterOf } from '../process.ts'
import { audit, figuresOf } from './audit.ts'
import { control, report, some } from './figures.ts'
import { startLiar } from './liar.ts'
import { startLoad, underway } from './load.ts'
import { backAfter } from './postgres.ts'
import { scaled } from './rounds.ts'
import { type Hall, openGuestHall, openHall } from './town.ts'

installProgram()

/** Kills the service and these other processes, and restarts it. */
async function kill(hall: Hall, others: number[]): Promise<void> {
  hall.service.signal('SIGKILL')
  for (const pid of others) process.kill(pid, 'SIGKILL')
  await hall.service.ended
  await hall.again()
}

test.concurrent('kill -9 of the server under load', async (context) => {
  const rounds = scaled(2, 20)
  const hall = await openHall(context)
  const load = startLoad(hall.town, () => hall.service.url)
  await underway(load)
  let survived = 0
  for (let round = 0; round < rounds; round++) {
    // At a different moment of the load each time.
    await sleep(400 + ((round * 137) % 500))
    // Every other time together with its PostgreSQL, as in a power failure.
    await kill(hall, round % 2 === 1 ? [await postmasterOf(hall.data_dir)] : [])
    if (Number.isFinite(await backAfter(load.journal, async () => true))) survived += 1
  }
  const journal = await load.stop()
  const { db } = hall.town.world
  report(context, [
    { what: 'kills survived', value: survived, promised: { exactly: rounds } },
    ...(await figuresOf(db, journal)),
  ])
})

test.concurrent('control: a server that acknowledges before it has written', async (context) => {
  const hall = await openGuestHall(context)
  const liar = await startLiar(() => hall.service.url)
  const load = startLoad(hall.town, () => liar)
  await underway(load)
  await sleep(300)
  await kill(hall, [])
  const journal = await load.stop()
  await sleep(1_000)
  const found = await audit(hall.town.world.db, journal, hall.town.world.db.pool)
  report(context, [
    some('writes acknowledged', found.acknowledged),
    control('acknowledged writes lost', found.lost),
  ])
})
