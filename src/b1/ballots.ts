import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pollEnvelope, rootedIn, withUsers } from '../api/envelope.ts'
import { refOf, tellIgnored } from '../api/exchange.ts'
import { presentStance } from '../api/records/present-stance.ts'
import { change, type Db } from '../db/db.ts'
import { NotFound, refuse } from '../errors.ts'
import { requirePermission } from '../groups/keys/api-key.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Services } from '../http/services.ts'
import { castBallot, refuseAnonymous } from '../polls/ballots/cast-ballot.ts'
import { loadVoter } from '../polls/ballots/load-voter.ts'
import { withdrawBallot } from '../polls/ballots/withdraw-ballot.ts'
import { holdPoll } from '../polls/hold-poll.ts'
import { type AskedPoll, loadAskedPoll, loadPollForKey } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import { commandOf, noteUse } from './authorize-key.ts'
import { readBallotParams } from './ballot-params.ts'
import { CAST_BALLOT, WITHDRAW_BALLOT } from './describe/describe-polls.ts'
import { pollAsMatched, pollVersion, requirePollMatch, tellVersion } from './etags.ts'
import { WithdrawParams } from './poll-act-params.ts'

/** The answer about one ballot does not repeat all others: in a large poll they would be most of the work. */
const WITHOUT_BALLOTS = { ballots: false }

/**
 * Ballots of others, cast and withdrawn by a key that may. The header Idempotency-Key is not looked at: a stored answer
 * would give the ballot away, and the same ballot cast again changes nothing.
 */
export function ballotRoutes(app: FastifyInstance, { db }: Services): void {
  app.post('/polls/:ref/ballots', CAST_BALLOT, async (request, reply) => {
    const { key, poll, options } = await enter(db, request)
    const { who, choices, reason, ignored } = readBallotParams(bodyOf(request))
    tellIgnored(reply, ignored)
    const as_read = await pollAsMatched(db, request, poll.id)
    const { voter, user } = await loadVoter(db, poll.id, who)
    const cast = await castBallot(db, {
      poll_id: poll.id,
      read: { poll, options },
      user_id: voter.user_id,
      choices,
      reason,
      api_key_id: key.id,
      as_read,
    })
    const loaded = await loadPollForKey(db, request.keyHash, { id: poll.id }, WITHOUT_BALLOTS)
    tellVersion(reply, pollVersion(loaded))
    // An anonymous poll was refused before.
    const { ballot_id, cast_at } = cast
    const stances =
      ballot_id === null ? [] : [presentStance({ ...cast.vote, id: ballot_id, cast_at }, voter, loaded)]
    return rootedIn('stances', { ...withUsers(pollEnvelope(loaded), [user]), stances })
  })

  app.delete('/polls/:ref/ballots', WITHDRAW_BALLOT, async (request, reply) => {
    const { key, poll } = await enter(db, request)
    const who = readWho(request, reply)
    const { voter } = await loadVoter(db, poll.id, who)
    await change(db, commandOf(db, key).actor, async (act) => {
      await holdPoll(act, key.group_id, { id: poll.id })
      await requirePollMatch(act.tx, request, poll.id)
      await withdrawBallot(act, { poll_id: poll.id, user_id: voter.user_id })
    })
    const loaded = await loadPollForKey(db, request.keyHash, { id: poll.id }, WITHOUT_BALLOTS)
    tellVersion(reply, pollVersion(loaded))
    return rootedIn('stances', pollEnvelope(loaded))
  })
}

/** A poll whose ballots this key may cast. An anonymous one is refused before anybody is looked for. */
async function enter(db: Db, request: FastifyRequest): Promise<AskedPoll & { poll: Poll }> {
  const { key, poll, options } = await loadAskedPoll(db, request.keyHash, refOf(request))
  noteUse(db, key)
  requirePermission(key, 'cast_ballots')
  if (poll === null) throw new NotFound()
  refuseAnonymous(poll)
  return { key, poll, options }
}

/** Whose ballot is withdrawn: named in the query or in the body. */
function readWho(request: FastifyRequest, reply: FastifyReply) {
  const body = bodyOf(request)
  const { values, problems, ignored } = readFields(WithdrawParams, {
    encoding: body.encoding,
    fields: { ...queryOf(request), ...body.fields },
  })
  refuse(problems)
  tellIgnored(reply, ignored)
  const { user_id = null, email = null } = values
  return { user_id, email }
}
