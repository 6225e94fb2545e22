import type { Request } from 'autocannon'
import { casts, plainPoll, shows } from './cases.ts'
import { type FloorPart, startFloor } from './floor.ts'
import { type Figure, figureOf, httpRound } from './load.ts'
import { seedGroup, seeding, seedPolls } from './seed.ts'
import { keyOf, openService } from './service.ts'

const MEMBERS = 50
const FEW = 10
const MANY = 100_000
const AT_ONCE = 5_000
const SHOWN = 200

type Timing = { seconds: number; connections: number }

/**
 * The same work where the group has ten polls and where it has 100 000, on a database that nobody analysed.
 */
export async function measureGrowth(timing: Timing): Promise<Figure[]> {
  return [...(await measureWith(FEW, 'few', timing)), ...(await measureWith(MANY, 'many', timing))]
}

async function measureWith(polls: number, name: string, timing: Timing): Promise<Figure[]> {
  const { db, stop, ...service } = await openService()
  try {
    const { group, shown } = await seeding(db, async (on) => {
      const group = await seedGroup(on, 'growing', MEMBERS)
      const wish = { options: 4, poll_type: 'poll', reason_each: 0, voted: false } as const
      for (let made = SHOWN; made < polls; made += AT_ONCE)
        await seedPolls(on, group.group_id, { ...wish, polls: Math.min(AT_ONCE, polls - made), voters: 0 })
      const shown = await seedPolls(on, group.group_id, {
        ...wish,
        polls: Math.min(SHOWN, polls),
        voters: MEMBERS,
      })
      return { group, shown }
    })
    const { key } = await keyOf(db, group.handle)
    await db.close()
    const floor = await startFloor(service)
    const voters = shown.flatMap((poll) => group.user_ids.map((user_id) => ({ poll, user_id })))
    const figures: Figure[] = []
    const works: [string, FloorPart, Request[]][] = [
      ['show_poll', 'select', shows(key, shown)],
      ['create_poll_plain', 'insert', [plainPoll(key)]],
      ['cast', 'insert', casts(key, voters)],
    ]
    for (const [work, part, requests] of works) {
      const floor_rps = await floor.round(part, timing)
      const round = await httpRound({ url: service.url, requests, ...timing })
      figures.push(figureOf(`${work}_of_${name}`, round, floor_rps))
    }
    floor.stop()
    return figures
  } finally {
    await stop()
  }
}
