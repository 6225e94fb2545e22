import { type Problem, problem } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import { loadNameProblems, type OwnName } from '../../members/names/load-name-problems.ts'
import { setOwnName } from '../../members/names/set-own-name.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { needsNameToVote } from '../../members/visits/visit.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { nameSaid, OWN_NAME_FIELD } from '../visits/own-name-part.tsx'

/** The name beside a vote. Null: none, or unchanged; an anonymous poll asks for none. */
export function voterNameIn({ request }: Exchange, visit: PollVisit): OwnName | null {
  const { poll } = visit.loaded
  return poll.anonymous ? null : nameSaid(bodyOf(request).fields, visit, poll.group_id)
}

/** What is wrong with it; a voter whom the group knows by no name has to give one. */
export async function checkVoterName(
  { services }: Exchange,
  { visitor, loaded }: PollVisit,
  said: OwnName | null,
): Promise<Problem[]> {
  if (said !== null) return loadNameProblems(services.db.pool, said)
  return needsNameToVote(visitor, loaded.poll) ? [problem(OWN_NAME_FIELD, 'blank')] : []
}

/** In a separate transaction, before the vote: if the vote comes too late, the name is saved anyway. */
export function keepVoterName({ services }: Exchange, said: OwnName): Promise<void> {
  return actAs(services, said.user_id, (act) => setOwnName(act, said))
}
