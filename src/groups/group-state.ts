import { Forbidden, NotFound } from '../errors.ts'
import type { Group } from './group.ts'

/** Suspended: closed to everyone until it is resumed. Deleted: removed permanently some days later. */
export const GROUP_STATES = ['active', 'suspended', 'deleted'] as const
export type GroupState = (typeof GROUP_STATES)[number]

/** The same in SQL, for the row `g` of a group. */
export const groupStateOf = (g: string) =>
  `case when ${g}.deleted_at is not null then 'deleted' when ${g}.suspended_at is not null then 'suspended' else 'active' end`

/** The state of a group. */
export function groupState(group: Pick<Group, 'suspended_at' | 'deleted_at'>): GroupState {
  if (group.deleted_at !== null) return 'deleted'
  return group.suspended_at === null ? 'active' : 'suspended'
}

/**
 * Every door asks this, once it knows that the visitor or key belongs to the group: others must not learn
 * that it exists. Forbidden `group_suspended`; NotFound for a deleted group, as for one that never was.
 */
export function requireActive(state: GroupState): void {
  if (state === 'suspended') throw new Forbidden('group_suspended.by_admins')
  if (state === 'deleted') throw new NotFound()
}
