import type { FastifyInstance } from 'fastify'
import { GuestParams, readDiscussionChanges } from '../api/change-params.ts'
import { discussionEnvelope } from '../api/envelope.ts'
import { type Exchange, fieldsOf, refOf, tellIgnored } from '../api/exchange.ts'
import { NoParams } from '../api/operations.ts'
import { type Act, change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { closeDiscussion, reopenDiscussion } from '../discussions/close-discussion.ts'
import type { Discussion } from '../discussions/discussion.ts'
import { editDiscussion } from '../discussions/edit-discussion.ts'
import { holdDiscussion, holdDiscussionAndMembers } from '../discussions/hold-discussion.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import type { ThreadReader } from '../discussions/thread-rights.ts'
import type { PresentedKey } from '../groups/keys/api-key.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { inviteGuests } from '../members/invite-guests.ts'
import { admit, commandOf } from './authorize-key.ts'
import * as route from './describe/describe-discussions.ts'
import { discussionVersion, requireMatch, tellVersion } from './etags.ts'

/** What is done with a thread of the key's group. */
type Deed = (act: Act, thread: Discussion, reader: ThreadReader) => Promise<unknown>

/** What those who look after a thread do with it, for keys with manage_discussions. */
export function discussionActRoutes(app: FastifyInstance, { db }: Services): void {
  app.patch('/discussions/:ref', route.CHANGE_DISCUSSION, (request, reply) =>
    turn(db, { request, reply }, async (act, thread, reader) => {
      const { edit, problems, ignored } = readDiscussionChanges(thread, bodyOf(request))
      tellIgnored(reply, ignored)
      await editDiscussion(act, { id: thread.id, ...edit, reader, problems })
    }),
  )

  app.delete('/discussions/:ref', route.DELETE_DISCUSSION, async (request) => {
    const key = await admit(db, request, 'manage_discussions')
    return change(db, commandOf(db, key).actor, async (act) => {
      const thread = await holdDiscussion(act, key.group_id, refOf(request))
      requireMatch(request, discussionVersion(thread))
      const answer = await loadDiscussion(act.tx, request.keyHash, { id: thread.id })
      await discardDiscussion(act, thread.id)
      return discussionEnvelope(answer)
    })
  })

  app.post('/discussions/:ref/close', route.CLOSE_DISCUSSION, (request, reply) =>
    turn(db, { request, reply }, async (act, { id }, reader) => {
      fieldsOf({ request, reply }, NoParams)
      await closeDiscussion(act, { id, reader })
    }),
  )

  app.post('/discussions/:ref/reopen', route.REOPEN_DISCUSSION, (request, reply) =>
    turn(db, { request, reply }, async (act, { id }, reader) => {
      fieldsOf({ request, reply }, NoParams)
      await reopenDiscussion(act, { id, reader })
    }),
  )

  app.post('/discussions/:ref/guests', route.INVITE_GUESTS, (request, reply) =>
    turn(
      db,
      { request, reply },
      async (act, { id: discussion_id, group_id }, reader) => {
        const { emails, message = null } = fieldsOf({ request, reply }, GuestParams)
        await inviteGuests(act, { discussion_id, group_id, emails, message, reader })
      },
      holdDiscussionAndMembers,
    ),
  )
}

/** Does something with the thread that the path names, once for an Idempotency-Key, and answers it as it is then. */
async function turn(db: Db, exchange: Exchange, deed: Deed, hold = holdDiscussion): Promise<object | Buffer> {
  const { request } = exchange
  const key = await admit(db, request, 'manage_discussions')
  return answerOnce(commandOf(db, key), exchange, {
    run: async (act) => {
      const thread = await hold(act, key.group_id, refOf(request))
      requireMatch(request, discussionVersion(thread))
      await deed(act, thread, readerOf(key))
      return thread.id
    },
    show: showing(exchange),
  })
}

/** What a key may do in threads it may do in all threads of its group. */
export function readerOf({ bot_user_id, permissions }: PresentedKey): ThreadReader {
  const admin = permissions.includes('manage_discussions')
  return { user_id: bot_user_id, member: true, accepted: true, admin }
}

/** The answer about a thread, with its version. */
export function showing({ request, reply }: Exchange) {
  return async (on: Db | Queryable, id: number) => {
    const loaded = await loadDiscussion(poolOf(on), request.keyHash, { id })
    tellVersion(reply, discussionVersion(loaded.discussion))
    return discussionEnvelope(loaded)
  }
}
