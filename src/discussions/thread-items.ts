import { byNumber, bySize, inPages, type Limit } from './pages.ts'

/** The place of a comment in its thread. */
export type CommentSpot = {
  id: number
  parent_id: number | null
  author_id: number
  sequence_id: number
  deleted: boolean
  /** Bytes of its text. */
  size: number
}

/** An item of a thread's list: a comment on the thread, a reply to a comment, or a poll. */
export type ThreadItem = {
  is: 'comment' | 'reply' | 'poll'
  id: number
  /** The comment above a reply; for others the same as `id`. */
  root_id: number
  /** Bytes of the displayed text. */
  size: number
}

type PollSpot = { id: number; sequence_id: number; size: number }

/** Comments on the thread, and polls. */
export const ITEMS_PER_PAGE = 50
/** Including replies. */
const ALL_PER_PAGE = 200

const LIMITS: Limit<ThreadItem>[] = [
  { most: ITEMS_PER_PAGE, of: ({ is }) => (is === 'reply' ? 0 : 1) },
  byNumber(ALL_PER_PAGE),
  bySize,
]

/** All items of a thread from top to bottom. */
export function itemsOf(spots: CommentSpot[], polls: PollSpot[]): ThreadItem[] {
  const under = Map.groupBy(spots, (spot) => spot.parent_id)
  const repliesTo = (root_id: number) =>
    (under.get(root_id) ?? []).map(({ id, size }) => ({ is: 'reply' as const, id, root_id, size }))
  return [
    ...(under.get(null) ?? []).map((spot) => ({ is: 'comment' as const, ...spot })),
    ...polls.map((poll) => ({ is: 'poll' as const, ...poll })),
  ]
    .sort((a, b) => a.sequence_id - b.sequence_id)
    .flatMap(({ is, id, size }) => [
      { is, id, root_id: id, size },
      ...(is === 'comment' ? repliesTo(id) : []),
    ])
}

/** The comments on the thread that were deleted with all their replies: nobody can reply there any more. */
export function deadEndsAmong(spots: CommentSpot[]): Set<number> {
  const alive = new Set(spots.flatMap(({ id, parent_id, deleted }) => (deleted ? [] : [parent_id ?? id])))
  return new Set(spots.flatMap(({ id, parent_id }) => (parent_id === null && !alive.has(id) ? [id] : [])))
}

/** One page of a thread's items. Its replies may start on the page before and continue on the next. */
export type ItemsPage = { items: ThreadItem[]; page: number; pages: number; replies_go_on: boolean }

/** The requested page, or the last one if there are fewer; there is at least one. */
export function pageOf(items: ThreadItem[], asked: number): ItemsPage {
  const all = inPages(items, LIMITS)
  const pages = Math.max(1, all.length)
  const page = Math.min(Math.max(1, asked), pages)
  return { items: all[page - 1] ?? [], page, pages, replies_go_on: all[page]?.[0]?.is === 'reply' }
}

/**
 * Comments by others that a reader has not read. `last_seen` null: first visit, so nothing is marked as new.
 */
export type News = { comment_ids: number[]; first: { id: number; page: number } | null }

/** The comments by others after `last_seen`, and where the first of them is. */
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

/** An item of a thread by somebody else. */
type Unread = { is: 'comment' | 'poll'; id: number; sequence_id: number }

/** What others added after `last_seen`, by number; null: no visit yet. Who voted in a poll has read it. */
export function unreadBy(
  { user_id, last_seen }: { user_id: number; last_seen: number | null },
  spots: CommentSpot[],
  polls: { id: number; sequence_id: number; author_id: number; voted: boolean }[],
): Unread[] {
  const all = [
    ...spots.filter(({ deleted }) => !deleted).map((spot) => ({ ...spot, is: 'comment' as const })),
    ...polls.filter(({ voted }) => !voted).map((poll) => ({ ...poll, is: 'poll' as const })),
  ]
  return all
    .filter(({ author_id, sequence_id }) => author_id !== user_id && sequence_id > (last_seen ?? 0))
    .map(({ is, id, sequence_id }) => ({ is, id, sequence_id }))
}

/** The number up to which a reader of one page can have read: all before what is unread on other pages. */
export function readableTo(unread: Unread[], shown: ThreadItem[], items_count: number): number {
  const here = new Set(shown.map(({ is, id }) => `${is === 'poll'} ${id}`))
  const elsewhere = unread.filter(({ is, id }) => !here.has(`${is === 'poll'} ${id}`))
  return Math.min(items_count, ...elsewhere.map(({ sequence_id }) => sequence_id - 1))
}

/** The page with this comment. */
export function pageWith(items: ThreadItem[], { id }: Pick<CommentSpot, 'id'>): number {
  const isIt = (item: ThreadItem) => item.is !== 'poll' && item.id === id
  return (
    Math.max(
      0,
      inPages(items, LIMITS).findIndex((page) => page.some(isIt)),
    ) + 1
  )
}
