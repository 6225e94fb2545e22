import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { acceptInvitation } from '../../members/accept-invitation.ts'
import type { Arrival, Standing } from '../../members/visits/load-visit.ts'
import { cameByMail, isToldVoted, joinsByVoting } from '../../members/visits/visit.ts'
import type { Cast } from '../../polls/ballots/cast-ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import { BACK_FIELD } from '../ballots/ballot-form.ts'
import { VOTE_PLACE, votePlaceAmong } from '../ballots/ballot-part.tsx'
import { actAs } from '../request/act.ts'
import { browserZone } from '../request/browser-zone.ts'
import type { Exchange } from '../request/exchange.ts'
import { pathHere } from '../request/own-path.ts'
import { takeOverZone } from '../request/take-over.ts'
import { pollPath } from '../visits/poll-visit.ts'

/** Who voted in which poll; `viewer`: who is signed in in this browser. */
type Voted = Pick<Standing, 'came_by' | 'copied' | 'visitor'> & { poll: Poll } & Pick<Arrival, 'viewer'>

/** After a vote: what else it does, and the page that the voter sees next. */
export async function goOn(exchange: Exchange, voted: Voted, { outcome }: Cast): Promise<FastifyReply> {
  const joined = await joinByVoting(exchange, voted)
  if (browserZone(exchange.request) !== null && givesZone(voted))
    await actAs(exchange.services, voted.visitor.id, (act) => takeOverZone(exchange, act, voted.visitor.id))
  const path = pollPath(exchange)
  const back = voted.poll.anonymous ? null : pathHere(bodyOf(exchange.request).fields[BACK_FIELD])
  const said = joined ? [`joined=${voted.poll.key}`] : []
  if (back !== null)
    return exchange.reply.redirect(`${saying(back, said)}#${votePlaceAmong(voted.poll)}`, 303)
  const told = isToldVoted(voted, voted.poll)
  if (told && outcome === 'already') return exchange.reply.redirect(`${path}?already`, 303)
  return exchange.reply.redirect(`${saying(path, told ? said : ['sent', ...said])}#${VOTE_PLACE}`, 303)
}

function saying(path: string, words: string[]): string {
  if (words.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${words.join('&')}`
}

/** Makes an invited voter a member. Returns whether it did. */
async function joinByVoting({ services }: Exchange, voted: Voted): Promise<boolean> {
  const { visitor, poll } = voted
  if (!joinsByVoting(voted, poll)) return false
  const to = { group_id: poll.group_id, user_id: visitor.id, mailed: cameByMail(voted) }
  try {
    await actAs(services, visitor.id, (act) => acceptInvitation(act, to))
    return true
  } catch (refusal) {
    // The invitation was withdrawn in the meantime. The vote counts anyway.
    if (refusal instanceof NotFound) return false
    throw refusal
  }
}

/**
 * Whether the browser's zone becomes the voter's, for mails: not where the browser may be somebody else's, by
 * a copied link or beside another person's session; not in an anonymous poll, where the changed row would
 * show who voted.
 */
function givesZone({ copied, viewer, visitor, poll }: Voted): boolean {
  if (viewer !== null && viewer.id !== visitor.id) return false
  return copied === null && !poll.anonymous && visitor.time_zone === 'UTC' && !visitor.utc_chosen
}
