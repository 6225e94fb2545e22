import { dated } from '../../db/json-rows.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Group } from '../group.ts'
import { type GroupFacts, groupFacts } from '../group-facts.ts'
import { readOwn } from './key-group-reads.ts'

export type OwnGroups = { in_group: GroupFacts; subgroups: Group[] }

/** The group of a key, and its subgroups: of these no more than that they are there. */
export async function loadOwn(db: Queryable, id: number): Promise<OwnGroups> {
  const { in_group, subgroups } = await readOwn(db, id)
  return { in_group: groupFacts(in_group), subgroups: subgroups.map((json) => dated<Group>(json)) }
}
