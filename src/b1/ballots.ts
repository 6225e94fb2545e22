import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { POLL } from '../api/definition.ts'
import { type Envelope, pollEnvelope, rootedIn, withUsers } from '../api/envelope.ts'
import { type Exchange, refOf, tellIgnored } from '../api/exchange.ts'
import { IF_MATCHING } from '../api/operations.ts'
import { presentStance, type WireStance } from '../api/records/present-stance.ts'
import { change, type Db } from '../db/db.ts'
import { NotFound, Refusal, refuse, Unavailable } from '../errors.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { requirePermission } from '../keys/api-key.ts'
import { readBallot } from '../polls/ballots/ballot.ts'
import { castBallot, refuseAnonymous } from '../polls/ballots/cast-ballot.ts'
import { castByRules } from '../polls/ballots/cast-by-rules.ts'
import { type AskedPoll, keptForKey, loadAskedPoll, type VotingRules } from '../polls/ballots/load-rules.ts'
import { loadVoter } from '../polls/ballots/load-voter.ts'
import { withdrawBallot } from '../polls/ballots/withdraw-ballot.ts'
import { holdPoll } from '../polls/hold-poll.ts'
import { type LoadedPoll, loadPollForKey } from '../polls/load-poll.ts'
import { POLL_TYPE_NAMES, pollType } from '../polls/types/index.ts'
import type { User } from '../users/user.ts'
import { commandOf } from './authorize-key.ts'
import { readBallotParams } from './ballot-params.ts'
import { pollAsMatched, pollVersion, requirePollMatch, tellVersion } from './etags.ts'
import { CastParams, WithdrawParams } from './poll-act-params.ts'
import { type Asked, routeLoading } from './route.ts'

/** "proposal, poll, count: 1; score: the score; …" */
function numbersByType(): string {
  const types = new Map<string, string[]>()
  for (const name of POLL_TYPE_NAMES) {
    const { number } = pollType(name).words
    types.set(number, [...(types.get(number) ?? []), name])
  }
  return [...types].map(([number, names]) => `${names.join(', ')}: ${number}`).join('; ')
}

const Choices = Type.Record(Type.String(), Type.Integer(), {
  description: `A number for each option named, by its name or its id. ${numbersByType()}. In forms: choices[agree]=1.`,
  examples: [{ agree: 1 }],
})

const ofPoll = {
  path: '/polls/:ref/ballots',
  params: { ref: POLL },
  permission: 'cast_ballots',
  headers: IF_MATCHING,
} as const

const load = (db: Db, request: FastifyRequest) => loadAskedPoll(db, request.keyHash, refOf(request))

/** The cached key and rules, with which a vote is cast only while they are valid; else the current ones. */
const loadKept = async (db: Db, request: FastifyRequest): Promise<Asking> => {
  const kept = keptForKey(db, request.keyHash, refOf(request))
  return kept === null
    ? { ...(await load(db, request)), kept: false }
    : { key: kept.key, rules: kept, kept: true }
}

type Asking = AskedPoll & { kept: boolean }

const cast = routeLoading(loadKept, {
  ...ofPoll,
  method: 'POST',
  body: Type.Object({ ...CastParams.properties, choices: Choices }, { title: 'New ballot' }),
  does: {
    id: 'castBallot',
    tag: 'Polls',
    summary: 'Cast ballot',
    description:
      'Casts or changes the ballot of a voter, and marks it as cast by this key; the voter and everyone who may see the ballot can see that. A ballot that the voter cast themselves cannot be changed: 409 ballot_of_voter. Anonymous polls accept ballots only from the voters themselves: 409 poll_anonymous. Sending the same ballot again changes nothing; Idempotency-Key is ignored.',
    says: 'The ballot: stances[0], and its poll.',
  },
  run: async (asked) => {
    const { found, db, request } = asked
    if (!found.kept) return (await castAtOnce(asked, found)) ?? castCarefully(asked, found)
    const answer = await castAtOnce(asked, found).catch(refused)
    if (answer !== null) return answer
    const now = await loadAgain(db, request)
    return (await castAtOnce(asked, now)) ?? castCarefully(asked, now)
  },
})

/** Also checks the key again. */
async function loadAgain(db: Db, request: FastifyRequest): Promise<AskedPoll> {
  const asked = await load(db, request)
  requirePermission(asked.key, ofPoll.permission)
  return asked
}

