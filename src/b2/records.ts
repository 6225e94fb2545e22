import type { Static, TProperties } from 'typebox'
import { CommentsEnvelope } from '../api/comments-envelope.ts'
import { Envelope, ListEnvelope, pollEnvelope, withUsers } from '../api/envelope.ts'
import { DiscussionRecord } from '../api/records/present-discussion.ts'
import { GroupRecord } from '../api/records/present-group.ts'
import { PollRecord } from '../api/records/present-poll.ts'
import { presentStance, StanceRecord } from '../api/records/present-stance.ts'
import { Flag, ListOf, MaybeId, Record } from '../api/wire.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { factsForGuests, type GroupFacts } from '../groups/group-facts.ts'
import { loadThreadVisit } from '../members/visits/load-thread.ts'
import type { OpenedPoll } from '../members/visits/load-visit.ts'
import type { Visitor } from '../members/visits/visit.ts'
import { loadOwnBallot } from '../polls/ballots/load-ballot.ts'
import { loadVoter } from '../polls/ballots/load-voter.ts'

/**
 * The records of b1, plus the fields that clients of b2 expect: their topic is the common part of threads and
 * polls, here the thread.
 */

const TOPIC = { topic_id: MaybeId('The id of the thread as a discussion. Null: a poll that stands alone.') }
const TOPICS = {
  discussions: ListOf(Record('Discussion', { ...DiscussionRecord.properties, ...TOPIC }), 'Threads.'),
  polls: ListOf(
    Record('Poll', {
      ...PollRecord.properties,
      ...TOPIC,
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

/** The same response with topics for its threads and polls. */
export function topical<T extends Pick<Envelope, 'discussions' | 'polls'>>(
  answer: T,
): T & Pick<Static<typeof B2Envelope>, 'discussions' | 'polls'> {
  return {
    ...answer,
    discussions: answer.discussions.map((thread) => ({ ...thread, topic_id: thread.id })),
    polls: answer.polls.map((poll) => ({ ...poll, topic_id: poll.discussion_id })),
  }
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
  if (own === null) return topical(answer)
  const { voter, user } = await loadVoter(db, poll.id, { user_id: visitor.id, email: null })
  return topical({
    ...withUsers(answer, [user]),
    polls: answer.polls.map((shown) => ({ ...shown, my_stance_id: own.id })),
    stances: [{ ...presentStance(own, voter, loaded), my_stance: true }],
  })
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
