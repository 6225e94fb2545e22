import type { Request } from 'autocannon'
import type { Db } from '../src/db/db.ts'
import { casts, plainPoll, shows } from './cases.ts'
import { type Floor, type FloorPart, startFloor } from './floor.ts'
import { type Figure, figureOf, httpRound } from './load.ts'
import { median } from './median.ts'
import { type SeededPoll, seedGroup, seeding, seedPolls } from './seed.ts'
import { keyOf, openService, type Service } from './service.ts'

const MEMBERS = 50
const MANY = 100_000
const AT_ONCE = 5_000
/** Polls shown and voted on, the same number in the large group. */
const FEW = 10
const ROUNDS = 3

type Timing = { seconds: number; connections: number }
type Grown = { name: string; url: string; floor: Floor; key: string; polls: SeededPoll[]; user_ids: number[] }

/**
 * The same work in a group with ten polls and in one with 100 000, on databases without ANALYZE, in
 * interleaved rounds.
 */
export async function measureGrowth(timing: Timing): Promise<Figure[]> {
  const services = [await openService(), await openService()] as const
  try {
    const both = [await grow(services[0], 'few', FEW), await grow(services[1], 'many', MANY)]
    const figures: Figure[] = []
    for (const work of WORKS) figures.push(...(await measureBoth(both, work, timing)))
    for (const { floor } of both) floor.stop()
    return figures
  } finally {
    for (const { stop } of services) await stop()
  }
}

type Work = { name: string; part: FloorPart; requests: (of: Grown) => Request[] }

const WORKS: Work[] = [
  { name: 'show_poll', part: 'select', requests: ({ key, polls }) => shows(key, polls) },
  { name: 'create_poll_plain', part: 'insert', requests: ({ key }) => [plainPoll(key)] },
  {
    name: 'cast',
    part: 'insert',
    requests: ({ key, polls, user_ids }) =>
      casts(
        key,
        polls.flatMap((poll) => user_ids.map((user_id) => ({ poll, user_id }))),
      ),
  },
]

async function measureBoth(both: Grown[], work: Work, timing: Timing): Promise<Figure[]> {
  const figures = new Map<Grown, Figure[]>(both.map((one) => [one, []]))
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [one, measured] of figures) {
      const floor_rps = await one.floor.round(work.part, timing)
      const load = await httpRound({ url: one.url, requests: work.requests(one), ...timing })
      if (round > 0) measured.push(figureOf(`${work.name}_of_${one.name}`, load, floor_rps))
    }
  return [...figures.values()].flatMap(middle)
}

/** The round with the median rate. */
function middle(figures: Figure[]): Figure[] {
  const rate = median(figures.map(({ rps }) => rps))
  return figures.filter(({ rps }) => rps === rate).slice(0, 1)
}

async function grow({ db, ...service }: Service & { db: Db }, name: string, polls: number): Promise<Grown> {
  const { group, shown } = await seeding(db, async (on) => {
    const group = await seedGroup(on, 'growing', MEMBERS)
    const wish = { options: 4, poll_type: 'poll', reason_each: 0, voted: false } as const
    for (let made = FEW; made < polls; made += AT_ONCE)
      await seedPolls(on, group.group_id, { ...wish, polls: Math.min(AT_ONCE, polls - made), voters: 0 })
    const shown = await seedPolls(on, group.group_id, { ...wish, polls: FEW, voters: MEMBERS })
    return { group, shown }
  })
  const { key } = await keyOf(db, group.handle)
  await db.close()
  return {
    name,
    url: service.url,
    floor: await startFloor(service),
    key,
    polls: shown,
    user_ids: group.user_ids,
  }
}
