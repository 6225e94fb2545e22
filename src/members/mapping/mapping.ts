import type { GroupsRule } from '../../users/single-sign-on/provider.ts'

export const LOGIN_STATES = ['new', 'own', 'other'] as const

/**
 * A group of a mapping, and one person in it. `membership_id` null: no member, and not invited; `mapped`: the
 * claim made them a member; `removed`: they left, or people here removed them or withdrew their invitation;
 * `login`: whether a claim of the same login has named the group before (`new`: never), for this account or
 * for another one, which may be deleted.
 */
export type MappedGroup = {
  id: number
  handle: string
  name: string
  membership_id: number | null
  accepted: boolean
  mapped: boolean
  removed: boolean
  login: (typeof LOGIN_STATES)[number]
}

/**
 * What a claim asks for: to join groups, and to leave those that only the claim had given. `barred`: groups
 * to join that people here have ended for this person; `taken`: groups to join in which the login was with
 * another account; `absent`: handles of groups to join that do not exist or are closed; `remember`: groups
 * that the claim names for the first time.
 */
export type MappingPlan = {
  join: MappedGroup[]
  leave: MappedGroup[]
  barred: MappedGroup[]
  taken: MappedGroup[]
  absent: string[]
  remember: MappedGroup[]
}

/**
 * What a person's values of the claim change. Memberships that people here gave are never taken away, and
 * those that they ended never given again; a login whose account was deleted, or that was linked to another
 * one, brings no second account in; without a claim (null) nothing changes.
 */
export function planMapping(
  rule: Pick<GroupsRule, 'map'>,
  values: readonly string[] | null,
  groups: readonly MappedGroup[],
): MappingPlan {
  if (values === null) return { join: [], leave: [], barred: [], taken: [], absent: [], remember: [] }
  const wanted = new Set(rule.map.filter(({ value }) => values.includes(value)).map(({ handle }) => handle))
  const missing = groups.filter(
    ({ handle, membership_id, accepted }) => wanted.has(handle) && (membership_id === null || !accepted),
  )
  return {
    join: missing.filter(({ removed, login }) => !removed && login !== 'other'),
    leave: groups.filter(
      ({ handle, membership_id, mapped }) => !wanted.has(handle) && membership_id !== null && mapped,
    ),
    barred: missing.filter(({ removed }) => removed),
    taken: missing.filter(({ removed, login }) => !removed && login === 'other'),
    absent: [...wanted].filter((wish) => !groups.some(({ handle }) => handle === wish)),
    remember: groups.filter(({ handle, login }) => wanted.has(handle) && login === 'new'),
  }
}
