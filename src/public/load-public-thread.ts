import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { loadCommentSpots } from '../discussions/comments/load-comments.ts'
import { type ItemsPage, itemsOf, pageOf } from '../discussions/thread-items.ts'
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

export type PublicCommentItem = { is: 'comment' | 'reply'; comment: PublicComment }

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
  const row = KEY.test(key) ? await readPublicThread(db, key) : null
  if (row === null) throw new NotFound()
  const { now } = row
  const thread = threadFromJson(row.thread)
  const [spots, polls] = await Promise.all([
    loadCommentSpots(db, thread.id),
    loadPublicPolls(db, thread.id, now),
  ])
  const places = polls.map(({ sequence_id, item: { poll, outcome } }) => ({
    id: poll.id,
    sequence_id,
    size: Buffer.byteLength(outcome?.statement ?? ''),
  }))
  const shown = pageOf(itemsOf(spots, places), asked_page)
  const comments = await loadCommentsOn(db, thread.id, shown)
  return {
    now,
    group: groupFromJson(row.in_group),
    thread,
    items: inPlace(
      shown,
      polls.map(({ item }) => item),
      comments,
    ),
    polls_count: polls.length,
    page: shown.page,
    pages: shown.pages,
  }
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
  return items.flatMap(({ is, id }): PublicThreadView['items'] => {
    if (is === 'poll') return polls.filter(({ poll }) => poll.id === id)
    const comment = comments.get(id)
    return comment === undefined ? [] : [{ is, comment }]
  })
}
