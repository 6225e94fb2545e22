import type { Queryable } from '../../db/sql.ts'
import { type History, historyPage, MOST_READ } from '../../discussions/comments/history.ts'
import {
  type LoadedComment,
  loadCommentSpots,
  loadComments,
  loadMentionable,
  loadNamed,
  type NamedPerson,
} from '../../discussions/comments/load-comments.ts'
import type { Discussion, DiscussionVersion } from '../../discussions/discussion.ts'
import { discussionVersions } from '../../discussions/discussions-store.ts'
import { type DiscussionFacts, discussionFacts } from '../../discussions/load-discussion.ts'
import {
  type CommentSpot,
  deadEndsAmong,
  type ItemsPage,
  itemsOf,
  type News,
  newsFor,
  pageOf,
  pageWith,
  readableTo,
  type ThreadItem,
  unreadBy,
} from '../../discussions/thread-items.ts'
import { type ThreadAbilities, type ThreadReader, threadAbilities } from '../../discussions/thread-rights.ts'
import { NotFound } from '../../errors.ts'
import { type GroupFacts, groupFacts } from '../../groups/group-facts.ts'
import { requireActive } from '../../groups/group-state.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import { loadThreadPolls, loadThreadResults, type ThreadPoll } from '../../polls/lists/load-thread-polls.ts'
import type { Poll } from '../../polls/poll.ts'
import { hashToken } from '../../users/secret.ts'
import type { Mentioned } from '../../users/shown-names.ts'
import type { User } from '../../users/user.ts'
import { NO_SINGLES, type PollItem, withSingles } from './load-thread-singles.ts'
import { readThreadVisit } from './thread-visit-reads.ts'
import {
  copiedLink,
  holdsBallot,
  maySeePoll,
  toldBallot,
  type Visitor,
  type Way,
  withSeenTags,
  withSeenThreadTags,
} from './visit.ts'

/** A visitor to a thread: by a personal link's token ('' for none), or signed in, or both. */
export type Comer = { token: string; user_id: number | null }

/** A thread as one of its readers may see it. */
export type ThreadVisit = Way & {
  now: Date
  /** Nobody else has had their link. */
  vouched: boolean
  /** The person who copied their link. */
  copied_by: number | null
  visitor: Visitor
  reader: ThreadReader
  abilities: ThreadAbilities
  thread: DiscussionFacts
  in_group: GroupFacts
  /** The number up to which they have read it; null: not known. */
  last_seen: number | null
}

/** A comment in the thread, with its replies on this page. */
export type CommentItem = LoadedComment & {
  is: 'comment'
  replies: LoadedComment[]
  /** The comment itself is on an earlier page. */
  begun_before: boolean
  /** On the next page. */
  replies_go_on: boolean
}

/** One page of a thread's discussion. */
export type Talk = {
  items: (CommentItem | PollItem)[]
  page: number
  pages: number
  polls_count: number
  news: News
  /** The numbers of what is unread by others. */
  unread: ReadonlySet<number>
  /** How far this page lets its reader read. */
  readable_to: number
  /** People a comment may mention by choosing them. */
  mentionable: NamedPerson[]
  /** The comments below which nobody can reply any more, on all pages. */
  dead_ends: ReadonlySet<number>
}

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/
const KEY = /^[A-Za-z0-9]{8}$/

/** NotFound: no such thread, or neither link nor session gives access. */
export async function loadThreadVisit(db: Queryable, comer: Comer, key: string): Promise<ThreadVisit> {
  // An invalid token is looked up all the same, as one that nobody has.
  const hash = hashToken(TOKEN.test(comer.token) ? comer.token : '')
  const row = KEY.test(key) ? await readThreadVisit(db, { hash, user_id: comer.user_id, key }) : null
  if (row === null) throw new NotFound()
  requireActive(row.visitor.group_state)
  const thread = withSeenThreadTags(row.visitor, discussionFacts(row.thread))
  const { id: user_id, member, accepted, admin } = row.visitor
  const reader: ThreadReader = { user_id, member, accepted, admin }
  return {
    now: row.now,
    came_by: row.by_link ? 'link' : 'session',
    copied: copiedLink(row.copied),
    copied_by: row.copied_by,
    vouched: row.copied === null,
    visitor: row.visitor,
    reader,
    abilities: threadAbilities(thread.discussion, reader),
    thread,
    in_group: groupFacts(row.in_group),
    last_seen: row.last_seen,
  }
}

/** Whether this person, signed in, may read the thread with this key. */
export async function opensThread(db: Queryable, user_id: number, key: string): Promise<boolean> {
  try {
    await loadThreadVisit(db, { token: '', user_id }, key)
    return true
  } catch (refusal) {
    if (refusal instanceof NotFound) return false
    throw refusal
  }
}

