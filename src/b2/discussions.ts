import { readDiscussionChanges } from '../api/change-params.ts'
import { THREAD } from '../api/definition.ts'
import { discussionEnvelope, discussionsEnvelope, endsEarly } from '../api/envelope.ts'
import { type Exchange, refOf, tellIgnored } from '../api/exchange.ts'
import { OTHERWISE } from '../api/operations.ts'
import { threadFields } from '../api/params.ts'
import { time } from '../api/wire.ts'
import { type Act, change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { editDiscussion } from '../discussions/edit-discussion.ts'
import { holdDiscussion } from '../discussions/hold-discussion.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import { loadDiscussions } from '../discussions/load-discussions.ts'
import { loadThreadKey } from '../discussions/load-thread-key.ts'
import { checkThread, startDiscussion } from '../discussions/start-discussion.ts'
import { loadTagFilter } from '../groups/tags/load-tags.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { PersonalKey } from '../keys/personal-key.ts'
import { discardDiscussion } from '../members/discard-discussion.ts'
import { loadThreadVisit, type ThreadVisit } from '../members/visits/load-thread.ts'
import { commandOf, enterGroup, requireMayDelete } from './authorize-person.ts'
import { DiscussionEdits, DiscussionQuery, groupIn, NewDiscussion, queried, unwrapped } from './params.ts'
import { B2List, groupFor, topical } from './records.ts'
import { route } from './route.ts'
import { inKeptFormat } from './texts.ts'

const STATUS = { open: 'open', unlocked: 'open', closed: 'closed', locked: 'closed', all: 'all' } as const

const ofOne = { path: '/discussions/:ref', params: { ref: THREAD } } as const

const list = route({
  method: 'GET',
  path: '/discussions',
  query: DiscussionQuery,
  answer: B2List,
  does: {
    id: 'listDiscussions',
    tag: 'Discussions',
    summary: 'List discussions',
    description: `The threads of one of your groups, newest first. ${endsEarly('thread')} To continue, increase offset by the number of threads received.`,
    says: 'The threads; meta.total counts all of this status and tag.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id, status = 'all', tag = null, per, from } = queried(asked, DiscussionQuery)
    const { in_group } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const tags = await loadTagFilter(db.pool, group_id, tag)
    const ask = { group_id, status: STATUS[status], after: null, tags, per, from }
    const page = await loadDiscussions(db.pool, ask)
    return topical(discussionsEnvelope(in_group, page), page)
  },
})

const show = route({
  ...ofOne,
  method: 'GET',
  does: {
    id: 'showDiscussion',
    tag: 'Discussions',
    summary: 'Show discussion',
    description: 'A thread that you can read, as a member of its group or as a guest.',
    says: 'The thread: discussions[0].',
  },
  run: async ({ db, key, request }) => threadAnswer(await enterThread(db.pool, key, refOf(request))),
})

const create = route({
  method: 'POST',
  path: '/discussions',
  body: NewDiscussion,
  does: {
    id: 'createDiscussion',
    tag: 'Discussions',
    summary: 'Create discussion',
    description: 'Starts a thread in one of your groups, as you, and notifies its recipients.',
    says: 'The thread: discussions[0].',
  },
  run: async (asked) => {
    const { key, request, reply } = asked
    const { body, overruled } = unwrapped(bodyOf(request), 'discussion')
    const group_id = groupIn(body, NewDiscussion, (values) => checkThread(threadFields(values)))
    return answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        await enterGroup(act.tx, key, { group_id, ability: 'start' })
        const { values, problems, ignored } = readFields(NewDiscussion, body)
        tellIgnored(reply, [...ignored, ...overruled])
        return { ...threadFields(values), group_id, quiet: values.notify_recipients === false, problems }
      },
      run: startDiscussion,
      show: async (on, id) => threadAnswer(await enterThread(poolOf(on), key, { id })),
    })
  },
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  body: DiscussionEdits,
  does: {
    id: 'updateDiscussion',
    tag: 'Discussions',
    summary: 'Change discussion',
    description: `Changes the title, text or tags of a thread; earlier versions of title and text are in its history. For its author and admins of the group. ${OTHERWISE}`,
    says: 'The thread: discussions[0].',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      enter: (act) => enterThread(act.tx, asked.key, refOf(asked.request)),
      run: async (act, visit) => {
        await rewrite(act, visit, asked)
        return visit.thread.discussion.id
      },
      show: async (on, id) => threadAnswer(await enterThread(poolOf(on), asked.key, { id })),
    }),
})

const discard = route({
  ...ofOne,
  method: 'DELETE',
  does: {
    id: 'deleteDiscussion',
    tag: 'Discussions',
    summary: 'Delete discussion',
    description:
      'Deletes a thread with its polls: they can no longer be found anywhere. For admins of the group.',
    says: 'The deleted thread: discussions[0].',
  },
  run: (asked) =>
    change(asked.db, commandOf(asked).actor, async (act) => {
      const visit = await enterThread(act.tx, asked.key, refOf(asked.request))
      requireMayDelete(visit.visitor)
      await discardDiscussion(act, visit.thread.discussion.id)
      const { discussions, ...answer } = threadAnswer(visit)
      const discarded_at = time(act.now)
      return { ...answer, discussions: discussions.map((thread) => ({ ...thread, discarded_at })) }
    }),
})

/** Threads: a group's list, one thread, and changes. */
export const discussionRoutes = [list, show, create, edit, discard]

/**
 * Applies the body's changes to the thread. Invalid names each field that fails; Forbidden: neither author
 * nor admin.
 */
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

/** A thread as the person of this key sees it. NotFound: no such thread, or they may not read it. */
export async function enterThread(
  db: Queryable,
  { user_id }: Pick<PersonalKey, 'user_id'>,
  ref: Ref,
): Promise<ThreadVisit> {
  const key = 'key' in ref ? ref.key : await loadThreadKey(db, ref.id)
  return loadThreadVisit(db, { token: '', user_id }, key)
}

function threadAnswer({ thread, in_group, visitor }: ThreadVisit) {
  const answer = discussionEnvelope({ ...thread, in_group: groupFor(visitor, in_group) })
  return topical(answer, { threads: [thread] })
}
