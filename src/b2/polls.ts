import { POLL } from '../api/definition.ts'
import { endsEarly, pollsEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { OTHERWISE } from '../api/operations.ts'
import { readPollParams } from '../api/poll-params.ts'
import { renewedPoll } from '../api/renewal.ts'
import { time } from '../api/wire.ts'
import { type Act, change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { Forbidden, Invalid, type Problem, problem, refuse } from '../errors.ts'
import { loadTagFilter } from '../groups/tags/load-tags.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { PersonalKey } from '../keys/personal-key.ts'
import { loadPollOfPerson } from '../members/visits/load-visit.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { mayFacilitate } from '../polls/facilitation.ts'
import { loadPollsForMember } from '../polls/load-poll.ts'
import { checkPoll } from '../polls/poll.ts'
import { startPoll } from '../polls/start-poll.ts'
import { commandOf, enterGroup, requireMayDelete } from './authorize-person.ts'
import { enterThread } from './discussions.ts'
import {
  inOwnWords,
  NewPoll,
  PollEdits,
  PollPlace,
  PollQuery,
  queried,
  sameThread,
  unwrapped,
} from './params.ts'
import { changePoll } from './poll-changes.ts'
import { B2List, pollAnswer, topical } from './records.ts'
import { route } from './route.ts'

const STATUS = { active: 'open', closed: 'closed', all: 'all' } as const

const ofOne = { path: '/polls/:ref', params: { ref: POLL } } as const

const list = route({
  method: 'GET',
  path: '/polls',
  query: PollQuery,
  answer: B2List,
  does: {
    id: 'listPolls',
    tag: 'Polls',
    summary: 'List polls',
    description: `The polls of one of your groups, newest first, with the results that you may see. Voters are only included when you request a single poll. ${endsEarly('poll')} To continue, increase offset by the number of polls received.`,
    says: 'The polls; meta.total counts all of this status and tag.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id, status = 'active', tag = null, per, from } = queried(asked, PollQuery)
    const { in_group } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const tags = await loadTagFilter(db.pool, group_id, tag)
    const page = { group_id, status: STATUS[status], after: null, tags, per, from }
    const polls = await loadPollsForMember(db.pool, { ...page, in_group, user_id: key.user_id })
    return topical(pollsEnvelope(in_group, polls), polls)
  },
})

const show = route({
  ...ofOne,
  method: 'GET',
  does: {
    id: 'showPoll',
    tag: 'Polls',
    summary: 'Show poll',
    description:
      'A poll that you can see, with the results that you may see, and your own vote unless the poll is anonymous.',
    says: 'The poll: polls[0].',
  },
  run: ({ db, key, request }) => showOne(db.pool, key, refOf(request)),
})

const create = route({
  method: 'POST',
  path: '/polls',
  body: NewPoll,
  does: {
    id: 'createPoll',
    tag: 'Polls',
    summary: 'Create poll',
    description:
      'Creates a poll in one of your groups or in a thread, as you, and gives voters their ballots. Notifies nobody unless notify_recipients is true; then a poll for everyone notifies everyone who gets a ballot.',
    says: 'The poll: polls[0].',
  },
  run: async (asked) => {
    const { key, request, reply } = asked
    const { body, overruled } = unwrapped(bodyOf(request), 'poll')
    return answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        const given = inOwnWords(withoutPlace(body))
        const { poll, ignored } = readPollParams(given, { group_id: 0, variant: 'b' })
        const { place, problems } = readPlace(body)
        if (problems.length > 0) refuse([...problems, ...checkPoll(poll, act.now)], poll.problems)
        const found = await placeFor(act, key, place)
        tellIgnored(reply, [...ignored, ...overruled])
        return { ...poll, ...found }
      },
      run: startPoll,
      show: async (on, id) => showOne(poolOf(on), key, { id }),
    })
  },
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  body: PollEdits,
  does: {
    id: 'updatePoll',
    tag: 'Polls',
    summary: 'Change poll',
    description: `Changes a poll that is not closed; setting closing_at opens a draft. Of a closed poll only the tags can be changed. You can only add options: list all existing ones and the new ones. For its author and admins of the group. ${OTHERWISE}`,
    says: 'The poll: polls[0].',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        const opened = await loadPollOfPerson(act.tx, asked.key.user_id, refOf(asked.request))
        const { visitor, loaded } = opened
        if (!mayFacilitate(loaded.poll, { ...visitor, holds_ballot: false })) {
          throw new Forbidden('not_facilitator.change')
        }
        return loaded
      },
      run: async (act, loaded) => {
        await changePoll(act, loaded, asked)
        return loaded.poll.id
      },
      show: async (on, id) => showOne(poolOf(on), asked.key, { id }),
      renew: (on, kept) => renewedPoll(kept, (id) => showOne(on, asked.key, { id })),
    }),
})

const discard = route({
  ...ofOne,
  method: 'DELETE',
  does: {
    id: 'deletePoll',
    tag: 'Polls',
    summary: 'Delete poll',
    description:
      'Deletes a poll with its votes: it can no longer be found anywhere. For admins of the group.',
    says: 'The deleted poll: polls[0].',
  },
  run: (asked) =>
    change(asked.db, commandOf(asked).actor, async (act) => {
      const opened = await loadPollOfPerson(act.tx, asked.key.user_id, refOf(asked.request))
      requireMayDelete(opened.visitor)
      const { polls, ...answer } = await pollAnswer(act.tx, opened)
      await discardPoll(act, opened.loaded.poll.id)
      const discarded_at = time(act.now)
      return { ...answer, polls: polls.map((poll) => ({ ...poll, discarded_at })) }
    }),
})

/** Polls: a group's list, one poll, and changes. */
export const pollRoutes = [list, show, create, edit, discard]

async function showOne(db: Queryable, { user_id }: PersonalKey, ref: Ref) {
  return pollAnswer(db, await loadPollOfPerson(db, user_id, ref))
}

type Place = { group_id: number | null; discussion_id: number | null }

/** The place of a new poll. A problem: neither group nor thread, or two threads. */
function readPlace({ encoding, fields }: Body): { place: Place; problems: Problem[] } {
  const { values, problems } = readFields(PollPlace, { encoding, fields })
  const { group_id = null, discussion_id = null, topic_id = null } = values
  const place = { group_id, discussion_id: discussion_id ?? topic_id }
  if (problems.length > 0) return { place, problems }
  const nowhere = group_id === null && place.discussion_id === null
  return {
    place,
    problems: nowhere ? [problem('group_id', 'no_place_of_poll')] : sameThread({ discussion_id, topic_id }),
  }
}

function withoutPlace({ encoding, fields }: Body): Body {
  const { group_id: _, discussion_id: __, topic_id: ___, ...others } = fields
  return { encoding, fields: others }
}

/**
 * The group and thread of a new poll, where this person may start one. NotFound: they may not see it;
 * Forbidden `not_joined`: a guest of the thread; Invalid: a group other than the thread's.
 */
async function placeFor({ tx }: Act, key: PersonalKey, { group_id, discussion_id }: Place) {
  if (discussion_id === null) {
    const { in_group } = await enterGroup(tx, key, { group_id: group_id ?? 0, ability: 'start' })
    return { group_id: in_group.group.id, discussion_id }
  }
  const { thread, reader } = await enterThread(tx, key, { id: discussion_id })
  const { group_id: own } = thread.discussion
  if (group_id !== null && group_id !== own) {
    throw new Invalid([problem('group_id', 'not_group_of_thread', { id: own })])
  }
  if (!(reader.member && reader.accepted)) throw new Forbidden('not_joined.start_polls')
  return { group_id: own, discussion_id }
}
