import type { Db } from '../../db/db.ts'
import { type Choices, keptReason, type Reason, readBallot } from './ballot.ts'
import { castAndLoad, type LoadedCast } from './load-cast.ts'
import type { KeyRules } from './load-rules.ts'
import type { NamedVoter } from './load-voter.ts'
import type { Vote } from './vote.ts'

/** A vote cast by a key. */
export type CastForVoter = LoadedCast & Pick<Vote, 'scores' | 'reason' | 'reason_format' | 'api_key_id'>

/**
 * Casts a vote by a key for a voter if these rules still hold, with the statement that also reads the
 * response. A returned vote is on disk. Null: nothing was cast, for any reason; the step-by-step path then
 * gives the reason.
 */
export async function castByRules(
  db: Db,
  { key, poll, options, version }: KeyRules,
  { who, choices, reason }: { who: NamedVoter; choices: Choices; reason: Reason | null },
): Promise<CastForVoter | null> {
  const { user_id, email } = who
  if ((user_id === null) === (email === null) || poll.anonymous) return null
  const { scores, problems } = readBallot(poll, options, { choices, reason })
  if (problems.length > 0) return null
  const vote = { scores, ...keptReason(reason), api_key_id: key.id }
  const voter = user_id === null ? { email: (email ?? '').trim() } : { user_id }
  const cast = await castAndLoad(db, {
    vote: { poll_id: poll.id, ...voter, ...vote, rules: version },
    asked: { poll, options },
  })
  if (cast?.outcome === 'recorded') db.committed()
  return cast === null ? null : { ...vote, ...cast }
}
