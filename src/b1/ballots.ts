import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pollEnvelope, rootedIn, withUsers } from '../api/envelope.ts'
import { presentStance } from '../api/present-stance.ts'
import { change, type Db } from '../db/db.ts'
import { refuse } from '../errors.ts'
import type { PresentedKey } from '../groups/api-key.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Services } from '../http/services.ts'
import { castBallot, refuseAnonymous } from '../polls/cast-ballot.ts'
import { loadOwnBallot } from '../polls/load-ballot.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { loadPollOf } from '../polls/load-poll-of.ts'
import { loadVoter } from '../polls/load-voter.ts'
import type { Poll } from '../polls/poll.ts'
import { withdrawBallot } from '../polls/withdraw-ballot.ts'
import { readBallotParams } from './ballot-params.ts'
import { CAST_BALLOT, WITHDRAW_BALLOT } from './describe-polls.ts'
import { admit, commandOf, refOf, tellIgnored } from './enter.ts'
import { WithdrawParams } from './poll-act-params.ts'

/**
 * Ballots of others, cast and withdrawn by a key that may. The header Idempotency-Key is not looked at: a stored answer
 * would give the ballot away, and the same ballot cast again changes nothing.
 */
export function ballotRoutes(app: FastifyInstance, { db }: Services): void {
  app.post('/polls/:ref/ballots', CAST_BALLOT, async (request, reply) => {
    const { key, poll } = await enter(db, request)
    const { who, choices, reason, ignored } = readBallotParams(bodyOf(request))
    tellIgnored(reply, ignored)
    const found = await loadVoter(db.pool, poll.id, who)
    const { user_id } = found.voter
    await castBallot(db, { poll_id: poll.id, user_id, choices, reason, api_key_id: key.id })
    const ballot = await loadOwnBallot(db.pool, poll, user_id)
    const loaded = await loadPollForKey(db, request.keyHash, { id: poll.id })
    // Another may have changed it meanwhile: what a voter chose is told to nobody who did not choose it for them.
    const own = ballot?.api_key_id === key.id ? [presentStance(ballot, found.voter, loaded)] : []
    return rootedIn('stances', { ...withUsers(pollEnvelope(loaded), [found.user]), stances: own })
  })

  app.delete('/polls/:ref/ballots', WITHDRAW_BALLOT, async (request, reply) => {
    const { key, poll } = await enter(db, request)
    const who = readWho(request, reply)
    const { voter } = await loadVoter(db.pool, poll.id, who)
    await change(db, commandOf(db, key).actor, (act) =>
      withdrawBallot(act, { poll_id: poll.id, user_id: voter.user_id }),
    )
    return rootedIn('stances', pollEnvelope(await loadPollForKey(db, request.keyHash, { id: poll.id })))
  })
}

/** A poll whose ballots this key may cast. An anonymous one is refused before anybody is looked for. */
async function enter(db: Db, request: FastifyRequest): Promise<{ key: PresentedKey; poll: Poll }> {
  const key = await admit(db, request, 'cast_ballots')
  const poll = await loadPollOf(db.pool, key.group_id, refOf(request))
  refuseAnonymous(poll)
  return { key, poll }
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
