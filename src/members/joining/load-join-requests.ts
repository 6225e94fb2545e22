import type { Queryable } from '../../db/sql.ts'
import { loadLookAlikes } from '../names/load-look-alikes.ts'
import { countWaiting, listWaiting, type WaitingRequest } from './join-requests-store.ts'

/** A waiting request. `like`: the name of a member that its name resembles. */
export type ListedRequest = WaitingRequest & { like: string | null }

/** Waiting requests of a group, the oldest first: `per` of them after the one with the id `after`. */
export async function loadJoinRequests(
  db: Queryable,
  { group_id, after, per }: { group_id: number; after: number; per: number },
): Promise<{ items: ListedRequest[]; more: boolean }> {
  const found = await listWaiting(db, { group_id, after, most: per + 1 })
  if (found.length === 0) return { items: [], more: false }
  const like = await loadLookAlikes(db, { group_id })
  const items = found.slice(0, per).map((request) => ({ ...request, like: like(request.name ?? '') }))
  return { items, more: found.length > per }
}

/** How many requests wait for an answer. */
export function countJoinRequests(db: Queryable, group_id: number): Promise<number> {
  return countWaiting(db, group_id)
}
