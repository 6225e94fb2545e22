import type { Queryable } from '../../db/sql.ts'
import { browserHash } from '../../polls/open/browser-hash.ts'
import { findOpenBallot, listOpenBallots, type OpenBallot } from '../../polls/open/open-ballots-store.ts'
import { loadLookAlikes } from '../names/load-look-alikes.ts'

/**
 * A vote by an open link. `like`: the name of a member that the voter's name resembles. `own`: the reader's
 * browser cast it.
 */
export type OpenVoter = OpenBallot & { like: string | null; own: boolean }

type Asked = { poll_id: number; group_id: number; most: number; to_member: boolean; browser: string }

/**
 * The newest votes by open links of a poll, at most `most`. `to_member`: the reader is in the group; others
 * do not learn who is. `browser`: the token of their browser; '' if it has none.
 */
export async function loadOpenVoters(
  db: Queryable,
  { poll_id, group_id, most, to_member, browser }: Asked,
): Promise<OpenVoter[]> {
  const found = await listOpenBallots(db, poll_id, most)
  if (found.length === 0) return []
  const like = to_member ? await loadLookAlikes(db, { group_id }) : () => null
  const own = browser === '' ? null : await findOpenBallot(db, browserHash(poll_id, browser))
  return found.map((ballot) => ({ ...ballot, like: like(ballot.name), own: ballot.id === own?.id }))
}
