import { type Static, Type } from 'typebox'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { DiscussionsPage } from '../discussions/load-discussions.ts'
import { LISTED_BYTES } from '../discussions/pages.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import type { JoinedGroup, MembersPage } from '../groups/load-members.ts'
import type { KeyGroup } from '../keys/load-key-group.ts'
import type { Feed } from '../polls/lists/load-feed.ts'
import type { LoadedPoll, PollsPage } from '../polls/load-poll.ts'
import type { User } from '../users/user.ts'
import { DiscussionRecord, presentDiscussion } from './records/present-discussion.ts'
import { EventRecord, presentEvent } from './records/present-event.ts'
import { GroupRecord, presentGroup, presentParent, presentSubgroup } from './records/present-group.ts'
import { MembershipRecord, presentMembership } from './records/present-membership.ts'
import { OptionRecord, presentOption } from './records/present-option.ts'
import { OutcomeRecord, presentOutcome } from './records/present-outcome.ts'
import { PollRecord, presentPoll } from './records/present-poll.ts'
import { StanceRecord } from './records/present-stance.ts'
import { presentTags, TagRecord } from './records/present-tag.ts'
import { presentUser, UserRecord } from './records/present-user.ts'
import { Id, ListOf, NullableInteger, Record, Text } from './wire.ts'

const Nothing = (description: string) => ListOf(Type.Object({}), description)

export const Envelope = Record('Envelope', {
  discussions: ListOf(DiscussionRecord, 'Threads.'),
  events: ListOf(EventRecord, 'Events that started the threads and polls.'),
  users: ListOf(UserRecord, 'People and bots named in the other records.'),
  polls: ListOf(PollRecord, 'Polls.'),
  groups: ListOf(GroupRecord, "The key's own group."),
  parent_groups: ListOf(GroupRecord, 'The group it belongs to.'),
  memberships: ListOf(MembershipRecord, 'Memberships.'),
  tags: ListOf(TagRecord, 'The tags of the threads and polls.'),
  outcomes: ListOf(OutcomeRecord, 'The latest outcome.'),
  stances: ListOf(
    StanceRecord,
    'The ballots that this key has just cast for others. Bots have no ballots of their own.',
  ),
  poll_options: ListOf(OptionRecord, 'Options of the polls.'),
  parent_events: Nothing('Always empty.'),
  meta: Type.Object({
    root: Text('The array that contains the requested records.'),
    total: NullableInteger('For lists: the total number of records.'),
  }),
})

export type Envelope = Static<typeof Envelope>

/** One page of a list. */
export const ListEnvelope = Record('List envelope', {
  ...Envelope.properties,
  meta: Type.Object({
    ...Envelope.properties.meta.properties,
    next: NullableInteger(
      'The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page.',
    ),
  }),
})

/** Part of the description of a list of long texts. */
export const endsEarly = (noun: string) =>
  `A page ends early if the next ${noun} would bring its texts above ${LISTED_BYTES} bytes. It contains at least one ${noun}, and meta.next is null only on the last page.`

export type ListEnvelope = Static<typeof ListEnvelope>

/** A page of events: the feed has no end, so it has no total, and reading can always continue. */
export const FeedEnvelope = Record('Feed envelope', {
  ...Envelope.properties,
  meta: Type.Object({
    root: Envelope.properties.meta.properties.root,
    total: Type.Null({ description: 'Always null: events are not counted.' }),
    next: Id('The cursor to continue from, always present: send it as `after`.', { examples: [7] }),
  }),
})

/** The arrays of every response, empty except for the group and the given ones. */
export function envelope(root: string, in_group: GroupFacts, filled: Partial<Envelope>): Envelope {
  return emptyEnvelope(root, null, {
    groups: [presentGroup(in_group)],
    parent_groups: in_group.parent === null ? [] : [presentParent(in_group.parent)],
    ...filled,
  })
}

/** The arrays of every response, empty except for the given ones. */
export function emptyEnvelope(root: string, total: number | null, filled: Partial<Envelope>): Envelope {
  return {
    discussions: [],
    events: [],
    users: [],
    polls: [],
    groups: [],
    parent_groups: [],
    memberships: [],
    tags: [],
    outcomes: [],
    stances: [],
    poll_options: [],
    parent_events: [],
    ...filled,
    meta: { root, total },
  }
}

/** The response about one poll, with its thread. */
export function pollEnvelope(loaded: LoadedPoll): Envelope {
  const { thread, event, author, outcome } = loaded
  const opening = thread === null ? [] : [presentEvent(thread.event, null, thread.discussion.items_count)]
  return envelope('polls', loaded.in_group, {
    discussions: thread === null ? [] : [presentDiscussion(thread)],
    events: [presentEvent(event, thread?.event ?? null), ...opening],
    users: presentUsers([
      author,
      ...(thread === null ? [] : [thread.author]),
      ...(outcome === null ? [] : [outcome.author]),
    ]),
    outcomes: outcome === null ? [] : [presentOutcome(outcome.outcome)],
    polls: [presentPoll(loaded)],
    tags: presentTags([loaded.poll, ...(thread === null ? [] : [thread.discussion])]),
    poll_options: loaded.options.map((option) => presentOption(option, loaded)),
  })
}

