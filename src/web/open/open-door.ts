import { loadArrival, standingOf } from '../../members/visits/load-visit.ts'
import { loadRefused } from '../../polls/electorate/load-refused.ts'
import { loadOpenLink, type OpenVisit } from '../../polls/open/load-open-link.ts'
import type { Exchange } from '../request/exchange.ts'
import { openVoteToken } from '../request/open-vote-cookie.ts'
import { noteReader } from '../request/reader-language.ts'
import { sessionToken } from '../request/session.ts'

/** The poll behind the link with this token, as this browser sees it. */
export async function enterOpenLink(exchange: Exchange, token: string): Promise<OpenVisit> {
  const visit = await loadOpenLink(exchange.services.db.pool, token, openVoteToken(exchange))
  noteReader(exchange.request, { group: visit.loaded.in_group.group.locale })
  return visit
}

/**
 * The page of the poll, for somebody signed in who has a ballot of their own, or has it with another account
 * that had their address. Null: the link is for them too.
 */
export async function ownBallotOf(exchange: Exchange, { loaded }: OpenVisit): Promise<string | null> {
  const session = sessionToken(exchange)
  if (session === '') return null
  const { id: poll_id, key } = loaded.poll
  const { db } = exchange.services
  const standing = standingOf(await loadArrival(db, { session, link: '', key }))
  if (standing === null) return null
  const { ballot, visitor } = standing
  const has_one = ballot !== null || (await loadRefused(db.pool, { poll_id, user_id: visitor.id })) !== null
  return has_one ? `/p/${key}` : null
}
