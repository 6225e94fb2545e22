import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { inAlphabet } from '../../locales/alphabet.ts'
import type { Page } from '../load-people.ts'
import { type Candidate, type DeletionFacts, type ServiceGroup, startingWith } from './service-group.ts'
import { findDeletionFacts, findServiceGroup, firstMembers, pageGroups } from './service-groups-store.ts'

/** A page of all groups whose name or handle begins with `search`. */
export async function loadServiceGroups(
  db: Queryable,
  { search, per, from }: { search: string; per: number; from: number },
): Promise<Page<ServiceGroup>> {
  const groups = await pageGroups(db, { start: startingWith(search), per: per + 1, from })
  return { items: groups.slice(0, per), more: groups.length > per }
}

/** NotFound: no such group. */
export async function loadServiceGroup(db: Queryable, id: number): Promise<ServiceGroup> {
  const group = await findServiceGroup(db, id)
  if (group === null) throw new NotFound('not_found.address')
  return group
}

const MOST_CANDIDATES = 20

/** The members who could become admin of a group that has none, the first who joined. */
export async function loadCandidates(
  db: Queryable,
  group_id: number,
): Promise<{ items: Candidate[]; more: boolean }> {
  const found = await firstMembers(db, group_id, MOST_CANDIDATES + 1)
  return { items: found.slice(0, MOST_CANDIDATES), more: found.length > MOST_CANDIDATES }
}

const MOST_SUBGROUPS = 20

/** What the deletion of a group depends on; `more`: it has more subgroups. NotFound: no such group. */
export async function loadDeletionFacts(
  db: Queryable,
  id: number,
): Promise<DeletionFacts & { more: boolean }> {
  const found = await findDeletionFacts(db, id, MOST_SUBGROUPS + 1)
  if (found === null) throw new NotFound('not_found.address')
  const { is_first, subgroups } = found
  const shown = inAlphabet(subgroups.slice(0, MOST_SUBGROUPS), ({ name }) => name)
  return { is_first, subgroups: shown, more: subgroups.length > MOST_SUBGROUPS }
}
