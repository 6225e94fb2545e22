import type { FastifyInstance } from 'fastify'
import { readDiscussionChanges } from '../api/change-params.ts'
import { discussionEnvelope, discussionsEnvelope } from '../api/envelope.ts'
import { type Exchange, refOf, tellIgnored } from '../api/exchange.ts'
import { threadFields } from '../api/params.ts'
import { time } from '../api/wire.ts'
import { type Act, change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { editDiscussion } from '../discussions/edit-discussion.ts'
import { holdDiscussion } from '../discussions/hold-discussion.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { loadDiscussions } from '../discussions/load-discussions.ts'
import { loadThreadKey } from '../discussions/load-thread-key.ts'
import { startDiscussion } from '../discussions/start-discussion.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { loadThreadVisit, type ThreadVisit } from '../members/visits/load-thread.ts'
import type { PersonalKey } from '../users/personal-key.ts'
import { admit, commandOf, enterGroup, requireAdmin } from './authorize-person.ts'
import * as route from './describe.ts'
import { DiscussionQuery, groupIn, NewDiscussion, queried, unwrapped } from './params.ts'
import { groupFor, topical } from './records.ts'
import { inKeptFormat } from './texts.ts'

const STATUS = { open: 'open', unlocked: 'open', closed: 'closed', locked: 'closed', all: 'all' } as const

/** Threads: those of a group, one, and new ones. */
export function discussionRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/discussions', route.LIST_DISCUSSIONS, async (request, reply) => {
    const key = await admit(db, request)
    const { group_id, status = 'all', per, from } = queried({ request, reply }, DiscussionQuery)
    const { in_group } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const ask = { group_id, status: STATUS[status], after: null, per, from }
    return topical(discussionsEnvelope(in_group, await loadDiscussions(db.pool, ask)))
  })

  app.get('/discussions/:ref', route.SHOW_DISCUSSION, async (request) => {
    const key = await admit(db, request)
    return threadAnswer(await enterThread(db.pool, key, refOf(request)))
  })

  app.post('/discussions', route.CREATE_DISCUSSION, async (request, reply) => {
    const key = await admit(db, request)
    const { body, overruled } = unwrapped(bodyOf(request), 'discussion')
    const group_id = groupIn(body)
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: async (act) => {
          await enterGroup(act.tx, key, { group_id, ability: 'start' })
          const { values, problems, ignored } = readFields(NewDiscussion, body)
          tellIgnored(reply, [...ignored, ...overruled])
          return { ...threadFields(values), group_id, quiet: values.notify_recipients === false, problems }
        },
        run: startDiscussion,
        show: async (on, id) => threadAnswer(await enterThread(poolOf(on), key, { id })),
      },
    )
  })

  app.patch('/discussions/:ref', route.CHANGE_DISCUSSION, async (request, reply) => {
    const key = await admit(db, request)
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: (act) => enterThread(act.tx, key, refOf(request)),
        run: async (act, visit) => {
          await rewrite(act, visit, { request, reply })
          return visit.thread.discussion.id
        },
        show: async (on, id) => threadAnswer(await enterThread(poolOf(on), key, { id })),
      },
    )
  })

  app.delete('/discussions/:ref', route.DELETE_DISCUSSION, async (request) => {
    const key = await admit(db, request)
    return change(db, commandOf(db, key).actor, async (act) => {
      const visit = await enterThread(act.tx, key, refOf(request))
      requireAdmin(visit.visitor)
      await discardDiscussion(act, visit.thread.discussion.id)
      const { discussions, ...answer } = threadAnswer(visit)
      const discarded_at = time(act.now)
      return { ...answer, discussions: discussions.map((thread) => ({ ...thread, discarded_at })) }
    })
  })
}

/** Gives the thread what the body says. Invalid names each field that fails; Forbidden: neither author nor admin. */
async function rewrite(
  act: Act,
  { thread: { discussion }, reader }: ThreadVisit,
  { request, reply }: Exchange,
) {
  const { id, group_id } = discussion
  const { body, overruled } = unwrapped(bodyOf(request), 'discussion')
  const thread = await holdDiscussion(act, group_id, { id })
  const kept = inKeptFormat(body, 'description', thread.description_format)
  const { edit, problems, ignored } = readDiscussionChanges(thread, kept.body)
  tellIgnored(reply, [...ignored, ...overruled])
  await editDiscussion(act, { id, ...edit, reader, problems: [...kept.problems, ...problems] })
}

/** A thread as the person of this key comes to it. NotFound: no such thread, or they may not read it. */
export async function enterThread(
  db: Queryable,
  { user_id }: Pick<PersonalKey, 'user_id'>,
  ref: Ref,
): Promise<ThreadVisit> {
  const key = 'key' in ref ? ref.key : await loadThreadKey(db, ref.id)
  return loadThreadVisit(db, { token: '', user_id }, key)
}

function threadAnswer({ thread, in_group, visitor }: ThreadVisit) {
  return topical(discussionEnvelope({ ...thread, in_group: groupFor(visitor, in_group) }))
}
