import { dated } from '../db/facts.ts'
import type { Queryable } from '../db/sql.ts'
import { discussionFacts } from '../discussions/load-discussion.ts'
import type { Event } from '../events/event.ts'
import { groupFacts } from '../groups/group-facts.ts'
import { maySeePoll } from '../members/visit.ts'
import { ballotHolders } from '../polls/electorate-store.ts'
import { loadPoll } from '../polls/load-poll.ts'
import { settledOn } from '../polls/outcome.ts'
import { POLL_TYPES } from '../polls/poll-types.ts'
import { PROGRAM } from '../polls/results.ts'
import type { User } from '../users/user.ts'
import type { Notice, Subject, ToldComment } from './notice.ts'
import {
  type PersonRow,
  readAuthorship,
  readComment,
  readConcerned,
  readGroup,
  readKey,
  readOutcomeTold,
  readPeople,
  readThread,
} from './notice-reads.ts'
import { type Audience, audienceOf, authorsOf, tells } from './recipients.ts'

/** Subjects already loaded, by what they are about: many events of one batch may share one. */
export type Loaded = Map<string, Subject | null>

/**
 * The event with what it is about and whom it concerns. Null: nobody is told of it. Messages say no more of a poll
 * than one who has not voted may see.
 */
export async function loadNotice(
  db: Queryable,
  event: Event,
  loaded: Loaded = new Map(),
): Promise<Notice | null> {
  if (!tells(event)) return null
  const subject = await loadSubject(db, event, loaded)
  if (subject === null) return null
  const poll = subject.about === 'poll' ? subject.loaded.poll : null
  const audience = audienceOf(event, poll, subject.about === 'poll' ? subject.loaded.now : event.created_at)
  const { moved, user_ids } =
    audience === 'uninformed'
      ? await uninformed(db, event, subject)
      : { moved: false, user_ids: await concerned(db, event, audience, poll?.anonymous ?? false) }
  if (user_ids.length === 0) return null
  const only_undecided = audience === 'undecided_voters'
  const discreet = only_undecided && poll?.anonymous === true
  return { event, subject, user_ids, only_undecided, discreet, moved }
}

/**
 * Those who do not know the outcome as it is: all whom it concerns, when a meeting has another time than they were told;
 * else those whose mail still waits, so that none goes out in words that no longer hold. A later edit tells for all.
 */
async function uninformed(
  db: Queryable,
  { poll_id, subject_id }: Event,
  subject: Subject,
): Promise<Pick<Notice, 'moved' | 'user_ids'>> {
  const outcome = subject.about === 'poll' ? subject.loaded.outcome?.outcome : undefined
  if (subject.about !== 'poll' || poll_id === null || outcome?.id !== subject_id)
    return { moved: false, user_ids: [] }
  const { poll, options } = subject.loaded
  const { told, told_time, waiting_ids } = await readOutcomeTold(db, poll_id)
  const time = settledOn(outcome, options)?.name ?? null
  const is_news = told && POLL_TYPES[poll.poll_type].dated && time !== told_time
  return {
    moved: is_news && told_time !== null,
    user_ids: is_news ? await concernedBy(db, poll_id) : waiting_ids,
  }
}

/** The people of these notices, each in relation to its event. */
export function loadPeople(
  db: Queryable,
  pairs: { event_id: number; user_id: number }[],
): Promise<PersonRow[]> {
  return readPeople(db, pairs)
}

/** What an event is about. Null: it is gone. A poll is the same whoever did something to it. */
export async function loadSubject(db: Queryable, event: Event, loaded: Loaded): Promise<Subject | null> {
  const own = ['Comment', 'ApiKey'].includes(event.subject_type)
    ? `${event.subject_type} ${event.subject_id}`
    : ''
  const name =
    event.poll_id !== null
      ? `poll ${event.poll_id}`
      : `${event.discussion_id ?? ''} ${own} ${event.group_id} ${event.actor_id}`
  const known = loaded.get(name)
  if (known !== undefined) return known
  const subject = await readSubject(db, event)
  loaded.set(name, subject)
  return subject
}

async function readSubject(db: Queryable, event: Event): Promise<Subject | null> {
  if (event.poll_id !== null) {
    const poll = await loadPoll(db, event.poll_id, PROGRAM)
    return poll === null ? null : { about: 'poll', in_group: poll.in_group, loaded: poll }
  }
  if (event.discussion_id !== null) {
    const row = await readThread(db, event.discussion_id, event.actor_id)
    if (row === null) return null
    const about = { in_group: groupFacts(row.in_group), thread: discussionFacts(row.thread) }
    const actor = row.actor === null ? null : dated<User>(row.actor)
    if (event.subject_type !== 'Comment') return { about: 'thread', ...about, actor }
    const said = await readComment(db, event.subject_id)
    if (said === null) return null
    const comment = { ...dated<Omit<ToldComment, 'author'>>(said.comment), author: dated<User>(said.author) }
    return { about: 'comment', ...about, comment }
  }
  if (event.subject_type === 'ApiKey') {
    const { in_group, ...key } = await readKey(db, event.subject_id)
    return { about: 'group', in_group: groupFacts(in_group), actor: null, key }
  }
  const { in_group, actor } = await readGroup(db, event.group_id, event.actor_id)
  return { about: 'group', in_group: groupFacts(in_group), actor: actor === null ? null : dated<User>(actor) }
}

async function concerned(
  db: Queryable,
  event: Event,
  audience: Exclude<Audience, 'uninformed'>,
  anonymous: boolean,
): Promise<number[]> {
  if (audience === 'nobody') return []
  if (audience === 'named' || event.poll_id === null) return event.recipient_ids
  if (audience === 'author') return authorsOf(await readAuthorship(db, event.poll_id))
  if (audience === 'concerned') return concernedBy(db, event.poll_id)
  // In an anonymous poll every holder gets a row, so that having one says nothing; who voted is left out at sending.
  return ballotHolders(db, event.poll_id, audience === 'undecided_voters' && !anonymous ? 'undecided' : 'all')
}

/** Voters, the author, and in a thread the members of its group: all of them who may see the poll. */
async function concernedBy(db: Queryable, poll_id: number): Promise<number[]> {
  const people = await readConcerned(db, poll_id)
  const seeing = people.filter((person) => maySeePoll(person, person.ballot)).map(({ user_id }) => user_id)
  return [...new Set([...seeing, ...authorsOf(await readAuthorship(db, poll_id))])]
}
