import type { FastifyInstance } from 'fastify'
import { pollEnvelope } from '../api/envelope.ts'
import { requirePermission } from '../groups/api-key.ts'
import { loadKey } from '../groups/load-key.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { startPoll } from '../polls/start-poll.ts'
import { CREATE_POLL, SHOW_POLL } from './describe.ts'
import { checkGroupId, commandOf, noteUse, refOf, tellIgnored } from './enter.ts'
import { pollVersion, tellVersion } from './etags.ts'
import { readPollParams } from './poll-params.ts'

/** Create and show polls. */
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
        show: async (on, id) => pollEnvelope(await loadPollForKey(on, request.keyHash, { id })),
      },
    )
  })

  app.get('/polls/:ref', SHOW_POLL, async (request, reply) => {
    const loaded = await loadPollForKey(db, request.keyHash, refOf(request))
    noteUse(db, loaded.key)
    tellVersion(reply, pollVersion(loaded.poll, loaded.now))
    return pollEnvelope(loaded)
  })
}
