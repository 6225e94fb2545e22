import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict, Forbidden, Invalid, NotFound } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { acceptInvitation } from '../members/accept-invitation.ts'
import type { PollVisit } from '../members/load-visit.ts'
import { readBallot } from '../polls/ballot.ts'
import { type Cast, castBallot } from '../polls/cast-ballot.ts'
import { pollState } from '../polls/poll.ts'
import { actAs } from './act.ts'
import { type Faults, faultsOf } from './ballot-faults.ts'
import { EMPTY, readTyped, type Typed, votedBy } from './ballot-form.ts'
import { Time } from './date-part.tsx'
import { type Exchange, sendPage } from './exchange.ts'
import { PollPage } from './poll-page.tsx'
import { type PollView, viewPoll } from './poll-view.ts'
import { pollPath, visitPoll } from './poll-visit.ts'
import { requireSameOrigin } from './same-origin.ts'

const FORBIDDEN = 403
const CONFLICT = 409
const UNPROCESSABLE = 422

const CHANGED: Faults = {
  whole: ['The poll was changed while you voted. Look at the options again.'],
  options: new Map(),
  reason: null,
}

/**
 * POST /p/KEY/ballot: casts or changes the vote of the person whose page it is. Nothing else that bears their id is
 * written where the poll is anonymous.
 */
export async function castVote(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { visit } = await visitPoll(exchange)
  const { poll, options, now } = visit.loaded
  if (visit.ballot === null || pollState(poll, now).is !== 'open') return sendRefusal(exchange)
  const typed = readTyped(options, bodyOf(request).fields)
  const vote = votedBy(poll, options, typed)
  const { problems } = readBallot(poll, options, vote.choices, vote.reason)
  const spent = poll.anonymous && visit.ballot.voted
  if (problems.length > 0 && !spent)
    return sendFaults(exchange, typed, faultsOf(problems, { poll, options, typed }))
  try {
    const cast = spent
      ? ALREADY
      : await castBallot(services.db, {
          poll_id: poll.id,
          read: { poll, options },
          user_id: visit.visitor.id,
          ...vote,
        })
    return await goOn(exchange, visit, cast)
  } catch (refusal) {
    if (refusal instanceof Invalid) return sendFaults(exchange, typed, CHANGED)
    if (refusal instanceof Conflict || refusal instanceof Forbidden) return sendRefusal(exchange)
    throw refusal
  }
}

const ALREADY: Cast = { outcome: 'already', ballot_id: null, cast_at: null }

async function goOn(exchange: Exchange, visit: PollVisit, { outcome }: Cast): Promise<FastifyReply> {
  await joinByVoting(exchange, visit)
  const path = pollPath(exchange)
  return exchange.reply.redirect(outcome === 'already' ? `${path}?already` : path, 303)
}

/**
 * Voting by a personal link accepts a pending membership: the link came to the invited address. Not in an anonymous
 * poll, where it would be a row that says who voted.
 */
async function joinByVoting({ services }: Exchange, visit: PollVisit): Promise<void> {
  const { came_by, visitor, loaded } = visit
  if (came_by !== 'link' || !visitor.member || visitor.accepted || loaded.poll.anonymous) return
  const to = { group_id: loaded.poll.group_id, user_id: visitor.id }
  await actAs(services, visitor.id, (act) => acceptInvitation(act, to)).catch((refusal: unknown) => {
    // The invitation was withdrawn meanwhile. The vote is recorded all the same.
    if (!(refusal instanceof NotFound)) throw refusal
  })
}

async function sendFaults(exchange: Exchange, typed: Typed, faults: Faults): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  const filled = { typed, faults, kept: true }
  return sendPage(exchange, <PollPage view={view} filled={filled} note={null} />, UNPROCESSABLE)
}

/** Too late, too early, or not theirs: the poll as it stands says what was decided. */
async function sendRefusal(exchange: Exchange): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  const filled = { typed: EMPTY, faults: null, kept: false }
  const status = view.visit.ballot === null ? FORBIDDEN : CONFLICT
  return sendPage(
    exchange,
    <PollPage view={view} filled={filled} note={<NotRecorded view={view} />} />,
    status,
  )
}

function NotRecorded({ view: { visit } }: { view: PollView }): VNode {
  const { poll, now } = visit.loaded
  const state = pollState(poll, now)
  return (
    <div class="note bad" role="alert">
      <strong>This vote was not recorded.</strong>
      {visit.ballot === null ? (
        <p>You hold no ballot in this poll. Ask its author for one.</p>
      ) : state.is === 'closed' ? (
        <p>
          Voting had closed: on <Time at={state.at} zone={visit.visitor.time_zone} />. What was decided stands
          below.
        </p>
      ) : (
        <p>Voting is not open yet. You get a mail when it is.</p>
      )}
    </div>
  )
}