/** Null: an expected refusal. */
function refused(error: unknown): null {
  if (error instanceof Refusal && !(error instanceof Unavailable)) return null
  throw error
}

/** Casts and reads the response in one statement. Null: nothing was cast, for any reason. */
async function castAtOnce(
  { db, request, reply }: Asked,
  { key, rules }: AskedPoll,
): Promise<Envelope | null> {
  if (rules === null || request.headers['if-match'] !== undefined) return null
  const { ignored, ...vote } = readBallotParams(bodyOf(request))
  const cast = await castByRules(db, { ...rules, key }, vote)
  if (cast === null) return null
  const { loaded, voter, user, ballot_id: id } = cast
  tellIgnored(reply, ignored)
  tellVersion(reply, pollVersion(loaded))
  return stanceEnvelope(loaded, user, presentStance({ ...cast, id }, voter, loaded))
}

/** The same in steps, each of which reports its own error. */
async function castCarefully(exchange: Asked, asked: AskedPoll): Promise<Envelope> {
  const { db, request, reply } = exchange
  const { poll, options, version } = takingFromKeys(asked)
  const { who, choices, reason, ignored } = readBallotParams(bodyOf(request))
  tellIgnored(reply, ignored)
  const as_read = await pollAsMatched(db, request, poll.id)
  const { problems } = readBallot(poll, options, { choices, reason })
  const { voter, user } = await loadVoter(db, poll.id, { ...who, problems })
  const cast = await castBallot(db, {
    poll_id: poll.id,
    read: { poll, options },
    user_id: voter.user_id,
    choices,
    reason,
    api_key_id: asked.key.id,
    as_read,
    rules: version,
  })
  if (cast.outcome === 'moved') return castCarefully(exchange, await loadAgain(db, request))
  // Without the other ballots: in a large poll they would be most of the work.
  const loaded = await loadPollForKey(db, request.keyHash, { id: poll.id, ballots: false })
  tellVersion(reply, pollVersion(loaded))
  const { ballot_id: id, cast_at } = cast
  // An anonymous poll has already been refused.
  const stance = id === null ? null : presentStance({ ...cast.vote, id, cast_at }, voter, loaded)
  return stanceEnvelope(loaded, user, stance)
}

function stanceEnvelope(loaded: LoadedPoll, user: User, stance: WireStance | null): Envelope {
  const stances = stance === null ? [] : [stance]
  return rootedIn('stances', { ...withUsers(pollEnvelope(loaded), [user]), stances })
}

const withdraw = routeLoading(load, {
  ...ofPoll,
  method: 'DELETE',
  body: WithdrawParams,
  does: {
    id: 'withdrawBallot',
    tag: 'Polls',
    summary: 'Withdraw ballot',
    description:
      'Withdraws a vote that a key has cast, while voting is open: the voter keeps the ballot and can still cast it. You can also name the voter in the query.',
    says: 'The poll, without that vote.',
  },
  run: async (asked) => {
    const { db, key, request, reply } = asked
    const { poll } = takingFromKeys(asked.found)
    const { voter } = await loadVoter(db, poll.id, readWho(asked))
    await change(db, commandOf(asked).actor, async (act) => {
      await holdPoll(act, key.group_id, { id: poll.id })
      await requirePollMatch(act.tx, request, poll.id)
      await withdrawBallot(act, { poll_id: poll.id, user_id: voter.user_id })
    })
    const loaded = await loadPollForKey(db, request.keyHash, { id: poll.id, ballots: false })
    tellVersion(reply, pollVersion(loaded))
    return rootedIn('stances', pollEnvelope(loaded))
  },
})

/**
 * Votes for others, cast and withdrawn by keys with permission. They ignore the header Idempotency-Key: a
 * stored response would reveal the ballot, and casting the same ballot again changes nothing.
 */
export const ballotRoutes = [cast, withdraw]

/** The poll, if keys may cast ballots in it. Refuses an anonymous one before looking for the voter. */
function takingFromKeys({ rules }: AskedPoll): VotingRules {
  if (rules === null) throw new NotFound()
  refuseAnonymous(rules.poll)
  return rules
}

/** The voter whose ballot is withdrawn: from the query or the body. */
function readWho({ request, reply }: Exchange) {
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
