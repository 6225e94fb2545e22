import { POLL } from '../api/definition.ts'
import { endsEarly, ListEnvelope, pollEnvelope, pollsEnvelope } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { IDEMPOTENCY } from '../api/operations.ts'
import { PollParamsA } from '../api/params.ts'
import { readPollParams } from '../api/poll-params.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { loadPollForKey, loadPollsForKey } from '../polls/load-poll.ts'
import { type StartedPoll, startPollTogether } from '../polls/new/start-poll-together.ts'
import { loadPollStamp } from '../polls/stamps/load-poll-stamp.ts'
import { startPoll } from '../polls/start-poll.ts'
import { checkGroupId, commandOf } from './authorize-key.ts'
import { pollVersion, tellVersion } from './etags.ts'
import { answerKept } from './kept-answers.ts'
import { PollPaging, readPaging } from './paging.ts'
import { route, routeLoading } from './route.ts'

const create = route({
  method: 'POST',
  path: '/polls',
  permission: 'create_poll',
  headers: IDEMPOTENCY,
  body: PollParamsA,
  does: {
    id: 'createPoll',
    tag: 'Polls',
    summary: 'Create poll',
    description: 'Creates a poll, gives voters their ballots and notifies its recipients.',
    says: 'The poll: polls[0].',
  },
  besides:
    'Keys of variant B ignore voter_can_add_options, and notify nobody unless notify_recipients is true; then a poll for everyone notifies everyone who gets a ballot.',
  run: async (asked) => {
    const { key, request, reply } = asked
    const { poll, group_id, ignored } = readPollParams(bodyOf(request), key)
    tellIgnored(reply, checkGroupId(group_id, key, ignored))
    return answerOnce(commandOf(asked), asked, {
      run: async (act): Promise<StartedPoll> => ({ id: await startPoll(act, poll), loaded: null }),
      runTogether: (db, actor) => startPollTogether(db, { actor, request: poll, hash: request.keyHash }),
      show: async (on, { id, loaded: known }) => {
        const loaded = known ?? (await loadPollForKey(on, request.keyHash, { id }))
        tellVersion(reply, pollVersion(loaded))
        return pollEnvelope(loaded)
      },
    })
  },
})

const list = route({
  method: 'GET',
  path: '/polls',
  permission: null,
  query: PollPaging,
  answer: ListEnvelope,
  does: {
    id: 'listPolls',
    tag: 'Polls',
    summary: 'List polls',
    description: `The polls of the key's group, newest first, with the results that a member who has not voted may see. Voters are only included when you request a single poll. ${endsEarly('poll')} Continue with after=meta.next, or increase from by the number of polls received.`,
    says: 'The polls; meta.total counts all of this status.',
  },
  run: async ({ db, key: { group_id }, request, reply }) => {
    const { status = 'all', ...page } = readPaging(PollPaging, request, reply)
    const { in_group } = await loadKeyGroup(db.pool, group_id)
    return pollsEnvelope(
      in_group,
      await loadPollsForKey(db.pool, request.keyHash, { group_id, status, tags: null, ...page }),
    )
  },
})

const show = routeLoading((db, request) => loadPollStamp(db, request.keyHash, refOf(request)), {
  method: 'GET',
  path: '/polls/:ref',
  params: { ref: POLL },
  permission: null,
  shares_reads: true,
  does: {
    id: 'showPoll',
    tag: 'Polls',
    summary: 'Show poll',
    description: "A poll of the key's group, with the results that a member who has not voted may see.",
    says: 'The poll: polls[0].',
  },
  run: (asked) => answerKept(asked, { name: 'poll', version: pollVersion, present: pollEnvelope }),
})

export const pollRoutes = [create, list, show]
