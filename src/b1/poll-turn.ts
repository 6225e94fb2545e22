import { POLL } from '../api/definition.ts'
import { type Envelope, pollEnvelope } from '../api/envelope.ts'
import { type Exchange, refOf } from '../api/exchange.ts'
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

/** Of whom all is asked that is done with a poll. */
export const lookingAfter = { permission: 'manage_polls', params: { ref: POLL } } as const

/** What is done with a poll of the key's group. */
type Deed = (act: Act, poll: Poll, now: Date) => Promise<unknown>

type Turn = {
  /** How the poll is locked, where more than the poll must be. */
  hold?: typeof holdPoll
  /** What is made of the answer. */
  shape?: (shown: Envelope) => Envelope
}

/**
 * Does something with the poll that the path names, once for an Idempotency-Key, and answers it as it is
 * then.
 */
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
  })
}

export const holdWithMembers: typeof holdPoll = async (act, group_id, ref) =>
  holdPollAndMembers(act, (await loadPollOf(act.tx, group_id, ref)).id)

/** The answer about a poll after something was done with it. */
function showing({ request, reply }: Exchange) {
  return async (on: Db | Queryable, id: number): Promise<Envelope> => {
    let loaded = await loadPollForKey(on, request.keyHash, { id })
    const { anonymous, closed_at, sealed_at } = loaded.poll
    // It is counted at once rather than at the next turn of the clock.
    if (anonymous && closed_at !== null && sealed_at === null && 'pool' in on) {
      await sealPoll(on, id)
      loaded = await loadPollForKey(on, request.keyHash, { id })
    }
    tellVersion(reply, pollVersion(loaded))
    return pollEnvelope(loaded)
  }
}
