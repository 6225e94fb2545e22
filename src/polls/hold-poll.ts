import type { Act } from '../db/db.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { NotFound } from '../errors.ts'
import type { Poll } from './poll.ts'
import { findPollOf } from './poll-refs-store.ts'
import { lockPoll } from './polls-store.ts'

/** The group's poll, locked until the transaction ends, and the time then. NotFound: the group has no such poll. */
export async function holdPoll({ tx }: Act, group_id: number, ref: Ref): Promise<{ poll: Poll; now: Date }> {
  const found = await findPollOf(tx, group_id, ref)
  const locked = found === null ? null : await lockPoll(tx, found.id)
  if (locked === null) throw new NotFound()
  return locked
}
