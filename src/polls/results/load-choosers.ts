import type { Queryable } from '../../db/sql.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import { byName } from '../../locales/alphabet.ts'
import { shownNames } from '../../users/shown-names.ts'
import type { User } from '../../users/user.ts'
import type { LoadedPoll } from '../load-poll.ts'
import type { PollOption } from '../poll-option.ts'
import { pollType } from '../types/index.ts'
import { loadVotersOf, type VoterScores } from './load-results.ts'

/** Somebody who chose an option; `shown`: their name among the voters. */
export type Chooser = Pick<User, 'id' | 'name'> & { shown: string }

/** By option slot. */
export type Choosers = Map<number, Chooser[]>

export const NO_CHOOSERS: Choosers = new Map()

/** The same people with the names that a page gives them, by id. */
export function choosersWith(choosers: Choosers, names: ReadonlyMap<number, string>): Choosers {
  const renamed = (one: Chooser) => ({ ...one, shown: names.get(one.id) ?? one.shown })
  return new Map([...choosers].map(([slot, people]) => [slot, people.map(renamed)]))
}

type Shown = Pick<LoadedPoll, 'poll' | 'options' | 'results'>

/**
 * The voters by option of each of these polls of one group, by poll id: of types whose ballots choose, as far
 * as the gate shows them to this viewer, and if at most `most` people voted.
 */
export async function loadChoosers(
  db: Queryable,
  polls: readonly Shown[],
  most: number,
): Promise<Map<number, Choosers>> {
  const chosen = polls.filter(
    ({ poll, results }) =>
      pollType(poll.poll_type).answered_by === 'choosing' && results.shown && results.as_of <= most,
  )
  const voters = await loadVotersOf(db, chosen)
  const ids = voters.flat().map(({ user_id }) => user_id)
  const people = await readUsersIn(db, chosen[0]?.poll.group_id ?? 0, [...new Set(ids)])
  const by_id = new Map(people.map((user) => [user.id, user]))
  return new Map(
    chosen.map(({ poll, options }, place) => [poll.id, choosersOf(options, voters[place] ?? [], by_id)]),
  )
}

function choosersOf(
  options: readonly PollOption[],
  by_voter: VoterScores['by_voter'],
  people: ReadonlyMap<number, User>,
): Choosers {
  if (by_voter.length === 0) return NO_CHOOSERS
  const voted = by_voter.flatMap(({ user_id }) => people.get(user_id) ?? [])
  const names = shownNames(voted)
  const compare = byName()
  return new Map(
    options.map(({ slot }) => {
      const chose = by_voter.filter(({ scores }) => (scores[slot - 1] ?? 0) > 0)
      const choosers = chose.map(({ user_id }) => ({
        id: user_id,
        name: people.get(user_id)?.name ?? null,
        shown: names.get(user_id) ?? '',
      }))
      return [slot, choosers.sort((a, b) => compare(a.shown, b.shown))]
    }),
  )
}
