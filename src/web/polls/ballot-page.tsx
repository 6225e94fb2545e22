import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Conflict, Forbidden, Invalid, Refusal } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { type Arrival, standingOf } from '../../members/visits/load-visit.ts'
import { isToldVoted, needsNameToVote } from '../../members/visits/visit.ts'
import { readBallot } from '../../polls/ballots/ballot.ts'
import { type Cast, castBallot, type Given } from '../../polls/ballots/cast-ballot.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import { keepRules, keptRules } from '../../polls/ballots/load-rules.ts'
import { pollState } from '../../polls/poll.ts'
import { faultsOf, POLL_CHANGED } from '../ballots/ballot-faults.ts'
import {
  askedOther,
  EMPTY,
  type Faults,
  type Filled,
  isUnsure,
  readTyped,
  SINCE_FIELD,
  sinceOf,
  type Typed,
  toldVote,
  votedBy,
} from '../ballots/ballot-form.ts'
import { optionLabel } from '../poll-words/poll-words.ts'
import { BLINDING_FIELD, type Blinding, blindingIn } from '../receipts/receipt-form.ts'
import { ReceiptPart } from '../receipts/receipt-part.tsx'
import { type Exchange, sendAtLength, sendPage } from '../request/exchange.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { isOfAnother } from '../request/shown-to-part.tsx'
import { nameGiven } from '../visits/own-name-part.tsx'
import { openPage, type PageExchange } from '../visits/page.ts'
import { toolsAmong } from '../visits/poll-tools.ts'
import { type PollView, viewPoll } from '../visits/poll-view.ts'
import { arriveAtPoll, pollPath, visitPoll } from '../visits/poll-visit.ts'
import { NOTHING_CAST } from './after-vote-part.tsx'
import { asVoted } from './ballot-note-part.tsx'
import { goOn } from './go-on.ts'
import { AskedOther, NotVotable, TakenBack, Unsure, VotedMeanwhile } from './not-recorded-part.tsx'
import { PollPage } from './poll-page.tsx'
import { checkVoterName, keepVoterName, voterNameIn } from './voter-name.ts'

const FORBIDDEN = 403
const CONFLICT = 409
const UNPROCESSABLE = 422

export const ballotPage = openPage({
  path: '/p/:key/ballot',
  who: { poll: 'see' },
  acts: { '/p/:key/ballot': castVote },
})

/**
 * POST /p/KEY/ballot: casts or changes the visitor's vote. In an anonymous poll nothing else that contains
 * their id is written.
 */
async function castVote(exchange: PageExchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const arrival = await arriveAtPoll(exchange)
  const cast = await castAsKept(exchange, arrival)
  if (cast !== null) return cast
  return castAsItIs(exchange, arrival)
}

/**
 * Casts the vote with the cached poll, if it is still current. Null: nothing was cast or cached; loading the
 * poll reveals why.
 */
async function castAsKept(exchange: PageExchange, arrival: Arrival): Promise<FastifyReply | null> {
  const { db } = exchange.services
  const standing = standingOf(arrival)
  const rules = standing === null ? null : keptRules(db, standing.poll_id)
  if (standing === null || rules === null || standing.ballot === null) return null
  const { poll, options, version } = rules
  // Its voters are answered with a receipt, which needs the page.
  if (poll.receipts) return null
  const { fields } = bodyOf(exchange.request)
  if (isOfAnother(fields, standing.visitor.id) || askedOther(fields, poll, options)) return null
  // Sent once, and saved before the vote.
  if (nameGiven(fields, { ...standing, vouched: true }) !== null) return null
  if (needsNameToVote(standing.visitor, poll)) return null
  const vote = votedBy(poll, options, readTyped(options, fields))
  if (isUnsure(poll, vote.choices, fields)) return null
  const cast = await castBallot(db, {
    poll_id: poll.id,
    read: rules,
    rules: version,
    user_id: standing.visitor.id,
    ...vote,
    since: sinceOf(fields[SINCE_FIELD]),
  }).catch((refusal: unknown) => {
    if (refusal instanceof Refusal) return null
    throw refusal
  })
  if (cast === null || cast.outcome === 'stale' || cast.outcome === 'moved') return null
  return goOn(exchange, { ...standing, poll, viewer: arrival.viewer }, cast)
}

/** The same with the poll's current state. */
async function castAsItIs(exchange: PageExchange, arrival: Arrival): Promise<FastifyReply> {
  const { request, services } = exchange
  const { visit } = await visitPoll(exchange, arrival)
  const { poll, options, now } = visit.loaded
  // As stored: the visit's is in the zone of this browser.
  const visitor = standingOf(arrival)?.visitor ?? visit.visitor
  const came = { ...visit, visitor, poll, viewer: arrival.viewer }
  const version = { poll: arrival.poll_written ?? '', options: options.length }
  keepRules(services.db, { poll, options, version })
  const refused = isOfAnother(bodyOf(request).fields, visit.visitor.id)
  if (refused || visit.ballot === null || pollState(poll, now).is !== 'open') return sendRefusal(exchange)
  if (poll.anonymous && visit.ballot.voted === true) return goOn(exchange, came, ALREADY)
  const typed = readTyped(options, bodyOf(request).fields)
  if (askedOther(bodyOf(request).fields, poll, options)) return sendAskedAgain(exchange, typed)
  const vote = votedBy(poll, options, typed)
  const said = voterNameIn(exchange, visit)
  const { problems } = readBallot(poll, options, vote)
  const named = await checkVoterName(exchange, visit, said)
  const faults = { ...faultsOf(problems, { poll, options, typed }), name: named }
  if (problems.length + faults.name.length > 0) return sendUncast(exchange, typed, faults)
  if (isUnsure(poll, vote.choices, bodyOf(request).fields)) return sendUnsure(exchange, typed)
  if (said !== null) await keepVoterName(exchange, said)
  const blinding = blindingIn(bodyOf(request).fields)
  try {
    const cast = await castBallot(services.db, {
      poll_id: poll.id,
      read: { poll, options },
      user_id: visit.visitor.id,
      ...vote,
      b: blinding.b,
      since: sinceOf(bodyOf(request).fields[SINCE_FIELD]),
    })
    if ('given' in cast && cast.given !== undefined)
      return await sendReceipt(exchange, { ...cast.given, own: blinding.own })
    if (cast.outcome === 'stale') return await sendUncast(exchange, typed, null)
    return await goOn(exchange, came, cast)
  } catch (refusal) {
    if (isSentBefore(refusal) && !isToldVoted(came, poll)) return goOn(exchange, came, ALREADY)
    if (refusal instanceof Invalid) return sendUncast(exchange, typed, POLL_CHANGED)
    if (refusal instanceof Conflict || refusal instanceof Forbidden) return sendRefusal(exchange)
    throw refusal
  }
}

