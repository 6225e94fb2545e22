import type { FastifyInstance } from 'fastify'
import { discussionEnvelope, discussionsEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { DiscussionParams, threadFields } from '../api/params.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import { loadDiscussions } from '../discussions/load-discussions.ts'
import { startDiscussion } from '../discussions/start-discussion.ts'
import { requirePermission } from '../groups/keys/api-key.ts'
import { loadKey } from '../groups/keys/load-key.ts'
import { loadKeyGroup } from '../groups/keys/load-key-group.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { admit, checkGroupId, commandOf, noteUse } from './authorize-key.ts'
import { CREATE_DISCUSSION } from './describe/describe.ts'
import { LIST_DISCUSSIONS, SHOW_DISCUSSION } from './describe/describe-discussions.ts'
import { showing } from './discussion-acts.ts'
import { discussionVersion, tellVersion } from './etags.ts'
import { DiscussionPaging, readPaging } from './paging.ts'

/** Create, list and show threads. */
export function discussionRoutes(app: FastifyInstance, { db }: Services): void {
  app.post('/discussions', CREATE_DISCUSSION, async (request, reply) => {
    const key = await loadKey(db, request.keyHash)
    noteUse(db, key)
    requirePermission(key, 'create_discussion')
    const { values, problems, ignored } = readFields(DiscussionParams, bodyOf(request))
    tellIgnored(reply, checkGroupId(values.group_id ?? null, key, ignored))
    const thread = { ...threadFields(values), group_id: key.group_id, problems }
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: (act) => startDiscussion(act, thread),
        show: showing({ request, reply }),
      },
    )
  })

  app.get('/discussions', LIST_DISCUSSIONS, async (request, reply) => {
    const { group_id } = await admit(db, request, null)
    const { status = 'all', ...page } = readPaging(DiscussionPaging, request, reply)
    const { in_group } = await loadKeyGroup(db.pool, group_id)
    return discussionsEnvelope(in_group, await loadDiscussions(db.pool, { group_id, status, ...page }))
  })

  app.get('/discussions/:ref', SHOW_DISCUSSION, async (request, reply) => {
    const loaded = await loadDiscussion(db.pool, request.keyHash, refOf(request))
    noteUse(db, loaded.key)
    tellVersion(reply, discussionVersion(loaded.discussion))
    return discussionEnvelope(loaded)
  })
}
