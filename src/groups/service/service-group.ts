import type { Fields } from '../../db/row-types.ts'
import { is } from '../../db/row-types.ts'
import { type Problem, problem } from '../../errors.ts'
import type { Deed } from './deed.ts'

/** How many days a deleted group can be restored. */
export const DELETED_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** A group as people who run the service see it: names and sizes, no content. */
export type ServiceGroup = {
  id: number
  handle: string
  name: string
  memberships: number
  /** Of these, how many have not joined yet. */
  pending_memberships: number
  admins: number
  discussions: number
  polls: number
  created_at: Date
  suspended_at: Date | null
  deleted_at: Date | null
}

export const SERVICE_GROUP_ROW: Fields<ServiceGroup> = {
  id: is.integer,
  handle: is.text,
  name: is.text,
  memberships: is.integer,
  pending_memberships: is.integer,
  admins: is.integer,
  discussions: is.integer,
  polls: is.integer,
  created_at: is.instant,
  suspended_at: is.nullable(is.instant),
  deleted_at: is.nullable(is.instant),
}

/** In SQL: the id of the first group, whose admins run the service. */
export const FIRST_GROUP = '(select min(id) from groups)'

/** What its deletion depends on: whether its admins run the service, and its first subgroups. */
export type DeletionFacts = { is_first: boolean; subgroups: { id: number; name: string }[] }

/** A member who may become admin of a group without one. */
export type Candidate = { id: number; name: string | null; email: string }

/** When a deleted group is removed permanently. */
export function removedOn(deleted_at: Date): Date {
  return new Date(deleted_at.getTime() + DELETED_DAYS * DAY_MS)
}

/** The changes of a group's state. */
export type StateDeed = Extract<
  Deed,
  'group_suspended' | 'group_resumed' | 'group_deleted' | 'group_restored'
>

/** A group whose state is to be changed. `is_first`: its admins run the service. */
export type StateFacts = { name: string; is_first: boolean; has_subgroups: boolean; is_deleted: boolean }

/** Why a group cannot be deleted, whatever is typed. Null: it can. */
export function barToDeletion(
  group: Pick<StateFacts, 'is_first' | 'has_subgroups'>,
): 'first_group' | 'has_subgroups' | null {
  if (group.is_first) return 'first_group'
  return group.has_subgroups ? 'has_subgroups' : null
}

/** Problems of deleting a group, whose name was typed to confirm it. */
export function checkDeletion(group: StateFacts, typed_name: string): Problem[] {
  const bar = barToDeletion(group)
  if (bar !== null) return [problem('group', bar)]
  return typed_name.trim() === group.name.trim()
    ? []
    : [problem('name', 'not_group_name', { name: group.name })]
}

/** Problems of suspending or resuming a group. A deleted group keeps its state until it is restored. */
export function checkSuspension(group: Pick<StateFacts, 'is_deleted'>): Problem[] {
  return group.is_deleted ? [problem('group', 'deleted_group')] : []
}

/** The text that finds names which begin with it, for `like`: with nothing in it that stands for more. */
export function startingWith(text: string): string | null {
  const start = text.trim().toLowerCase()
  return start === '' ? null : `${start.replace(/[\\%_]/g, '\\$&')}%`
}