/**
 * Whether the same ballot is in the urn already. Whoever copied a link could send their own ballot again
 * through it: another answer than to a person who has voted would show that this one has not.
 */
function isSentBefore(refusal: unknown): boolean {
  return refusal instanceof Invalid && refusal.problems.some(({ field }) => field === BLINDING_FIELD)
}

/**
 * The receipt after a vote. It is shown once and kept nowhere; if a script sent the vote, it completes the
 * receipt with what only the browser knows.
 */
async function sendReceipt(
  exchange: PageExchange,
  { own, c, ...given }: Given & Pick<Blinding, 'own'>,
): Promise<FastifyReply> {
  const view = asVoted(await viewPoll(exchange))
  const { visitor, loaded } = view.visit
  const { poll } = loaded
  const options = loaded.options.map(({ slot, name }) => ({
    slot,
    name: optionLabel(poll.poll_type, name, visitor.time_zone),
  }))
  const address = `${exchange.services.config.public_url}/p/${poll.key}`
  const told = { key: poll.key, poll_type: poll.poll_type, address }
  const receipt = { ...given, own, c: c.toString('hex'), poll: told, options }
  const filled: Filled = { typed: EMPTY, faults: null, kept: null }
  const pageWith = (part: VNode) => (
    <PollPage
      view={view}
      tools={toolsAmong(exchange.pages)}
      filled={filled}
      note={part}
      after={{ ...NOTHING_CAST, receipt: true }}
    />
  )
  const every = options.map(({ slot }) => [slot, LONGEST_NUMBER] as const)
  return sendAtLength(exchange, pageWith(<ReceiptPart {...receipt} />), {
    longest: pageWith(<ReceiptPart {...receipt} choices={every} />),
  })
}

/** Longer than any rank, score or number of dots. */
const LONGEST_NUMBER = -1_000_000

/** Asks to confirm the empty vote. */
async function sendUnsure(exchange: PageExchange, typed: Typed): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  const note = <Unsure own={view.own} />
  const filled: Filled = { typed, faults: null, kept: 'sent', note }
  return sendFilled(exchange, { view, filled, status: UNPROCESSABLE })
}

const ALREADY: Cast = { outcome: 'already', ballot_id: null, cast_at: null }

/** Returns the form as it was filled in: the question was edited since its page was opened. */
async function sendAskedAgain(exchange: PageExchange, typed: Typed): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  const note = <AskedOther history={`${pollPath(exchange)}/history`} />
  const filled: Filled = { typed, faults: null, kept: 'sent', note }
  return sendFilled(exchange, { view, filled, status: CONFLICT })
}

/**
 * Returns the form with the typed values and their problems (null: a newer vote prevented it). If the form's
 * page did not show the current vote, this one does: sent again, the form replaces that vote.
 */
async function sendUncast(
  exchange: PageExchange,
  typed: Typed,
  faults: Faults | null,
): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  const newer = isNews(view.own, exchange) ? view.own : null
  const note =
    newer !== null ? <VotedMeanwhile view={view} newer={newer} /> : faults === null ? <TakenBack /> : null
  const filled: Filled = { typed, faults: newer === null ? faults : null, kept: 'sent', note }
  const status = newer === null && faults !== null ? UNPROCESSABLE : CONFLICT
  return sendFilled(exchange, { view, filled, status })
}

/** The poll's page with its ballot as it was filled in. */
function sendFilled(
  exchange: PageExchange,
  { view, filled, status }: { view: PollView; filled: Filled; status: number },
): FastifyReply {
  const page = <PollPage view={view} tools={toolsAmong(exchange.pages)} filled={filled} note={null} />
  if (view.visit.loaded.poll.anonymous) return sendAtLength(exchange, page, { status })
  return sendPage(exchange, page, status)
}

/** Whether the page of the submitted form did not show this vote. Forms without a version are accepted. */
function isNews(own: OwnBallot | null, { request }: Exchange): boolean {
  const told = bodyOf(request).fields[SINCE_FIELD]
  return own !== null && told !== undefined && told !== toldVote(own)
}

/** Too late, too early, somebody else's, or not their poll: the poll's current page says what was decided. */
async function sendRefusal(exchange: PageExchange): Promise<FastifyReply> {
  const view = await viewPoll(exchange)
  // Above the ballot, if there is one: the response opens there.
  const note = <NotVotable view={view} fields={bodyOf(exchange.request).fields} />
  const filled: Filled = { typed: EMPTY, faults: null, kept: null, note }
  const status = view.visit.ballot === null ? FORBIDDEN : CONFLICT
  return sendFilled(exchange, { view, filled, status })
}
