import type { Queryable } from '../db/sql.ts'
import { type LoadedComment, loadComments } from '../discussions/comments/load-comments.ts'
import { type Event, eventFromJson } from '../events/event.ts'
import { type EventKind, kindsWhere } from '../events/kinds.ts'
import { loadThreadPolls } from '../polls/lists/load-thread-polls.ts'
import { type LoadedPoll, loadPollsOf } from '../polls/load-poll.ts'
import { type User, userFromJson } from '../users/user.ts'
import { readThreadEventCount, readThreadEvents, type ThreadEventRow } from './thread-event-reads.ts'
import type { ThreadVisit } from './visits/load-thread.ts'
import { holdsBallot, maySeePoll, withSeenPollTags } from './visits/visit.ts'

/** A page of events in a thread, as this reader may see them. */
export type ThreadEvents = {
  events: Event[]
  actors: User[]
  /** The comments and polls that began on this page, as many as fit into a response. */
  comments: LoadedComment[]
  polls: LoadedPoll[]
  total: number
}

/** The kinds listed for a thread. Votes are shown by their polls, where results are visible. */
const LISTED = kindsWhere(({ in_thread }) => in_thread)

/** Bytes of comments and polls in one response; a comment is at most a tenth of it. */
const MOST_BYTES = 4_000_000
/** The size of a poll, its options and results in a response, without its text. */
const POLL_BYTES = 20_000

/** A page of the thread's events, in order. Guests get only the polls that they may see. */
export async function loadThreadEvents(
  db: Queryable,
  visit: ThreadVisit,
  paging: { per: number; from: number },
): Promise<ThreadEvents> {
  const { id: discussion_id } = visit.thread.discussion
  const seen = await ballotsOf(db, visit)
  const ask = { discussion_id, kinds: LISTED, poll_ids: [...seen.keys()] }
  const rows = await readThreadEvents(db, { ...ask, ...paging })
  const begun = withinBytes(rows).map(({ event }) => eventFromJson(event))
  const ids = (kind: EventKind) =>
    begun.filter((event) => event.kind === kind).map(({ subject_id }) => subject_id)
  const polls = ids('poll_created')
  const loaded = await loadPollsOf(db, {
    in_group: visit.in_group,
    ids: polls,
    voted: new Set(polls.filter((id) => seen.get(id) === true)),
  })
  return {
    events: rows.map(({ event }) => eventFromJson(event)),
    actors: rows.flatMap(({ actor }) => (actor === null ? [] : [userFromJson(actor)])),
    comments: [...(await loadComments(db, discussion_id, ids('new_comment'))).values()],
    polls: loaded.map((poll) => withSeenPollTags(visit.visitor, poll)),
    total: await readThreadEventCount(db, ask),
  }
}

/** The polls of the thread that its reader may see, and whether they have voted in each. */
async function ballotsOf(db: Queryable, { thread, visitor }: ThreadVisit): Promise<Map<number, boolean>> {
  const polls = await loadThreadPolls(db, { discussion_id: thread.discussion.id, user_id: visitor.id })
  return new Map(
    polls.flatMap(({ poll, own }): [number, boolean][] =>
      maySeePoll(visitor, own) ? [[poll.id, holdsBallot(visitor, own) && own?.voted === true]] : [],
    ),
  )
}

/** The first rows that fit. */
function withinBytes(rows: ThreadEventRow[]): ThreadEventRow[] {
  let room = MOST_BYTES
  return rows.filter(({ event, size }) => {
    room -= size + (event.kind === 'poll_created' ? POLL_BYTES : 0)
    return room >= 0
  })
}
