import type { Queryable } from '../db/sql.ts'
import { type Group, groupFromJson } from '../groups/group.ts'
import { type GroupFacts, groupFacts } from '../groups/group-facts.ts'
import { readKeyGroup } from './key-group-reads.ts'

export type KeyGroup = { in_group: GroupFacts; subgroups: Group[] }

/** The group of a key, and its subgroups, of which it shows only that they exist. */
export async function loadKeyGroup(db: Queryable, id: number): Promise<KeyGroup> {
  const { in_group, subgroups } = await readKeyGroup(db, id)
  return { in_group: groupFacts(in_group), subgroups: subgroups.map(groupFromJson) }
}
