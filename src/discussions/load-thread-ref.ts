import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { readThreadRef, readThreadRefs, type ThreadRef } from './thread-ref-reads.ts'

export type { ThreadRef } from './thread-ref-reads.ts'

const KEY = /^[A-Za-z0-9]{8}$/

/** A thread by its key, for readers of its group. NotFound: the group has no such thread. */
export async function loadThreadRef(db: Queryable, key: string, group_handle: string): Promise<ThreadRef> {
  const found = KEY.test(key) ? await readThreadRef(db, key) : null
  if (found === null || found.group_handle !== group_handle) throw new NotFound()
  return found
}

/** Those of these threads that are in the group, for its readers. */
export async function loadThreadRefs(
  db: Queryable,
  ids: number[],
  group_handle: string,
): Promise<ThreadRef[]> {
  const found = ids.length === 0 ? [] : await readThreadRefs(db, ids)
  return found.filter((thread) => thread.group_handle === group_handle)
}
