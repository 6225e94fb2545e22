import type { Static, TProperties } from 'typebox'
import { CommentsEnvelope } from '../api/comments-envelope.ts'
import { Envelope, ListEnvelope, pollEnvelope, withUsers } from '../api/envelope.ts'
import { DiscussionRecord } from '../api/records/present-discussion.ts'
import { GroupRecord } from '../api/records/present-group.ts'
import { PollRecord } from '../api/records/present-poll.ts'
import { presentStance, StanceRecord } from '../api/records/present-stance.ts'
import { Flag, ListOf, MaybeId, MaybeTime, maybeTime, Record, Text } from '../api/wire.ts'
import type { Queryable } from '../db/sql.ts'
import type { Discussion } from '../discussions/discussion.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import { NotFound } from '../errors.ts'
import { factsForGuests, type GroupFacts } from '../groups/group-facts.ts'
import { loadThreadVisit } from '../members/visits/load-thread.ts'
import type { OpenedPoll } from '../members/visits/load-visit.ts'
import type { Visitor } from '../members/visits/visit.ts'
import { loadOwnBallot } from '../polls/ballots/load-ballot.ts'
import { loadVoter } from '../polls/ballots/load-voter.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'

/**
 * The records of b1, plus the fields that clients of b2 expect: their topic is the common part of threads and
 * polls, here the thread; and plus what b1, whose records are fixed, cannot say.
 */

const TOPIC = { topic_id: MaybeId('The id of the thread as a discussion. Null: a poll that stands alone.') }

export const IMPORTED_THREAD = {
  imported_at: MaybeTime('When it was imported from Loomio. Null: it was started here.'),
}
export const TAG_NAMES = { tags: ListOf(Text('A tag.'), 'The names of its tags, for members of its group.') }
const IMPORTED_POLL = {
  imported_at: MaybeTime(
    'When it was imported from Loomio. If it was closed by then, this service did not conduct the vote and has not signed its result. Null: it was created here.',
  ),
}

const TOPICS = {
  discussions: ListOf(
    Record('Discussion', { ...DiscussionRecord.properties, ...TOPIC, ...IMPORTED_THREAD, ...TAG_NAMES }),
    'Threads.',
  ),
  polls: ListOf(
    Record('Poll', {
      ...PollRecord.properties,
      ...TOPIC,
      ...IMPORTED_POLL,
      ...TAG_NAMES,
      results_visible: Flag('Whether you may see the results now.'),
      my_stance_id: MaybeId(
        'Your own vote, when you request a single poll; null: none, or the poll is anonymous.',
      ),
    }),
    'Polls.',
  ),
  groups: ListOf(GroupRecord, 'The groups concerned. Guests do not see their counts, which are 0.'),
  stances: ListOf(StanceRecord, 'Your own vote.'),
}

export const withTopics = <T extends TProperties>(title: string, properties: T) =>
  Record(title, { ...properties, ...TOPICS })

export const B2Envelope = withTopics('Envelope', Envelope.properties)
export const B2List = withTopics('List envelope', ListEnvelope.properties)
export const B2Comments = withTopics('Comments envelope', CommentsEnvelope.properties)

/** What the threads and polls of a response were presented from; no need to repeat the threads of polls. */
type Shown = {
  threads?: readonly Pick<DiscussionFacts, 'discussion'>[]
  polls?: readonly Pick<LoadedPoll, 'poll' | 'thread'>[]
}

/** The same response with topics for its threads and polls, which were presented from these facts. */
export function topical<T extends Pick<Envelope, 'discussions' | 'polls'>>(
  answer: T,
  { threads = [], polls = [] }: Shown,
): T & Pick<Static<typeof B2Envelope>, 'discussions' | 'polls'> {
  const all_threads = [...threads, ...polls.flatMap(({ thread }) => thread ?? [])]
  const of_threads = besides(all_threads.map(({ discussion }) => discussion))
  const of_polls = besides(polls.map(({ poll }) => poll))
  return {
    ...answer,
    discussions: answer.discussions.map((thread) => ({
      ...thread,
      topic_id: thread.id,
      ...(of_threads.get(thread.id) ?? NOTHING),
    })),
    polls: answer.polls.map((poll) => ({
      ...poll,
      topic_id: poll.discussion_id,
      ...(of_polls.get(poll.id) ?? NOTHING),
    })),
  }
}

/** What the records of b1 do not say. */
type Besides = { imported_at: string | null; tags: string[] }
const NOTHING: Besides = { imported_at: null, tags: [] }

function besides(made: Pick<Discussion, 'id' | 'imported_at' | 'tags'>[]): Map<number, Besides> {
  return new Map(
    made.map(({ id, imported_at, tags }) => [
      id,
      { imported_at: maybeTime(imported_at), tags: tags.map(({ name }) => name) },
    ]),
  )
}

/** The group as this visitor may see it. */
export function groupFor({ member }: Pick<Visitor, 'member'>, in_group: GroupFacts): GroupFacts {
  return member ? in_group : factsForGuests(in_group)
}

/** A poll as its visitor sees it, with their own vote. */
export async function pollAnswer(db: Queryable, { visitor, ballot, loaded }: OpenedPoll) {
  const { poll, thread, in_group } = loaded
  const reads = thread !== null && (await mayRead(db, visitor, thread.discussion.key))
  const answer = pollEnvelope({
    ...loaded,
    thread: reads ? thread : null,
    in_group: groupFor(visitor, in_group),
  })
  const own = ballot?.voted === true ? await loadOwnBallot(db, poll, visitor.id) : null
  if (own === null) return topical(answer, { polls: [loaded] })
  const { voter, user } = await loadVoter(db, poll.id, { user_id: visitor.id, email: null })
  const with_own = {
    ...withUsers(answer, [user]),
    polls: answer.polls.map((shown) => ({ ...shown, my_stance_id: own.id })),
    stances: [{ ...presentStance(own, voter, loaded), my_stance: true }],
  }
  return topical(with_own, { polls: [loaded] })
}

/** A person with a ballot may not always read the poll's thread. */
async function mayRead(db: Queryable, { id, member }: Visitor, key: string): Promise<boolean> {
  if (member) return true
  try {
    await loadThreadVisit(db, { token: '', user_id: id }, key)
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}
