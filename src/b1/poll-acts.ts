import type { FastifyInstance } from 'fastify'
import { readPollChanges } from '../api/change-params.ts'
import { type Envelope, pollEnvelope, rootedIn } from '../api/envelope.ts'
import { type Exchange, fieldsOf, refOf, tellIgnored } from '../api/exchange.ts'
import { NoParams } from '../api/operations.ts'
import { votersEnvelope } from '../api/voters-envelope.ts'
import { type Act, change, type Db } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { addOptions } from '../polls/add-options.ts'
import { inviteVoters } from '../polls/ballots/invite-voters.ts'
import { loadVoters } from '../polls/ballots/load-voters.ts'
import { closePoll } from '../polls/close-poll.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { holdPoll, holdPollAndMembers } from '../polls/hold-poll.ts'
import { loadPollOf } from '../polls/lists/load-poll-of.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { openPoll, reopenPoll } from '../polls/open-poll.ts'
import { publishOutcome } from '../polls/outcomes/publish-outcome.ts'
import type { Poll } from '../polls/poll.ts'
import { remindUndecided } from '../polls/remind-undecided.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { admit, commandOf } from './authorize-key.ts'
import * as route from './describe/describe-polls.ts'
import { pollVersion, requirePollMatch, tellVersion } from './etags.ts'
import { readPaging, VoterPaging } from './paging.ts'
import { InviteParams, OptionParams, OutcomeParams, readClosingTime } from './poll-act-params.ts'

/** What is done with a poll of the key's group. */
type Deed = (act: Act, poll: Poll, now: Date) => Promise<unknown>

type Turn = {
  /** How the poll is locked, where more than the poll must be. */
  hold?: typeof holdPoll
  /** What is made of the answer. */
  shape?: (shown: Envelope) => Envelope
}

/** What those who look after a poll do with it, for keys with manage_polls. */
export function pollActRoutes(app: FastifyInstance, { db }: Services): void {
  app.post('/polls/:ref/open', route.OPEN_POLL, (request, reply) =>
    turn(db, { request, reply }, (act, { id }) => openPoll(act, id, closingOf({ request, reply }))),
  )

  app.post('/polls/:ref/reopen', route.REOPEN_POLL, (request, reply) =>
    turn(db, { request, reply }, (act, { id }) => reopenPoll(act, id, closingOf({ request, reply })), {
      hold: holdWithMembers,
    }),
  )

  app.post('/polls/:ref/close', route.CLOSE_POLL, (request, reply) =>
    turn(db, { request, reply }, async (act, { id }) => {
      fieldsOf({ request, reply }, NoParams)
      await closePoll(act, id)
    }),
  )

  app.post('/polls/:ref/options', route.ADD_OPTIONS, (request, reply) =>
    turn(db, { request, reply }, async (act, { id }) => {
      const { options } = fieldsOf({ request, reply }, OptionParams)
      await addOptions(act, id, options)
    }),
  )

  app.patch('/polls/:ref', route.CHANGE_POLL, (request, reply) =>
    turn(db, { request, reply }, async (act, poll, now) => {
      const { edit, problems, ignored } = readPollChanges(poll, now, bodyOf(request))
      tellIgnored(reply, ignored)
      await editPoll(act, poll.id, edit, problems)
    }),
  )

  app.delete('/polls/:ref', route.DELETE_POLL, async (request) => {
    const key = await admit(db, request, 'manage_polls')
    return change(db, commandOf(db, key).actor, async (act) => {
      const { poll } = await holdPoll(act, key.group_id, refOf(request))
      await requirePollMatch(act.tx, request, poll.id)
      const answer = pollEnvelope(await loadPollForKey(act.tx, request.keyHash, { id: poll.id }))
      await discardPoll(act, poll.id)
      return answer
    })
  })

  app.post('/polls/:ref/remind', route.REMIND_VOTERS, (request, reply) =>
    turn(db, { request, reply }, async (act, { id }) => {
      fieldsOf({ request, reply }, NoParams)
      await remindUndecided(act, id)
    }),
  )

  app.post('/polls/:ref/outcomes', route.CREATE_OUTCOME, (request, reply) =>
    turn(
      db,
      { request, reply },
      async (act, { id: poll_id }) => {
        const {
          statement,
          review_on = null,
          poll_option_id = null,
        } = fieldsOf({ request, reply }, OutcomeParams)
        await publishOutcome(act, { poll_id, statement, review_on, poll_option_id })
      },
      { shape: (shown) => rootedIn('outcomes', shown) },
    ),
  )

  app.post('/polls/:ref/voters', route.INVITE_VOTERS, (request, reply) =>
    turn(
      db,
      { request, reply },
      async (act, { id: poll_id }) => {
        const { emails = [], user_ids = [] } = fieldsOf({ request, reply }, InviteParams)
        await inviteVoters(act, { poll_id, emails, user_ids })
      },
      { hold: holdWithMembers },
    ),
  )

  app.get('/polls/:ref/voters', route.LIST_VOTERS, async (request, reply) => {
    await admit(db, request, 'manage_polls')
    const loaded = await loadPollForKey(db, request.keyHash, refOf(request))
    const { after, ...ask } = readPaging(VoterPaging, request, reply)
    const page = await loadVoters(db.pool, loaded.poll, {
      ...ask,
      voted: ask.voted ?? null,
      after: after ?? 0,
    })
    return votersEnvelope(loaded, page)
  })
}

const holdWithMembers: typeof holdPoll = async (act, group_id, ref) =>
  holdPollAndMembers(act, (await loadPollOf(act.tx, group_id, ref)).id)

/** Does something with the poll that the path names, once for an Idempotency-Key, and answers it as it is then. */
async function turn(
  db: Db,
  exchange: Exchange,
  deed: Deed,
  { hold = holdPoll, shape = (shown) => shown }: Turn = {},
): Promise<object | Buffer> {
  const { request } = exchange
  const key = await admit(db, request, 'manage_polls')
  const answer = showing(exchange)
  return answerOnce(commandOf(db, key), exchange, {
    run: async (act) => {
      const { poll, now } = await hold(act, key.group_id, refOf(request))
      await requirePollMatch(act.tx, request, poll.id)
      await deed(act, poll, now)
      return poll.id
    },
    show: async (on, id) => shape(await answer(on, id)),
  })
}

/** The answer about a poll after something was done with it. */
export function showing({ request, reply }: Exchange) {
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

function closingOf({ request, reply }: Exchange): Date {
  const { closing_at, ignored } = readClosingTime(bodyOf(request))
  tellIgnored(reply, ignored)
  return closing_at
}
