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
import { addToItemCounts, holdFreeMembers } from '../../groups/groups-store.ts'
import type { NewPoll } from '../new-poll.ts'
import { pollToMake, startPoll } from '../start-poll.ts'
import { insertPolls, type PollToMake } from './new-polls-store.ts'

type Wanted = { actor: Actor; request: NewPoll }

/** The id of a poll that was made; why it was not; `alone`: it is to be made in a transaction of its own. */
type Started = number | Refusal | 'alone'

type Plan = PollToMake | Exclude<Started, number>

const MOST_IN_A_BATCH = 64
/** Of a larger group one poll alone gives out so many ballots that others would wait. */
const MOST_MEMBERS = 1_000

const startTogether = batchedChanges(startSome, { most: MOST_IN_A_BATCH, lanes: 2 })

/**
 * Makes a poll as `startPoll` does, in one transaction with others that are asked for at the same time. None
 * of them is the others' concern: what cannot be made is refused by itself, and what others would have to
 * wait for is made alone. When this returns, the poll is on disk.
 */
export async function startPollTogether(db: Db, actor: Actor, request: NewPoll): Promise<number> {
  const started = mayJoin(request) ? await startTogether(db, { actor, request }) : 'alone'
  if (started === 'alone') return change(db, actor, (act) => startPoll(act, request))
  if (started instanceof Refusal) throw started
  return started
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
  const polls = plans.filter(isPoll)
  const ids = await insertPolls(tx, polls)
  await addToItemCounts(
    tx,
    polls.map(({ group_id }) => ({ group_id, polls: 1 })),
  )
  const idOf = new Map(polls.map((poll, place) => [poll, ids[place] ?? 0]))
  return plans.map((plan) => (isPoll(plan) ? (idOf.get(plan) ?? 0) : plan))
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