/** The response about one thread. */
export function discussionEnvelope(loaded: DiscussionFacts & { in_group: GroupFacts }): Envelope {
  return envelope('discussions', loaded.in_group, {
    discussions: [presentDiscussion(loaded)],
    events: [presentEvent(loaded.event, null, loaded.discussion.items_count)],
    users: presentUsers([loaded.author]),
    tags: presentTags([loaded.discussion]),
  })
}

/** A page of polls, with their threads; every record once. */
export function pollsEnvelope(in_group: GroupFacts, { polls, ...page }: PollsPage): ListEnvelope {
  const answers = polls.map(pollEnvelope)
  const all = <T extends { id: number }>(records: (answer: Envelope) => T[]) => each(answers.flatMap(records))
  return listed(
    'polls',
    envelope('polls', in_group, {
      discussions: all((answer) => answer.discussions),
      events: all((answer) => answer.events),
      users: all((answer) => answer.users),
      polls: all((answer) => answer.polls),
      tags: all((answer) => answer.tags),
      outcomes: all((answer) => answer.outcomes),
      poll_options: all((answer) => answer.poll_options),
    }),
    page,
  )
}

/** Events in the order of the feed, with their actors. */
export function eventsEnvelope(
  in_group: GroupFacts,
  { events, actors, next }: Feed,
): Static<typeof FeedEnvelope> {
  const filled = {
    events: events.map(({ event, opening }) => presentEvent(event, opening)),
    users: presentUsers(actors),
  }
  return { ...envelope('events', in_group, filled), meta: { root: 'events', total: null, next } }
}

/** A page of threads. */
export function discussionsEnvelope(
  in_group: GroupFacts,
  { threads, ...page }: DiscussionsPage,
): ListEnvelope {
  const filled = {
    discussions: threads.map(presentDiscussion),
    events: threads.map(({ event, discussion }) => presentEvent(event, null, discussion.items_count)),
    users: presentUsers(threads.map(({ author }) => author)),
    tags: presentTags(threads.map(({ discussion }) => discussion)),
  }
  return listed('discussions', envelope('discussions', in_group, filled), page)
}

/** The group of the key, and its subgroups. */
export function groupsEnvelope({ in_group, subgroups }: KeyGroup): Envelope {
  const answer = envelope('groups', in_group, {})
  const others = subgroups.map((group) => presentSubgroup(group, in_group.group))
  const groups = [...answer.groups, ...others]
  return counted({ ...answer, groups }, groups.length)
}

/** The groups that a person has joined, with their memberships. */
export function joinedEnvelope(joined: JoinedGroup[]): Envelope {
  const parents = joined.flatMap(({ in_group: { parent } }) => (parent === null ? [] : [parent]))
  return emptyEnvelope('groups', joined.length, {
    groups: joined.map(({ in_group }) => presentGroup(in_group)),
    parent_groups: each(parents).map(presentParent),
    memberships: joined.map(({ membership }) => presentMembership(membership)),
    users: presentUsers(joined.map(({ user }) => user)),
  })
}

/** Memberships with their people, for a key without read_memberships. */
export function withoutAddresses(answer: Envelope): Envelope {
  return {
    ...answer,
    memberships: answer.memberships.map((membership) => ({ ...membership, user_email: null })),
    users: answer.users.map((user) => ({ ...user, email: null })),
  }
}

/** Some of the group's memberships with their people, including addresses. */
export function membershipsEnvelope({
  memberships,
  users,
  total,
  in_group,
}: Omit<MembersPage, 'total'> & { total: number | null }): Envelope {
  const titles = new Map(memberships.map((membership) => [membership.user_id, membership.title]))
  const people = users.map((user) => {
    const title = titles.get(user.id) ?? null
    return {
      ...presentUser(user),
      email: user.email,
      titles: title === null ? {} : { [in_group.group.id]: title },
    }
  })
  const filled = { memberships: memberships.map(presentMembership), users: people }
  return counted(envelope('memberships', in_group, filled), total)
}

/** The same response with another root array. */
export function rootedIn(root: string, answer: Envelope): Envelope {
  return { ...answer, meta: { ...answer.meta, root } }
}

/** The same response with the total before paging. */
export function counted(answer: Envelope, total: number | null): Envelope {
  return { ...answer, meta: { ...answer.meta, total } }
}

/** The same response as a page of a list. */
export function listed(
  root: string,
  answer: Envelope,
  { total, next }: { total: number | null; next: number | null },
): ListEnvelope {
  return { ...answer, meta: { root, total, next } }
}

/** The same response with these additional people. */
export function withUsers(answer: Envelope, users: User[]): Envelope {
  const told = new Set(answer.users.map(({ id }) => id))
  return {
    ...answer,
    users: [...answer.users, ...presentUsers(users).filter(({ id }) => !told.has(id))],
  }
}

/** Each person once. */
export function presentUsers(users: User[]) {
  return each(users).map(presentUser)
}

/** Each record once. */
function each<T extends { id: number }>(records: T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
