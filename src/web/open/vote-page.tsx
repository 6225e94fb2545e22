import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { change, SYSTEM } from '../../db/db.ts'
import { Invalid } from '../../errors.ts'
import { aboutPoll } from '../../notifications/load-told-zone.ts'
import { castOpenBallot } from '../../polls/open/cast-open-ballot.ts'
import { hindranceTo, type OpenVisit } from '../../polls/open/load-open-link.ts'
import type { OpenOutcome } from '../../polls/open/open-ballots-store.ts'
import { recordOpenFlood } from '../../polls/open/record-open-flood.ts'
import { pollState } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { newToken } from '../../users/secret.ts'
import { POLL_CHANGED } from '../ballots/ballot-faults.ts'
import { type Faults as BallotFaults, EMPTY, type Typed, typedAs } from '../ballots/ballot-form.ts'
import type { FormState } from '../parts/form-part.tsx'
import { DuePart } from '../parts/live-part.tsx'
import { inVotersOrder } from '../poll-words/poll-words.ts'
import { actForStranger } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { zoneOfStranger } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { openVoteToken, setOpenVoteCookie } from '../request/open-vote-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { openPage } from '../visits/page.ts'
import { OpenBallotPart, OpenResults, type Shown, voteAddress } from './open-ballot-part.tsx'
import { enterOpenLink, ownBallotOf } from './open-door.ts'
import { OpenFrame, sendNotice } from './open-frame-part.tsx'
import { REFUSED_STATUS, RefusedNote } from './refused-vote-part.tsx'
import { type Refused, readVote, refusalOf, type SentVote } from './sent-vote.ts'

export const votePage = openPage({ path: '/vote', show: showVote, acts: { '/vote': postVote } })

/**
 * GET /vote?k=TOKEN: the ballot for anyone who has the link; for a browser that has voted its vote, and the
 * totals as far as the results gate shows them. Leads signed-in people to the ballot of their own. NotFound:
 * no such link.
 */
async function showVote(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const visit = await enterOpenLink(exchange, token)
  const ballot = await ownBallotOf(exchange, visit)
  if (ballot !== null && visit.own === null) return exchange.reply.redirect(`${ballot}?led`, 303)
  const browser = knownBrowser(exchange)
  const hindrance = hindranceTo(visit)
  if (hindrance !== null) return sendNotice(exchange, visit, hindrance)
  const zone = await zoneOfStranger(exchange, aboutPoll(visit.loaded))
  const options = optionsFor(visit, browser)
  const shown = { visit, options, zone, token, ballot, faults: null, note: null, ...filledBy(visit) }
  const state = pollState(visit.loaded.poll, visit.loaded.now)
  const due_in_ms = state.is === 'open' ? state.until.getTime() - visit.loaded.now.getTime() : null
  return sendPage(exchange, <VotePage {...shown} due_in_ms={due_in_ms} />)
}

/** The token of this browser: a new one, unless it has one. */
function knownBrowser(exchange: Exchange): string {
  const known = openVoteToken(exchange)
  if (known !== '') return known
  const token = newToken()
  setOpenVoteCookie(exchange, token)
  return token
}

/** Only the browser keeps its token: nothing of the order is stored. */
function optionsFor({ loaded: { poll, options } }: OpenVisit, browser: string): PollOption[] {
  return inVotersOrder(poll, options, browser)
}

function filledBy({ loaded: { poll, options }, own }: OpenVisit): { typed: Typed; form: FormState } {
  if (own === null) return { typed: EMPTY, form: { values: {}, problems: [] } }
  const ballot = { ...own, api_key_id: null, cast_by: null, reason: null, reason_format: 'md' as const }
  const values = { name: own.name, address: own.email ?? '' }
  return { typed: typedAs(poll, options, ballot), form: { values, problems: [] } }
}

/**
 * POST /vote: casts or changes the vote of this browser. People who are signed in and have a ballot of their
 * own cast no second one.
 */
