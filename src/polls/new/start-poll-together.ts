import { batchedChanges } from '../../db/batch.ts'
import { type Act, type Actor, change, changeInTwoTrips, type Db, SYSTEM } from '../../db/db.ts'
import { isDatabaseTrouble, isRefusedByDatabase } from '../../db/failures.ts'
import type { Queryable } from '../../db/sql.ts'
import { Refusal } from '../../errors.ts'
import { holdFreeMembers } from '../../groups/groups-store.ts'
import { admitKey } from '../../keys/api-key.ts'
import type { LoadedPoll } from '../load-poll.ts'
import type { NewPoll } from '../new-poll.ts'
import { pollToMake, startPoll } from '../start-poll.ts'
import { makeAndLoad, type NewlyMade } from './load-new-polls.ts'
import type { PollToMake } from './new-poll-rows.ts'

/** `hash`: of the requesting API key; null: none. */
type Wanted = { actor: Actor; request: NewPoll; hash: Buffer | null }

/** The new poll; why there is none; `alone`: it needs its own transaction. */
type Started = NewlyMade | Refusal | 'alone'

/** A new poll; `loaded`: its data, if read with it. */
export type StartedPoll = { id: number; loaded: LoadedPoll | null }

type Plan = PollToMake | Exclude<Started, NewlyMade>

const MOST_IN_A_BATCH = 64
/** In a larger group one poll creates so many ballots that others would have to wait. */
const MOST_MEMBERS = 1_000

const startTogether = batchedChanges(startSome, { most: MOST_IN_A_BATCH, lanes: 2 })

/**
 * Creates a poll as `startPoll` does, in one transaction with other requests of the moment. They do not
 * affect each other: an invalid request fails alone, and a poll that would delay others is created alone. The
 * poll is on disk when this returns. Forbidden: the poll was created, but its key may no longer be used.
 */
export async function startPollTogether(db: Db, wanted: Wanted): Promise<StartedPoll> {
  const { actor, request, hash } = wanted
  const started = mayJoin(request) ? await startTogether(db, wanted) : 'alone'
  if (started === 'alone')
    return { id: await change(db, actor, (act) => startPoll(act, request)), loaded: null }
  if (started instanceof Refusal) throw started
  const { loaded, key } = started
  if (hash !== null) admitKey(key, loaded.now)
  return { id: loaded.poll.id, loaded }
}

/** Whether creating it locks only its group, and changes nothing outside the database. */
function mayJoin({ discussion_id, settings, recipients, tags = [] }: NewPoll): boolean {
  return discussion_id === null && !settings.anonymous && recipients.emails.length === 0 && tags.length === 0
}

async function startSome(db: Db, wanted: Wanted[]): Promise<Started[]> {
  const groups = [...new Set(wanted.map(({ request }) => request.group_id))]
  let writing = false
  try {
    return await changeInTwoTrips(db, SYSTEM, {
      read: (tx) => {
        writing = false
        return holdFreeMembers(tx, groups, MOST_MEMBERS)
      },
      plan: (act, held) => planAll(act, wanted, held),
      write: (tx, plans) => {
        writing = true
        return makeAll(tx, wanted, plans)
      },
    })
  } catch (error) {
    // Otherwise nobody knows whether it took effect.
    const undone = isRefusedByDatabase(error) || (!writing && !isDatabaseTrouble(error))
    if (!undone) throw error
    return wanted.map(() => 'alone')
  }
}

async function planAll(act: Act, wanted: Wanted[], held: number[]): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const { actor, request } of wanted)
    plans.push(held.includes(request.group_id) ? await planned({ ...act, actor }, request) : 'alone')
  return plans
}

async function makeAll(tx: Queryable, wanted: Wanted[], plans: Plan[]): Promise<Started[]> {
  const asked = plans.flatMap((plan, place) =>
    isPoll(plan) ? [{ poll: plan, hash: wanted[place]?.hash ?? null }] : [],
  )
  const made = await makeAndLoad(tx, asked)
  return plans.map((plan) => (isPoll(plan) ? next(made) : plan))
}

function next(made: NewlyMade[]): NewlyMade {
  const first = made.shift()
  if (first === undefined) throw new Error('a poll was not created')
  return first
}

const isPoll = (plan: Plan): plan is PollToMake => plan !== 'alone' && !(plan instanceof Refusal)

async function planned(act: Act, request: NewPoll): Promise<Plan> {
  try {
    return await pollToMake(act, request)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
