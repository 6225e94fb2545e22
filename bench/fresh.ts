import { casts, shows } from './cases.ts'
import { type Floor, startFloor } from './floor.ts'
import { type Figure, figureOf, httpRound, type Round } from './load.ts'
import { NEW_POLL } from './new-poll.ts'
import { groupOf, openService, postPoll } from './service.ts'

const MEMBERS = 50
const FIRST_POLLS = 10
const BURST = 3_000
const AT_ONCE = 16
const VOTED_ON = 100

type Timing = { seconds: number; connections: number }

/**
 * A new service that gets busy: a new database, a group, ten polls; then a burst of 3 000 polls. Measures
 * reads and votes before and right after it, without ANALYZE.
 */
export async function measureFresh(timing: Timing): Promise<Figure[]> {
  const { db, stop, ...service } = await openService()
  try {
    const key = await groupOf(db, 'young', MEMBERS)
    const { rows } = await db.pool.query<{ user_id: number }>('select user_id from memberships order by 1')
    await db.close()
    const floor = await startFloor(service)
    const measured = against(floor, timing)
    const make = () => postPoll(service.url, key, YOUNG_POLL)
    const first = await Promise.all(Array.from({ length: FIRST_POLLS }, make))
    const load = { url: service.url, ...timing }
    const before = await measured('show_poll_new', 'select', () =>
      httpRound({ ...load, requests: shows(key, first) }),
    )
    for (let made = 0; made < BURST; made += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, make))
    const after = await measured('show_poll_fresh', 'select', () =>
      httpRound({ ...load, requests: shows(key, first) }),
    )
    const open = await Promise.all(Array.from({ length: VOTED_ON }, make))
    const voters = open.flatMap((poll) => rows.map(({ user_id }) => ({ poll, user_id })))
    const cast = await measured('cast_many_fresh', 'insert', () =>
      httpRound({ ...load, requests: casts(key, voters) }),
    )
    floor.stop()
    return [before, after, cast]
  } finally {
    await stop()
  }
}

const YOUNG_POLL = {
  ...NEW_POLL,
  options: [1, 2, 3, 4].map((place) => `Number ${place} of the proposals`),
}

function against(floor: Floor, timing: Timing) {
  return async (name: string, part: 'select' | 'insert', measure: () => Promise<Round>): Promise<Figure> => {
    const floor_rps = await floor.round(part, timing)
    const round = await measure()
    return figureOf(name, round, floor_rps)
  }
}