async function postVote(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const visit = await enterOpenLink(exchange, formText(exchange, 'k'))
  const ballot = await ownBallotOf(exchange, visit)
  if (ballot !== null && visit.own === null) return exchange.reply.redirect(`${ballot}?led=sent`, 303)
  const sent = readVote(exchange, visit)
  const refused = refusalOf(visit, sent)
  if (refused !== null) return sendRefused(exchange, { visit, sent, refused })
  const missed = await castVote(exchange, visit, sent)
  if (missed === null) return exchange.reply.redirect(`${voteAddress(sent.token)}&sent#your-vote`, 303)
  return sendRefused(exchange, { visit: await enterOpenLink(exchange, sent.token), sent, refused: missed })
}

/** Null: it is recorded. */
async function castVote(exchange: Exchange, visit: OpenVisit, sent: SentVote): Promise<Refused | null> {
  const { poll, options } = visit.loaded
  try {
    await countTries(exchange, visit)
    const outcome = await actForStranger(exchange.services, (act) =>
      castOpenBallot(act, { ...sent, poll, options }),
    )
    return outcome === 'recorded' ? null : { why: WHY[outcome] }
  } catch (error) {
    if (error instanceof TooManyAttempts) return { why: 'too_many', minutes: error.minutes }
    if (!(error instanceof Invalid)) throw error
    return { why: 'changed' }
  }
}

const WHY = {
  // Entering by it again reports that there is no such link.
  no_link: 'ended',
  closed: 'closed',
  other_options: 'changed',
  ended: 'ended',
  used_up: 'used_up',
} as const satisfies Record<Exclude<OpenOutcome, 'recorded'>, Refused['why']>

/**
 * Counts votes from one network and in one poll; the people who manage the poll are notified when there are
 * too many.
 */
async function countTries({ request, services }: Exchange, { loaded: { poll } }: OpenVisit): Promise<void> {
  try {
    await countAttempt(services.db, 'open_vote_network', `${poll.id} ${network(request.ip)}`)
    await countAttempt(services.db, 'open_vote_poll', String(poll.id))
  } catch (error) {
    if (error instanceof TooManyAttempts)
      await change(services.db, SYSTEM, (act) => recordOpenFlood(act, poll.id))
    throw error
  }
}

/** Says why a vote is not recorded, with the ballot as it was filled in where there still is one. */
async function sendRefused(
  exchange: Exchange,
  { visit, sent, refused }: { visit: OpenVisit; sent: SentVote; refused: Refused },
): Promise<FastifyReply> {
  const { token, typed } = sent
  // The next attempt of this browser has one, unless it blocks them.
  const options = optionsFor(visit, knownBrowser(exchange))
  const zone = await zoneOfStranger(exchange, aboutPoll(visit.loaded))
  const note = <RefusedNote {...{ refused, visit, sent }} />
  const status = REFUSED_STATUS[refused.why]
  if (refused.why === 'ended' || refused.why === 'used_up')
    return sendPage(exchange, <OpenFrame visit={visit}>{note}</OpenFrame>, status)
  const form = { values: formOf(exchange), problems: refused.why === 'invalid' ? sent.problems : [] }
  const shown = { visit, options, zone, token, typed, form, note, faults: faultsIn(refused), ballot: null }
  return sendPage(exchange, <VotePage {...shown} due_in_ms={null} />, status)
}

function faultsIn(refused: Refused): BallotFaults | null {
  if (refused.why === 'invalid') return refused.faults
  return refused.why === 'changed' ? POLL_CHANGED : null
}

/** `due_in_ms`: until the page shows that voting has closed. Null: it does, or answers a form. */
function VotePage({ due_in_ms, ...shown }: Shown & { due_in_ms: number | null }): VNode {
  const { visit, zone, token } = shown
  return (
    <OpenFrame visit={visit}>
      <OpenBallotPart {...shown} />
      {(visit.own !== null || pollState(visit.loaded.poll, visit.loaded.now).is === 'closed') && (
        <OpenResults visit={visit} zone={zone} token={token} />
      )}
      {due_in_ms !== null && <DuePart due_in_ms={due_in_ms} />}
    </OpenFrame>
  )
}
