import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { loadCommentSpots } from '../discussions/comments/load-comments.ts'
import { type ItemsPage, itemsOf, pageOf, pageWith } from '../discussions/thread-items.ts'
import { NotFound } from '../errors.ts'
import { loadThreadPolls, loadThreadResults, type ThreadPoll } from '../polls/lists/load-thread-polls.ts'
import { pollState } from '../polls/poll.ts'
import type { Results } from '../polls/results/results.ts'
import {
  PUBLIC_GROUP_ROW,
  PUBLIC_THREAD_ROW,
  type PublicComment,
  type PublicGroup,
  type PublicThread,
  STRANGER,
} from './public-facts.ts'
import { readPublicComments, readPublicThread } from './public-reads.ts'

/** A poll in a public thread: totals as far as the results gate shows them to strangers. */
export type PublicPollItem = Pick<
  ThreadPoll,
  'poll' | 'options' | 'outcome' | 'voters_count' | 'decided_count'
> & {
  is: 'poll'
  author: string | null
  results: Results
}

/** A comment with its replies on this page; null: it is on an earlier page, and its replies continue here. */
export type PublicCommentItem = {
  is: 'comment'
  id: number
  comment: PublicComment | null
  replies: PublicComment[]
}

/** One page of a public thread. */
export type PublicThreadView = {
  now: Date
  group: PublicGroup
  thread: PublicThread
  items: (PublicCommentItem | PublicPollItem)[]
  polls_count: number
  page: number
  pages: number
}

const KEY = /^[A-Za-z0-9]{8}$/
/** No person has this id: strangers hold no ballots. */
const NOBODY = 0

const groupFromJson = jsonReader(PUBLIC_GROUP_ROW)
const threadFromJson = jsonReader(PUBLIC_THREAD_ROW)

/** A page of the thread for people who are not its readers. NotFound: no such thread, or it is private. */
export async function loadPublicThread(
  db: Queryable,
  key: string,
  asked_page: number,
): Promise<PublicThreadView> {
  const open = await loadOpenThread(db, key)
  const { polls, items } = await loadItems(db, open)
  const shown = pageOf(items, asked_page)
  const comments = await loadCommentsOn(db, open.thread.id, shown)
  return {
    ...open,
    items: inPlace(shown, polls, comments),
    polls_count: polls.length,
    page: shown.page,
    pages: shown.pages,
  }
}

/** The page of a public thread that shows a comment. NotFound: no such comment, or the thread is private. */
export async function loadPublicPageOfComment(db: Queryable, key: string, id: number): Promise<number> {
  const { spots, items } = await loadItems(db, await loadOpenThread(db, key))
  const spot = spots.find((one) => one.id === id)
  if (spot === undefined) throw new NotFound()
  return pageWith(items, spot)
}

type OpenThread = { now: Date; group: PublicGroup; thread: PublicThread }

async function loadOpenThread(db: Queryable, key: string): Promise<OpenThread> {
  const row = KEY.test(key) ? await readPublicThread(db, key) : null
  if (row === null) throw new NotFound()
  return { now: row.now, group: groupFromJson(row.in_group), thread: threadFromJson(row.thread) }
}

/** All items of the thread, without the texts of its comments. */
async function loadItems(db: Queryable, { thread, now }: OpenThread) {
  const [spots, found] = await Promise.all([
    loadCommentSpots(db, thread.id),
    loadPublicPolls(db, thread.id, now),
  ])
  const places = found.map(({ sequence_id, item: { poll, outcome } }) => ({
    id: poll.id,
    sequence_id,
    size: Buffer.byteLength(outcome?.statement ?? ''),
  }))
  return { spots, polls: found.map(({ item }) => item), items: itemsOf(spots, places) }
}

async function loadPublicPolls(
  db: Queryable,
  discussion_id: number,
  now: Date,
): Promise<{ sequence_id: number; item: PublicPollItem }[]> {
  const found = await loadThreadPolls(db, { discussion_id, user_id: NOBODY })
  const begun = found.filter(({ poll }) => pollState(poll, now).is !== 'draft')
  return Promise.all(
    begun.map(async ({ sequence_id, tally, ...facts }) => {
      const { poll, options, outcome, voters_count, decided_count, author } = facts
      const results = await loadThreadResults(db, { poll, options, tally }, { viewer: STRANGER, now })
      const shown = results.shown ? { ...results, named: false } : results
      const told = { poll, options, outcome, voters_count, decided_count }
      return { sequence_id, item: { is: 'poll' as const, ...told, author: author.name, results: shown } }
    }),
  )
}

async function loadCommentsOn(
  db: Queryable,
  discussion_id: number,
  { items }: ItemsPage,
): Promise<Map<number, PublicComment>> {
  const ids = items.flatMap(({ is, id }) => (is === 'poll' ? [] : [id]))
  const rows = ids.length === 0 ? [] : await readPublicComments(db, { discussion_id, ids })
  return new Map(rows.map((comment) => [comment.id, comment]))
}

function inPlace(
  { items }: ItemsPage,
  polls: PublicPollItem[],
  comments: Map<number, PublicComment>,
): PublicThreadView['items'] {
  const repliesTo = (id: number) => items.filter((item) => item.is === 'reply' && item.root_id === id)
  const heads = items.filter((item, place) => item.is !== 'reply' || place === 0)
  return heads.flatMap(({ is, root_id }): PublicThreadView['items'] => {
    if (is === 'poll') return polls.filter(({ poll }) => poll.id === root_id)
    const replies = repliesTo(root_id).flatMap(({ id }) => comments.get(id) ?? [])
    return [{ is: 'comment', id: root_id, comment: comments.get(root_id) ?? null, replies }]
  })
}