/** A page of the thread's discussion for this reader; guests see only the polls they may see. */
export async function loadTalk(db: Queryable, visit: ThreadVisit, asked_page: number): Promise<Talk> {
  const { reader, thread, last_seen, abilities } = visit
  const { id: discussion_id, group_id } = thread.discussion
  const { user_id } = reader
  const { spots, polls, items: all } = await loadItems(db, visit)
  const shown = pageOf(all, asked_page)
  // Replies continued from the previous page appear under a reference to their comment.
  const unread = unreadBy(
    { user_id, last_seen },
    spots,
    polls.map(({ poll, sequence_id, ballot }) => ({ ...poll, sequence_id, voted: ballot?.voted === true })),
  )
  const ids = shown.items.flatMap((item) => (item.is === 'poll' ? [] : [item.root_id, item.id]))
  const comments = await loadComments(db, discussion_id, [...new Set(ids)])
  return {
    items: inPlace(shown, await withSingles(db, pollsOn(shown, polls), user_id), comments),
    page: shown.page,
    pages: shown.pages,
    polls_count: polls.length,
    news: newsFor({ user_id, last_seen }, spots, all),
    unread: new Set(unread.map(({ sequence_id }) => sequence_id)),
    readable_to: readableTo(unread, shown.items, thread.discussion.items_count),
    mentionable: abilities.comment
      ? await loadMentionable(db, { discussion_id, group_id, user_id, member: reader.member })
      : [],
    dead_ends: deadEndsAmong(spots),
  }
}

/** The people mentioned in the thread's text and this one, for readers who may see the group's members. */
export async function loadNamedFor(
  db: Queryable,
  { thread, reader }: ThreadVisit,
  text: string,
): Promise<Mentioned[]> {
  const { id, description } = thread.discussion
  return reader.member ? loadNamed(db, id, [description ?? '', text]) : []
}

type ThreadItems = { spots: CommentSpot[]; polls: PollItem[]; items: ThreadItem[] }

/** All items of the thread for this reader, without the texts of its comments. */
async function loadItems(db: Queryable, visit: ThreadVisit): Promise<ThreadItems> {
  const { thread, reader } = visit
  const { id: discussion_id } = thread.discussion
  const spots = await loadCommentSpots(db, discussion_id)
  const found = await loadThreadPolls(db, { discussion_id, user_id: reader.user_id })
  const polls = (await Promise.all(found.map((poll) => placed(db, poll, visit)))).flat()
  const places = polls.map(({ poll, sequence_id, outcome }) => ({
    id: poll.id,
    sequence_id,
    size: Buffer.byteLength(`${poll.details ?? ''}${outcome?.statement ?? ''}`),
  }))
  return { spots, polls, items: itemsOf(spots, places) }
}

/** The poll of the thread with this key, if this reader may see it. */
export async function loadTalkPoll(db: Queryable, visit: ThreadVisit, key: string): Promise<Poll | null> {
  const found = await loadThreadPolls(db, {
    discussion_id: visit.thread.discussion.id,
    user_id: visit.reader.user_id,
  })
  return found.find(({ poll, own }) => poll.key === key && maySeePoll(visit.visitor, own))?.poll ?? null
}

/** The page of a thread that shows a comment. NotFound: no such comment in it. */
export async function loadPageOfComment(db: Queryable, visit: ThreadVisit, id: number): Promise<number> {
  const { spots, items } = await loadItems(db, visit)
  const spot = spots.find((one) => one.id === id)
  if (spot === undefined) throw new NotFound()
  return pageWith(items, spot)
}

/** Title and text before an edit, and who made that. */
export type PastThread = DiscussionVersion & { editor: User | null }

/** Earlier versions of the thread's title and text: a page of them, after the newest `from`. */
export async function loadThreadHistory(
  db: Queryable,
  { id, group_id }: Pick<Discussion, 'id' | 'group_id'>,
  from: number,
): Promise<History<PastThread>> {
  const { versions, older } = historyPage(await discussionVersions(db, { id, from, most: MOST_READ }), from)
  const editors = await readUsersIn(db, group_id, [...new Set(versions.map((one) => one.replaced_by))])
  const byId = new Map(editors.map((user) => [user.id, user]))
  return { versions: versions.map((one) => ({ ...one, editor: byId.get(one.replaced_by) ?? null })), older }
}

async function placed(
  db: Queryable,
  { own, tally, ...poll }: ThreadPoll,
  visit: ThreadVisit,
): Promise<PollItem[]> {
  const { visitor, now } = visit
  if (!maySeePoll(visitor, own)) return []
  const ballot = own !== null && holdsBallot(visitor, own) ? toldBallot(own, visit, poll.poll) : null
  const viewer = { has_voted: ballot?.voted ?? false }
  const results = await loadThreadResults(db, { ...poll, tally }, { viewer, now })
  return [
    {
      ...poll,
      poll: withSeenTags(visitor, poll.poll),
      is: 'poll',
      ballot,
      ...NO_SINGLES,
      results,
    },
  ]
}

function pollsOn({ items }: ItemsPage, polls: PollItem[]): PollItem[] {
  const ids = new Set(items.flatMap(({ is, id }) => (is === 'poll' ? [id] : [])))
  return polls.filter(({ poll }) => ids.has(poll.id))
}

function inPlace(
  { items, replies_go_on }: ItemsPage,
  polls: PollItem[],
  comments: Map<number, LoadedComment>,
): Talk['items'] {
  const repliesTo = (id: number) => items.filter((item) => item.is === 'reply' && item.root_id === id)
  const heads = items.filter((item, place) => item.is !== 'reply' || place === 0)
  return heads.flatMap(({ is, root_id }): Talk['items'] => {
    if (is === 'poll') return polls.filter(({ poll }) => poll.id === root_id)
    const root = comments.get(root_id)
    if (root === undefined) return []
    const replies = repliesTo(root_id).flatMap(({ id }) => comments.get(id) ?? [])
    const go_on = replies_go_on && items.at(-1)?.root_id === root_id
    return [{ ...root, is: 'comment', replies, begun_before: is === 'reply', replies_go_on: go_on }]
  })
}
