import { DiscussionChanges, GuestParams, readDiscussionChanges } from '../api/change-params.ts'
import { THREAD } from '../api/definition.ts'
import { discussionEnvelope } from '../api/envelope.ts'
import { type Exchange, fieldsOf, refOf, tellIgnored } from '../api/exchange.ts'
import { NoParams, OTHERWISE } from '../api/operations.ts'
import { type Act, change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { closeDiscussion, reopenDiscussion } from '../discussions/close-discussion.ts'
import type { Discussion } from '../discussions/discussion.ts'
import { editDiscussion } from '../discussions/edit-discussion.ts'
import { holdDiscussion, holdDiscussionAndMembers } from '../discussions/hold-discussion.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import type { ThreadReader } from '../discussions/thread-rights.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { PresentedKey } from '../keys/api-key.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { inviteGuests } from '../members/invite-guests.ts'
import { commandOf } from './authorize-key.ts'
import { discussionVersion, requireMatch, tellVersion } from './etags.ts'
import { type Asked, route } from './route.ts'

const may = { permission: 'manage_discussions', params: { ref: THREAD } } as const
const about = { tag: 'Discussions', says: 'The updated thread: discussions[0].' }

const edit = route({
  ...may,
  method: 'PATCH',
  path: '/discussions/:ref',
  body: DiscussionChanges,
  does: {
    ...about,
    id: 'changeDiscussion',
    summary: 'Change discussion',
    description: `Changes the given fields; earlier versions are kept. ${OTHERWISE}`,
  },
  run: (asked) =>
    turn(asked, async (act, thread, reader) => {
      const { edit, problems, ignored } = readDiscussionChanges(thread, bodyOf(asked.request))
      tellIgnored(asked.reply, ignored)
      await editDiscussion(act, { id: thread.id, ...edit, reader, problems })
    }),
})

const discard = route({
  ...may,
  method: 'DELETE',
  path: '/discussions/:ref',
  does: {
    ...about,
    id: 'deleteDiscussion',
    summary: 'Delete discussion',
    description: 'Deletes a thread with its polls: they can no longer be found anywhere.',
    says: 'The deleted thread: discussions[0].',
  },
  run: (asked) =>
    change(asked.db, commandOf(asked).actor, async (act) => {
      const { request, key } = asked
      const thread = await holdDiscussion(act, key.group_id, refOf(request))
      requireMatch(request, discussionVersion(thread))
      const answer = await loadDiscussion(act.tx, request.keyHash, { id: thread.id })
      await discardDiscussion(act, thread.id)
      return discussionEnvelope(answer)
    }),
})

const close = route({
  ...may,
  method: 'POST',
  path: '/discussions/:ref/close',
  does: {
    ...about,
    id: 'closeDiscussion',
    summary: 'Close discussion',
    description: 'Closes a thread to comments; its polls continue.',
  },
  run: (asked) =>
    turn(asked, async (act, { id }, reader) => {
      fieldsOf(asked, NoParams)
      await closeDiscussion(act, { id, reader })
    }),
})

const reopen = route({
  ...may,
  method: 'POST',
  path: '/discussions/:ref/reopen',
  does: {
    ...about,
    id: 'reopenDiscussion',
    summary: 'Reopen discussion',
    description: 'Reopens a closed thread to comments.',
  },
  run: (asked) =>
    turn(asked, async (act, { id }, reader) => {
      fieldsOf(asked, NoParams)
      await reopenDiscussion(act, { id, reader })
    }),
})

const invite = route({
  ...may,
  method: 'POST',
  path: '/discussions/:ref/guests',
  body: GuestParams,
  does: {
    ...about,
    id: 'inviteGuests',
    summary: 'Invite guests',
    description:
      'Invites people to a thread and notifies them. People who are not in the group become guests of the thread and get a ballot in each of its draft and open polls that are for everyone.',
  },
  run: (asked) =>
    turn(
      asked,
      async (act, { id: discussion_id, group_id }, reader) => {
        const { emails, message = null } = fieldsOf(asked, GuestParams)
        await inviteGuests(act, { discussion_id, group_id, emails, message, reader })
      },
      holdDiscussionAndMembers,
    ),
})

/** Actions of a thread's facilitators. */
export const discussionActRoutes = [edit, discard, close, reopen, invite]

/** An action on a thread of the key's group. */
type Deed = (act: Act, thread: Discussion, reader: ThreadReader) => Promise<unknown>

/** Runs an action on the thread in the path, once per Idempotency-Key, and responds with its new state. */
function turn(asked: Asked, deed: Deed, hold = holdDiscussion): Promise<object | Buffer> {
  const { request, key } = asked
  return answerOnce(commandOf(asked), asked, {
    run: async (act) => {
      const thread = await hold(act, key.group_id, refOf(request))
      requireMatch(request, discussionVersion(thread))
      await deed(act, thread, readerOf(key))
      return thread.id
    },
    show: showing(asked),
  })
}

/** A key's abilities apply to all threads of its group. */
export function readerOf({ bot_user_id, permissions }: PresentedKey): ThreadReader {
  const admin = permissions.includes('manage_discussions')
  return { user_id: bot_user_id, member: true, accepted: true, admin }
}

/** The response about a thread, with its version. */
export function showing({ request, reply }: Exchange) {
  return async (on: Db | Queryable, id: number) => {
    const loaded = await loadDiscussion(poolOf(on), request.keyHash, { id })
    tellVersion(reply, discussionVersion(loaded.discussion))
    return discussionEnvelope(loaded)
  }
}
