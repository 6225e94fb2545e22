import type { FastifyInstance } from 'fastify'
import { pollsEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { readPollParams } from '../api/poll-params.ts'
import { time } from '../api/wire.ts'
import { type Act, change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { Forbidden, Invalid, refuse } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { loadPollOfPerson } from '../members/visits/load-visit.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { mayFacilitate } from '../polls/facilitation.ts'
import { loadPollsForMember } from '../polls/load-poll.ts'
import { startPoll } from '../polls/start-poll.ts'
import type { PersonalKey } from '../users/personal-key.ts'
import { admit, commandOf, enterGroup, requireAdmin } from './authorize-person.ts'
import * as route from './describe.ts'
import { enterThread } from './discussions.ts'
import { inOwnWords, PollPlace, PollQuery, queried, sameThread, unwrapped } from './params.ts'
import { changePoll } from './poll-changes.ts'
import { pollAnswer, topical } from './records.ts'

const STATUS = { active: 'open', closed: 'closed', all: 'all' } as const

/** Polls: those of a group, one, and new ones. */
export function pollRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/polls', route.LIST_POLLS, async (request, reply) => {
    const key = await admit(db, request)
    const { group_id, status = 'active', per, from } = queried({ request, reply }, PollQuery)
    const { in_group } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const page = { group_id, status: STATUS[status], after: null, per, from }
    const polls = await loadPollsForMember(db.pool, { ...page, in_group, user_id: key.user_id })
    return topical(pollsEnvelope(in_group, polls))
  })

  app.get('/polls/:ref', route.SHOW_POLL, async (request) =>
    show(db.pool, await admit(db, request), refOf(request)),
  )

  app.post('/polls', route.CREATE_POLL, async (request, reply) => {
    const key = await admit(db, request)
    const { body, overruled } = unwrapped(bodyOf(request), 'poll')
    const place = readPlace(body)
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: async (act) => {
          const found = await placeFor(act, key, place)
          const { poll, ignored } = readPollParams(inOwnWords(withoutPlace(body)), {
            group_id: 0,
            variant: 'b',
          })
          tellIgnored(reply, [...ignored, ...overruled])
          return { ...poll, ...found }
        },
        run: startPoll,
        show: async (on, id) => show(poolOf(on), key, { id }),
      },
    )
  })

  app.patch('/polls/:ref', route.CHANGE_POLL, async (request, reply) => {
    const key = await admit(db, request)
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: async (act) => {
          const { visitor, loaded } = await loadPollOfPerson(act.tx, key.user_id, refOf(request))
          if (!mayFacilitate(loaded.poll, { ...visitor, holds_ballot: false })) {
            const message = 'Only its author and admins of the group may change a poll.'
            throw new Forbidden('not_facilitator', message)
          }
          return loaded
        },
        run: async (act, loaded) => {
          await changePoll(act, loaded, { request, reply })
          return loaded.poll.id
        },
        show: async (on, id) => show(poolOf(on), key, { id }),
      },
    )
  })

  app.delete('/polls/:ref', route.DELETE_POLL, async (request) => {
    const key = await admit(db, request)
    return change(db, commandOf(db, key).actor, async (act) => {
      const opened = await loadPollOfPerson(act.tx, key.user_id, refOf(request))
      requireAdmin(opened.visitor)
      const { polls, ...answer } = await pollAnswer(act.tx, opened)
      await discardPoll(act, opened.loaded.poll.id)
      const discarded_at = time(act.now)
      return { ...answer, polls: polls.map((poll) => ({ ...poll, discarded_at })) }
    })
  })
}

async function show(db: Queryable, { user_id }: PersonalKey, ref: Ref) {
  return pollAnswer(db, await loadPollOfPerson(db, user_id, ref))
}

type Place = { group_id: number | null; discussion_id: number | null }

/** Where a poll is to stand. Invalid: neither group nor thread is named, or two threads are. */
function readPlace({ encoding, fields }: Body): Place {
  const { values, problems } = readFields(PollPlace, { encoding, fields })
  const { group_id = null, discussion_id = null, topic_id = null } = values
  refuse([...problems, ...sameThread({ discussion_id, topic_id })])
  if (group_id !== null || discussion_id !== null || topic_id !== null)
    return { group_id, discussion_id: discussion_id ?? topic_id }
  const message = "can't be blank: name the group, or a thread by discussion_id"
  throw new Invalid([{ field: 'group_id', code: 'blank', message }])
}

function withoutPlace({ encoding, fields }: Body): Body {
  const { group_id: _, discussion_id: __, topic_id: ___, ...others } = fields
  return { encoding, fields: others }
}

/**
 * The group and thread of a new poll, where this person may start one. NotFound: they may not even see it; Forbidden
 * `not_joined`: a guest of the thread; Invalid: a group other than the thread's.
 */
async function placeFor({ tx }: Act, key: PersonalKey, { group_id, discussion_id }: Place) {
  if (discussion_id === null) {
    const { in_group } = await enterGroup(tx, key, { group_id: group_id ?? 0, ability: 'start' })
    return { group_id: in_group.group.id, discussion_id }
  }
  const { thread, reader } = await enterThread(tx, key, { id: discussion_id })
  const { group_id: own } = thread.discussion
  if (group_id !== null && group_id !== own) {
    const message = `must be ${own}, the group of the thread, or left out`
    throw new Invalid([{ field: 'group_id', code: 'invalid', message }])
  }
  if (!(reader.member && reader.accepted))
    throw new Forbidden(
      'not_joined',
      'Only members who have joined the group may start polls in its threads.',
    )
  return { group_id: own, discussion_id }
}
