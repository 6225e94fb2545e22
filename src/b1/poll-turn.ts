import { POLL } from '../api/definition.ts'
import { type Envelope, pollEnvelope } from '../api/envelope.ts'
import { type Exchange, refOf } from '../api/exchange.ts'
import { renewedPoll } from '../api/renewal.ts'
import type { Act, Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { answerOnce } from '../http/idempotency.ts'
import { holdPoll, holdPollAndMembers } from '../polls/hold-poll.ts'
import { loadPollOf } from '../polls/lists/load-poll-of.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { commandOf } from './authorize-key.ts'
import { pollVersion, requirePollMatch, tellVersion } from './etags.ts'
import type { Asked } from './route.ts'

/** Common to all actions on a poll. */
export const lookingAfter = { permission: 'manage_polls', params: { ref: POLL } } as const

/** An action on a poll of the key's group. */
type Deed = (act: Act, poll: Poll, now: Date) => Promise<unknown>

type Turn = {
  /** A different lock, if the poll alone is not enough. */
  hold?: typeof holdPoll
  /** Changes the response. */
  shape?: (shown: Envelope) => Envelope
}

/** Runs an action on the poll in the path, once per Idempotency-Key, and responds with its new state. */
export function turn(
  asked: Asked,
  deed: Deed,
  { hold = holdPoll, shape = (shown) => shown }: Turn = {},
): Promise<object | Buffer> {
  const { request, key } = asked
  const answer = showing(asked)
  return answerOnce(commandOf(asked), asked, {
    run: async (act) => {
      const { poll, now } = await hold(act, key.group_id, refOf(request))
      await requirePollMatch(act.tx, request, poll.id)
      await deed(act, poll, now)
      return poll.id
    },
    show: async (on, id) => shape(await answer(on, id)),
    renew: (on, kept) => renewedPoll(kept, async (id) => shape(await answer(on, id))),
  })
}

export const holdWithMembers: typeof holdPoll = async (act, group_id, ref) =>
  holdPollAndMembers(act, (await loadPollOf(act.tx, group_id, ref)).id)

/** The response about a poll after an action. */
function showing({ request, reply }: Exchange) {
  return async (on: Db | Queryable, id: number): Promise<Envelope> => {
    let loaded = await loadPollForKey(on, request.keyHash, { id })
    const { anonymous, closed_at, sealed_at } = loaded.poll
    // Counts it at once instead of waiting for the background job.
    if (anonymous && closed_at !== null && sealed_at === null && 'pool' in on) {
      await sealPoll(on, id)
      loaded = await loadPollForKey(on, request.keyHash, { id })
    }
    tellVersion(reply, pollVersion(loaded))
    return pollEnvelope(loaded)
  }
}
