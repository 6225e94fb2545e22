import { dated, type Json } from '../db/json-rows.ts'
import { type Group, type GroupCounts, NO_COUNTS } from './group.ts'
import type { PresentedKey } from './keys/api-key.ts'

/** A group with its parent and the numbers it carries. */
export type GroupFacts = { group: Group; parent: Group | null; counts: GroupCounts }

export type GroupJson = { group: Json; parent: Json | null; counts: Json; due_polls: number }

/** The facts of a group from their JSON. */
export function groupFacts({ group, parent, counts, due_polls }: GroupJson): GroupFacts {
  return {
    group: dated<Group>(group),
    parent: parent === null ? null : dated<Group>(parent),
    counts: { ...(counts as Omit<GroupCounts, 'due_polls'>), due_polls },
  }
}

/** A group as people from outside are told of it, who were given something of it to see: neither its numbers nor its text. */
export function factsForGuests({ group }: GroupFacts): GroupFacts {
  return { group: { ...group, description: null }, parent: null, counts: NO_COUNTS }
}

/** The key from its JSON, or null. */
export function keyFacts(key: Json | null): PresentedKey | null {
  return key === null ? null : dated<PresentedKey>(key)
}
