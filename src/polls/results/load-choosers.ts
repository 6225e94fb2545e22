import type { Queryable } from '../../db/sql.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import { byName } from '../../locales/alphabet.ts'
import { shownNames } from '../../users/shown-names.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { pollType } from '../types/index.ts'
import { loadVoters } from './load-results.ts'

/** A page names no more; the ballot files do. */
const MOST_CHOOSERS = 300

/** Names by option slot. */
export type Choosers = Map<number, string[]>

/**
 * The voters by option, in types whose ballots choose, as far as the gate shows them to this viewer; else
 * none.
 */
export async function loadChoosers(
  db: Queryable,
  { poll, options, results }: Pick<LoadedPoll, 'poll' | 'options' | 'results'>,
  sees_addresses: boolean,
): Promise<Choosers> {
  const choosers: Choosers = new Map()
  if (pollType(poll.poll_type).answered_by !== 'choosing') return choosers
  const wanted = results.shown && results.as_of <= MOST_CHOOSERS
  const { by_voter } = await loadVoters(db, { poll, results }, wanted)
  if (by_voter.length === 0) return choosers
  const ids = by_voter.map(({ user_id }) => user_id)
  const names = shownNames(await readUsersIn(db, poll.group_id, ids), sees_addresses)
  for (const { slot } of options) {
    const chose = by_voter.filter(({ scores }) => (scores[slot - 1] ?? 0) > 0)
    const called = chose.map(({ user_id }) => names.get(user_id) ?? '')
    choosers.set(slot, called.sort(byName()))
  }
  return choosers
}
