import type { GroupsRule } from '../../users/single-sign-on/provider.ts'

/**
 * A group of a mapping, and one person in it. `membership_id` null: no member, and not invited; `mapped`: the
 * claim made them a member; `removed`: they left, or people here removed them or withdrew their invitation.
 */
export type MappedGroup = {
  id: number
  handle: string
  name: string
  membership_id: number | null
  accepted: boolean
  mapped: boolean
  removed: boolean
}

/**
 * What a claim asks for: to join groups, and to leave those that only the claim had given. `barred`: groups
 * to join that people here have ended for this person; `absent`: handles of groups to join that do not exist
 * or are closed.
 */
export type MappingPlan = {
  join: MappedGroup[]
  leave: MappedGroup[]
  barred: MappedGroup[]
  absent: string[]
}

/**
 * What a person's values of the claim change. Memberships that people here gave are never taken away, and
 * those that they ended never given again; without a claim (null) nothing changes.
 */
export function planMapping(
  rule: Pick<GroupsRule, 'map'>,
  values: readonly string[] | null,
  groups: readonly MappedGroup[],
): MappingPlan {
  if (values === null) return { join: [], leave: [], barred: [], absent: [] }
  const wanted = new Set(rule.map.filter(({ value }) => values.includes(value)).map(({ handle }) => handle))
  const missing = groups.filter(
    ({ handle, membership_id, accepted }) => wanted.has(handle) && (membership_id === null || !accepted),
  )
  return {
    join: missing.filter(({ removed }) => !removed),
    leave: groups.filter(
      ({ handle, membership_id, mapped }) => !wanted.has(handle) && membership_id !== null && mapped,
    ),
    barred: missing.filter(({ removed }) => removed),
    absent: [...wanted].filter((wish) => !groups.some(({ handle }) => handle === wish)),
  }
}
