/** Where a comment stands in its thread. */
export type CommentSpot = {
  id: number
  parent_id: number | null
  author_id: number
  sequence_id: number
  deleted: boolean
}

/** What stands in a thread one after the other: comments that answer it, and polls. */
export type ThreadItem = { is: 'comment' | 'poll'; id: number; sequence_id: number }

export const ITEMS_PER_PAGE = 50

/** All items of a thread in their order; answers to comments stand under these. */
export function itemsOf(spots: CommentSpot[], polls: { id: number; sequence_id: number }[]): ThreadItem[] {
  const comments = spots.filter((spot) => spot.parent_id === null)
  return [
    ...comments.map(({ id, sequence_id }) => ({ is: 'comment' as const, id, sequence_id })),
    ...polls.map(({ id, sequence_id }) => ({ is: 'poll' as const, id, sequence_id })),
  ].sort((a, b) => a.sequence_id - b.sequence_id)
}

/** The page that was asked for, of as many as there are; at least one. */
export function pageOf(
  items: ThreadItem[],
  asked: number,
): { items: ThreadItem[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / ITEMS_PER_PAGE))
  const page = Math.min(Math.max(1, asked), pages)
  return { items: items.slice((page - 1) * ITEMS_PER_PAGE, page * ITEMS_PER_PAGE), page, pages }
}

/** What others wrote since a reader was here last. `last_seen` null: was never here, so nothing is told apart. */
export type News = { comment_ids: number[]; first: { id: number; page: number } | null }

/** The comments of others that came after `last_seen`, and where the first of them is. */
export function newsFor(
  reader: { user_id: number; last_seen: number | null },
  spots: CommentSpot[],
  items: ThreadItem[],
): News {
  const { user_id, last_seen } = reader
  if (last_seen === null) return { comment_ids: [], first: null }
  const fresh = spots.filter(
    (spot) => spot.sequence_id > last_seen && spot.author_id !== user_id && !spot.deleted,
  )
  const [first] = fresh
  if (first === undefined) return { comment_ids: [], first: null }
  return { comment_ids: fresh.map((spot) => spot.id), first: { id: first.id, page: pageWith(items, first) } }
}

/** The page on which a comment stands. */
export function pageWith(items: ThreadItem[], spot: Pick<CommentSpot, 'id' | 'parent_id'>): number {
  const root = spot.parent_id ?? spot.id
  const place = items.findIndex((item) => item.is === 'comment' && item.id === root)
  return Math.floor(Math.max(0, place) / ITEMS_PER_PAGE) + 1
}
