import type { Queryable } from '../../db/sql.ts'
import { listOpenBallots, type OpenBallot } from '../../polls/open/open-ballots-store.ts'
import { loadLookAlikes } from '../names/load-look-alikes.ts'

/** A vote by an open link. `like`: the name of a member that the voter's name resembles. */
export type OpenVoter = OpenBallot & { like: string | null }

/** The newest votes by open links of a poll, at most `most`. */
export async function loadOpenVoters(
  db: Queryable,
  { poll_id, group_id, most }: { poll_id: number; group_id: number; most: number },
): Promise<OpenVoter[]> {
  const found = await listOpenBallots(db, poll_id, most)
  if (found.length === 0) return []
  const like = await loadLookAlikes(db, { group_id })
  return found.map((ballot) => ({ ...ballot, like: like(ballot.name) }))
}
