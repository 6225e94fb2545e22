import type { Queryable } from '../../db/sql.ts'
import { listOpenBallots, type OpenBallot } from '../../polls/open/open-ballots-store.ts'
import { loadLookAlikes } from '../names/load-look-alikes.ts'

/** A vote by an open link. `like`: the name of a member that the voter's name resembles. */
export type OpenVoter = OpenBallot & { like: string | null }

type Asked = { poll_id: number; group_id: number; most: number; to_member: boolean }

/**
 * The newest votes by open links of a poll, at most `most`. `to_member`: the reader is in the group; others
 * do not learn who is.
 */
export async function loadOpenVoters(
  db: Queryable,
  { poll_id, group_id, most, to_member }: Asked,
): Promise<OpenVoter[]> {
  const found = await listOpenBallots(db, poll_id, most)
  if (found.length === 0) return []
  const like = to_member ? await loadLookAlikes(db, { group_id }) : () => null
  return found.map((ballot) => ({ ...ballot, like: like(ballot.name) }))
}
