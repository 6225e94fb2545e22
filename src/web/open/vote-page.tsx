import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { change, SYSTEM } from '../../db/db.ts'
import { Invalid, type Problem, problem } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import { aboutPoll } from '../../notifications/load-told-zone.ts'
import { readBallot } from '../../polls/ballots/ballot.ts'
import { castOpenBallot, rulesOfOpen } from '../../polls/open/cast-open-ballot.ts'
import { hindranceTo, type OpenVisit } from '../../polls/open/load-open-link.ts'
import { recordOpenFlood } from '../../polls/open/record-open-flood.ts'
import { isTooLongAddress } from '../../polls/open/vote-link.ts'
import { pollState } from '../../polls/poll.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { checkName, readName } from '../../users/name.ts'
import { newToken } from '../../users/secret.ts'
import { readAddress } from '../../users/user.ts'
import { faultsOf, POLL_CHANGED } from '../ballots/ballot-faults.ts'
import { EMPTY, isUnsure, readTyped, type Typed, typedAs, votedBy } from '../ballots/ballot-form.ts'
import type { FormState } from '../parts/form-part.tsx'
import { Unsure } from '../polls/not-recorded-part.tsx'
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

const INVALID_STATUS = 422
const CONFLICT_STATUS = 409
const TOO_MANY_STATUS = 429

export const votePage = openPage({ path: '/vote', show: showVote, acts: { '/vote': postVote } })

/**
 * GET /vote?k=TOKEN: the ballot for anyone who has the link; for a browser that has voted its vote, and the
 * totals as far as the results gate shows them. Leads signed-in people to the ballot of their own. NotFound:
 * no such link.
 */
async function showVote(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const browser = openVoteToken(exchange)
  const visit = await enterOpenLink(exchange, token)
  const ballot = await ownBallotOf(exchange, visit)
  if (ballot !== null && visit.own === null) return exchange.reply.redirect(`${ballot}?led`, 303)
  if (browser === '') setOpenVoteCookie(exchange, newToken())
  const hindrance = hindranceTo(visit)
  if (hindrance !== null) return sendNotice(exchange, visit, hindrance)
  return sendVote(exchange, visit, { token, ballot, ...filledBy(visit) })
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
  const token = formText(exchange, 'k')
  const browser = openVoteToken(exchange)
  const visit = await enterOpenLink(exchange, token)
  const ballot = await ownBallotOf(exchange, visit)
  if (ballot !== null && visit.own === null) return exchange.reply.redirect(`${ballot}?led`, 303)
  const hindrance = hindranceTo(visit)
  if (hindrance !== null) return sendNotice(exchange, visit, hindrance)
  if (browser === '') return sendNotice(exchange, visit, 'no_cookies')
  const { poll, options } = visit.loaded
  const typed = readTyped(options, bodyOf(request).fields)
  const { choices } = votedBy(poll, options, typed)
  const { problems: found } = readBallot(rulesOfOpen(poll), options, { choices, reason: null })
  const { name, email, problems } = readPerson(exchange)
  const form = { values: formOf(exchange), problems }
  if (found.length + problems.length > 0) {
    const faults = found.length > 0 ? faultsOf(found, { poll, options, typed }) : null
    return sendVote(exchange, visit, { token, typed, form, faults, status: INVALID_STATUS })
  }
  const { fields } = bodyOf(request)
  if (isUnsure(poll, choices, fields)) {
    const note = <Unsure action={voteAddress(token)} fields={fields} />
    return sendVote(exchange, visit, { token, typed, form, note, status: INVALID_STATUS })
  }
  try {
    await countTries(exchange, visit)
    const vote = { poll, options, token, browser, name, email, choices }
    const outcome = await actForStranger(services, (act) => castOpenBallot(act, vote))
    if (outcome === 'recorded') return exchange.reply.redirect(`${voteAddress(token)}&sent#your-vote`, 303)
    const now = await enterOpenLink(exchange, token)
    if (outcome === 'ended' || outcome === 'used_up') return sendNotice(exchange, now, outcome)
    return await sendVote(exchange, now, {
      token,
      typed,
      form,
      faults: POLL_CHANGED,
      status: CONFLICT_STATUS,
    })
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendTooMany(exchange, visit, error)
    if (!(error instanceof Invalid)) throw error
    return sendVote(exchange, visit, { token, typed, form, faults: POLL_CHANGED, status: CONFLICT_STATUS })
  }
}

type Person = { name: string; email: string | null; problems: Problem[] }

function readPerson(exchange: Exchange): Person {
  const name = readName(formText(exchange, 'name'))
  const written = formText(exchange, 'address').trim()
  const email = written === '' || isTooLongAddress(written) ? null : readAddress(written)
  const problems = [
    ...(name === null ? [problem('name', 'blank')] : checkName(name)),
    ...(written !== '' && email === null ? [problem('address', 'no_whole_address_typed')] : []),
  ]
  return { name: name ?? '', email, problems }
}

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

function sendTooMany(exchange: Exchange, visit: OpenVisit, { minutes }: TooManyAttempts): FastifyReply {
  const page = (
    <OpenFrame visit={visit} heading={t('open_link.too_many')}>
      <p>{t('open_link.too_many_text', { minutes })}</p>
    </OpenFrame>
  )
  return sendPage(exchange, page, TOO_MANY_STATUS)
}

type Sent = Pick<Shown, 'token' | 'typed' | 'form'> &
  Partial<Pick<Shown, 'faults' | 'note' | 'ballot'>> & { status?: number }

async function sendVote(
  exchange: Exchange,
  visit: OpenVisit,
  { status, ...sent }: Sent,
): Promise<FastifyReply> {
  const zone = await zoneOfStranger(exchange, aboutPoll(visit.loaded))
  const shown = { faults: null, note: null, ballot: null, ...sent, visit, zone }
  return sendPage(exchange, <VotePage {...shown} />, status)
}

function VotePage(shown: Shown): VNode {
  const { visit, zone, token } = shown
  return (
    <OpenFrame visit={visit}>
      <OpenBallotPart {...shown} />
      {(visit.own !== null || pollState(visit.loaded.poll, visit.loaded.now).is === 'closed') && (
        <OpenResults visit={visit} zone={zone} token={token} />
      )}
    </OpenFrame>
  )
}
