import type { Act } from '../db/db.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { NotFound } from '../errors.ts'
import { holdMembers } from '../groups/groups-store.ts'
import { findPollOf } from './lists/poll-refs-store.ts'
import type { Poll } from './poll.ts'
import { lockPoll, pollGroup } from './polls-store.ts'

export type HeldPoll = { poll: Poll; now: Date }

/**
 * Returns the group's poll, locked until the transaction ends, and the time then. NotFound: the group has no
 * such poll.
 */
export async function holdPoll({ tx }: Act, group_id: number, ref: Ref): Promise<HeldPoll> {
  const found = await findPollOf(tx, group_id, ref)
  const locked = found === null ? null : await lockPoll(tx, found.id)
  if (locked === null) throw new NotFound()
  return locked
}

/**
 * The same before giving out ballots: locks the members of the group before the poll, to keep the order of
 * locks. NotFound: no such poll.
 */
export async function holdPollAndMembers({ tx }: Act, id: number): Promise<HeldPoll> {
  const group_id = await pollGroup(tx, id)
  if (group_id === null) throw new NotFound()
  await holdMembers(tx, group_id)
  const locked = await lockPoll(tx, id)
  if (locked === null) throw new NotFound()
  return locked
}
