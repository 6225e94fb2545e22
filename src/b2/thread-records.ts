import { type Static, Type } from 'typebox'
import { CommentRecord, presentComment } from '../api/comments-envelope.ts'
import {
  counted,
  Envelope,
  emptyEnvelope,
  envelope,
  pollsEnvelope,
  presentUsers,
  withUsers,
} from '../api/envelope.ts'
import { presentDiscussion } from '../api/records/present-discussion.ts'
import { EventRecord, presentEvent, type WireEvent } from '../api/records/present-event.ts'
import { presentTags } from '../api/records/present-tag.ts'
import { Count, Id, ListOf, MaybeTime, maybeTime, OneOf, Record, Text, Time, time } from '../api/wire.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { DiscussionsPage } from '../discussions/load-discussions.ts'
import type { ThreadEvents } from '../members/load-thread-events.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import { groupFor, IMPORTED_THREAD, TAG_NAMES, topical, withTopics } from './records.ts'

/** A thread with its events, as clients of b2 expect it. */

const ThreadRecord = Record('Thread', {
  id: Id('The id of the thread as a discussion.'),
  group_id: Id('Its group.'),
  topicable_type: OneOf(['Discussion'], 'The kind of thread. Polls that stand alone are not threads here.'),
  topicable_id: Id('The discussion.'),
  items_count: Count('The number of polls and comments in it.'),
  replies_count: Count('The same number.'),
  last_activity_at: Time('When something last happened in it.'),
  locked_at: MaybeTime('When it was closed.'),
  pinned_at: Type.Null({ description: 'Always null.' }),
  discarded_at: Type.Null({ description: 'Always null: discarded threads are not found.' }),
  members_count: Count('The number of people who can read it.'),
  seen_by_count: Count('The number of people who have read it.'),
  ...TAG_NAMES,
  ...IMPORTED_THREAD,
})

const ItemRecord = Record('Thread item', {
  ...EventRecord.properties,
  topic_id: Id('The thread.'),
  itemable_type: Text('The same as eventable_type.'),
  itemable_id: Id('The same as eventable_id.'),
  itemable: EventRecord.properties.eventable,
})

const COMMENTS = {
  comments: ListOf(
    CommentRecord,
    'The comments of this page, oldest first, up to 4 MB: request later ones one by one.',
  ),
}

export const ThreadsEnvelope = withTopics('Threads envelope', {
  ...Envelope.properties,
  threads: ListOf(ThreadRecord, 'Threads.'),
})
export const ItemsEnvelope = withTopics('Items envelope', {
  ...Envelope.properties,
  ...COMMENTS,
  items: ListOf(ItemRecord, 'The items of the thread, in order.'),
})
export const EventsEnvelope = withTopics('Thread events envelope', { ...Envelope.properties, ...COMMENTS })
export const MarkdownRecord = Record('Thread as Markdown', {
  markdown: Text('The whole thread.'),
})

/** A person's threads, from several groups. */
export function threadsAnswer({
  threads,
  total,
}: Pick<DiscussionsPage, 'threads'> & { total: number | null }) {
  const filled = {
    discussions: threads.map(presentDiscussion),
    events: threads.map(({ event, discussion }) => presentEvent(event, null, discussion.items_count)),
    users: presentUsers(threads.map(({ author }) => author)),
    tags: presentTags(threads.map(({ discussion }) => discussion)),
  }
  const answer = topical(emptyEnvelope('threads', total, filled), { threads })
  return { ...answer, threads: threads.map(presentThread) }
}

export function threadAnswer(visit: ThreadVisit) {
  return { ...threadsAnswer({ threads: [visit.thread], total: null }), ...groupsOf(visit) }
}

/** The events of a thread. */
export function eventsAnswer(visit: ThreadVisit, page: ThreadEvents): Static<typeof EventsEnvelope> {
  const { in_group, thread } = visit
  const polls = pollsEnvelope(in_group, { polls: page.polls, total: page.total, next: null })
  const people = [...page.actors, ...page.comments.map(({ author }) => author)]
  const { users, poll_options, outcomes } = withUsers(polls, [thread.author, ...people])
  const answer = envelope('events', in_group, {
    ...groupsOf(visit),
    discussions: [presentDiscussion(thread)],
    events: page.events.map((event) => presented(event, thread)),
    users,
    polls: polls.polls,
    tags: presentTags([thread.discussion, ...page.polls.map(({ poll }) => poll)]),
    poll_options,
    outcomes,
  })
  return {
    ...topical(counted(answer, page.total), { threads: [thread], polls: page.polls }),
    comments: page.comments.map(({ comment }) => presentComment(comment)),
  }
}

/** The same events as items of the thread. */
export function itemsAnswer(visit: ThreadVisit, page: ThreadEvents): Static<typeof ItemsEnvelope> {
  const { events, meta, ...answer } = eventsAnswer(visit, page)
  const topic_id = visit.thread.discussion.id
  return {
    ...answer,
    events: [],
    items: events.map((event) => presentItem(event, topic_id)),
    meta: { ...meta, root: 'items' },
  }
}

function presentItem(event: WireEvent, topic_id: number): Static<typeof ItemRecord> {
  const { eventable_type, eventable_id, eventable } = event
  return {
    ...event,
    topic_id,
    itemable_type: eventable_type,
    itemable_id: eventable_id,
    itemable: eventable,
  }
}

function presented(event: ThreadEvents['events'][number], { event: opening, discussion }: DiscussionFacts) {
  return event.id === opening.id
    ? presentEvent(event, null, discussion.items_count)
    : presentEvent(event, opening)
}

function groupsOf({ visitor, in_group }: ThreadVisit) {
  const { groups, parent_groups } = envelope('', groupFor(visitor, in_group), {})
  return { groups, parent_groups }
}

function presentThread({ discussion, members, guests }: DiscussionFacts): Static<typeof ThreadRecord> {
  return {
    id: discussion.id,
    group_id: discussion.group_id,
    topicable_type: 'Discussion',
    topicable_id: discussion.id,
    items_count: discussion.items_count,
    replies_count: discussion.items_count,
    last_activity_at: time(discussion.last_activity_at),
    locked_at: maybeTime(discussion.closed_at),
    pinned_at: null,
    discarded_at: null,
    members_count: members + guests,
    seen_by_count: discussion.seen_by_count,
    tags: discussion.tags.map(({ name }) => name),
    imported_at: maybeTime(discussion.imported_at),
  }
}
