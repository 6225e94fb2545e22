import type { FastifyInstance } from 'fastify'
import { pollEnvelope, pollsEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { readPollParams } from '../api/poll-params.ts'
import { requirePermission } from '../groups/keys/api-key.ts'
import { loadKey } from '../groups/keys/load-key.ts'
import { loadKeyGroup } from '../groups/keys/load-key-group.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { loadPollForKey, loadPollsForKey } from '../polls/load-poll.ts'
import { startPoll } from '../polls/start-poll.ts'
import { admit, checkGroupId, commandOf, noteUse } from './authorize-key.ts'
import { CREATE_POLL } from './describe/describe.ts'
import { LIST_POLLS, SHOW_POLL } from './describe/describe-polls.ts'
import { pollVersion, tellVersion } from './etags.ts'
import { PollPaging, readPaging } from './paging.ts'

/** Create, list and show polls. */
export function pollRoutes(app: FastifyInstance, { db }: Services): void {
  app.post('/polls', CREATE_POLL, async (request, reply) => {
    const key = await loadKey(db, request.keyHash)
    noteUse(db, key)
    requirePermission(key, 'create_poll')
    const { poll, group_id, ignored } = readPollParams(bodyOf(request), key)
    tellIgnored(reply, checkGroupId(group_id, key, ignored))
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: (act) => startPoll(act, poll),
        show: async (on, id) => {
          const loaded = await loadPollForKey(on, request.keyHash, { id })
          tellVersion(reply, pollVersion(loaded))
          return pollEnvelope(loaded)
        },
      },
    )
  })

  app.get('/polls', LIST_POLLS, async (request, reply) => {
    const { group_id } = await admit(db, request, null)
    const { status = 'all', ...page } = readPaging(PollPaging, request, reply)
    const { in_group } = await loadKeyGroup(db.pool, group_id)
    return pollsEnvelope(
      in_group,
      await loadPollsForKey(db.pool, request.keyHash, { group_id, status, ...page }),
    )
  })

  app.get('/polls/:ref', SHOW_POLL, async (request, reply) => {
    const loaded = await loadPollForKey(db, request.keyHash, refOf(request))
    noteUse(db, loaded.key)
    tellVersion(reply, pollVersion(loaded))
    return pollEnvelope(loaded)
  })
}
