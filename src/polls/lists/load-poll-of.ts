import type { Queryable } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { NotFound } from '../../errors.ts'
import type { Poll } from '../poll.ts'
import { findPollOf } from './poll-refs-store.ts'

/** The poll of this group with this id or key. NotFound: the group has no such poll. */
export async function loadPollOf(db: Queryable, group_id: number, ref: Ref): Promise<Poll> {
  const found = await findPollOf(db, group_id, ref)
  if (found === null) throw new NotFound()
  return found
}
