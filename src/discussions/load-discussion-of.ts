import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { Discussion } from './discussion.ts'
import type { Ref } from './load-discussion.ts'
import { findDiscussionOf } from './refs-store.ts'

/** The thread of this group with this id or key. NotFound: the group has none. */
export async function loadDiscussionOf(db: Queryable, group_id: number, ref: Ref): Promise<Discussion> {
  const found = await findDiscussionOf(db, group_id, ref)
  if (found === null) throw new NotFound()
  return found
}
