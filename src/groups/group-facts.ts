import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { GROUP_ROW, type Group, type GroupCounts, NO_COUNTS } from './group.ts'

/** A group with its parent and counts. */
export type GroupFacts = { group: Group; parent: Group | null; counts: GroupCounts }

type GroupFactsRow = {
  group: Group
  parent: Group | null
  counts: Omit<GroupCounts, 'due_polls'>
  due_polls: number
}

const COUNTS_ROW: Fields<GroupFactsRow['counts']> = {
  memberships: is.integer,
  pending_memberships: is.integer,
  admin_memberships: is.integer,
  polls: is.integer,
  closed_polls: is.integer,
  discussions: is.integer,
  closed_discussions: is.integer,
}

export const GROUP_FACTS_ROW: Fields<GroupFactsRow> = {
  group: is.record(GROUP_ROW),
  parent: is.nullable(is.record(GROUP_ROW)),
  counts: is.record(COUNTS_ROW),
  due_polls: is.integer,
}

export type GroupJson = JsonOf<GroupFactsRow>

const fromJson = jsonReader(GROUP_FACTS_ROW)

/** Reads the facts of a group from JSON. */
export function groupFacts(json: GroupJson): GroupFacts {
  const { counts, due_polls, ...groups } = fromJson(json)
  return { ...groups, counts: { ...counts, due_polls } }
}

/** A group as outsiders see it who have access to something in it: without its counts and description. */
export function factsForGuests({ group }: GroupFacts): GroupFacts {
  return { group: { ...group, description: null }, parent: null, counts: NO_COUNTS }
}
