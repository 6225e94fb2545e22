import { batchedChanges } from '../../db/batch.ts'
import {
  type Act,
  type Actor,
  change,
  type Db,
  isDatabaseTrouble,
  isLockTimeout,
  SYSTEM,
} from '../../db/db.ts'
import { Refusal } from '../../errors.ts'
import { holdFreeMembers } from '../../groups/groups-store.ts'
import { admitKey } from '../../keys/api-key.ts'
import type { LoadedPoll } from '../load-poll.ts'
import type { NewPoll } from '../new-poll.ts'
import { pollToMake, startPoll } from '../start-poll.ts'
import { makeAndLoad, type NewlyMade } from './load-new-polls.ts'
import type { PollToMake } from './new-poll-rows.ts'

/** `hash`: of the API key it is asked for with; null: none. */
type Wanted = { actor: Actor; request: NewPoll; hash: Buffer | null }

/** The poll that was made; why it was not; `alone`: it is to be made in a transaction of its own. */
type Started = NewlyMade | Refusal | 'alone'

/** A poll that was made; `loaded`: what is told of it, where that was read with it. */
export type StartedPoll = { id: number; loaded: LoadedPoll | null }

type Plan = PollToMake | Exclude<Started, NewlyMade>

const MOST_IN_A_BATCH = 64
/** Of a larger group one poll alone gives out so many ballots that others would wait. */
const MOST_MEMBERS = 1_000

const startTogether = batchedChanges(startSome, { most: MOST_IN_A_BATCH, lanes: 2 })

/**
 * Makes a poll as `startPoll` does, in one transaction with others that are asked for at the same time. None
 * of them is the others' concern: what cannot be made is refused by itself, and what others would have to
 * wait for is made alone. When this returns, the poll is on disk. Forbidden: it is, but its key may no longer
 * be used.
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

/** Whether making it locks no more than its group, and leaves nothing outside the database. */
function mayJoin({ discussion_id, settings, recipients }: NewPoll): boolean {
  return discussion_id === null && !settings.anonymous && recipients.emails.length === 0
}

async function startSome(db: Db, wanted: Wanted[]): Promise<Started[]> {
  let complete = false
  try {
    return await change(db, SYSTEM, async (act) => {
      complete = false
      const started = await startAll(act, wanted)
      complete = true
      return started
    })
  } catch (error) {
    // Once the commit was asked for, nobody knows whether it was done.
    if (complete || (isDatabaseTrouble(error) && !isLockTimeout(error))) throw error
    return wanted.map(() => 'alone')
  }
}

async function startAll(act: Act, wanted: Wanted[]): Promise<Started[]> {
  const { tx } = act
  const groups = new Set(wanted.map(({ request }) => request.group_id))
  const held = new Set(await holdFreeMembers(tx, [...groups], MOST_MEMBERS))
  const plans: Plan[] = []
  for (const { actor, request } of wanted)
    plans.push(held.has(request.group_id) ? await planned({ ...act, actor }, request) : 'alone')
  const asked = plans.flatMap((plan, place) =>
    isPoll(plan) ? [{ poll: plan, hash: wanted[place]?.hash ?? null }] : [],
  )
  const made = await makeAndLoad(tx, asked)
  return plans.map((plan) => (isPoll(plan) ? next(made) : plan))
}

function next(made: NewlyMade[]): NewlyMade {
  const first = made.shift()
  if (first === undefined) throw new Error('a poll was not made')
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
