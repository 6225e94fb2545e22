import { THREAD } from '../api/definition.ts'
import { discussionEnvelope, discussionsEnvelope, endsEarly, ListEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { IDEMPOTENCY } from '../api/operations.ts'
import { DiscussionParams, threadFields } from '../api/params.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import { loadDiscussions } from '../discussions/load-discussions.ts'
import { startDiscussion } from '../discussions/start-discussion.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { checkGroupId, commandOf } from './authorize-key.ts'
import { showing } from './discussion-acts.ts'
import { discussionVersion, tellVersion } from './etags.ts'
import { DiscussionPaging, readPaging } from './paging.ts'
import { route, routeLoading } from './route.ts'

const create = route({
  method: 'POST',
  path: '/discussions',
  permission: 'create_discussion',
  headers: IDEMPOTENCY,
  body: DiscussionParams,
  does: {
    id: 'createDiscussion',
    tag: 'Discussions',
    summary: 'Create discussion',
    description: 'Starts a thread and notifies its recipients.',
    says: 'The thread: discussions[0].',
  },
  run: async (asked) => {
    const { key, request, reply } = asked
    const { values, problems, ignored } = readFields(DiscussionParams, bodyOf(request))
    tellIgnored(reply, checkGroupId(values.group_id ?? null, key, ignored))
    const thread = { ...threadFields(values), group_id: key.group_id, problems }
    return answerOnce(commandOf(asked), asked, {
      run: (act) => startDiscussion(act, thread),
      show: showing(asked),
    })
  },
})

const list = route({
  method: 'GET',
  path: '/discussions',
  permission: null,
  query: DiscussionPaging,
  answer: ListEnvelope,
  does: {
    id: 'listDiscussions',
    tag: 'Discussions',
    summary: 'List discussions',
    description: `The threads of the key's group, newest first. ${endsEarly('thread')} Continue with after=meta.next, or increase from by the number of threads received.`,
    says: 'The threads; meta.total counts all of this status.',
  },
  run: async ({ db, key: { group_id }, request, reply }) => {
    const { status = 'all', ...page } = readPaging(DiscussionPaging, request, reply)
    const { in_group } = await loadKeyGroup(db.pool, group_id)
    return discussionsEnvelope(
      in_group,
      await loadDiscussions(db.pool, { group_id, status, tags: null, ...page }),
    )
  },
})

const show = routeLoading((db, request) => loadDiscussion(db.pool, request.keyHash, refOf(request)), {
  method: 'GET',
  path: '/discussions/:ref',
  params: { ref: THREAD },
  permission: null,
  does: {
    id: 'showDiscussion',
    tag: 'Discussions',
    summary: 'Show discussion',
    description: "A thread of the key's group.",
    says: 'The thread: discussions[0].',
  },
  run: async ({ reply, found }) => {
    tellVersion(reply, discussionVersion(found.discussion))
    return discussionEnvelope(found)
  },
})

export const discussionRoutes = [create, list, show]
