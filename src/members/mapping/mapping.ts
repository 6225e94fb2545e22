import type { GroupsRule } from '../../users/single-sign-on/provider.ts'

/**
 * A group of a mapping, and one person in it. `membership_id` null: no member, and not invited; `mapped`: the
 * claim made them a member.
 */
export type MappedGroup = {
  id: number
  handle: string
  name: string
  membership_id: number | null
  accepted: boolean
  mapped: boolean
}

/**
 * What a claim asks for: to join groups, and to leave those that only the claim had given. `absent`: handles
 * of groups to join that do not exist or are closed.
 */
export type MappingPlan = { join: MappedGroup[]; leave: MappedGroup[]; absent: string[] }

/**
 * What a person's values of the claim change. Memberships that people here gave are never taken away; without
 * a claim (null) nothing changes.
 */
export function planMapping(
  rule: Pick<GroupsRule, 'map'>,
  values: readonly string[] | null,
  groups: readonly MappedGroup[],
): MappingPlan {
  if (values === null) return { join: [], leave: [], absent: [] }
  const wanted = new Set(rule.map.filter(({ value }) => values.includes(value)).map(({ handle }) => handle))
  return {
    join: groups.filter(
      ({ handle, membership_id, accepted }) => wanted.has(handle) && (membership_id === null || !accepted),
    ),
    leave: groups.filter(
      ({ handle, membership_id, mapped }) => !wanted.has(handle) && membership_id !== null && mapped,
    ),
    absent: [...wanted].filter((wish) => !groups.some(({ handle }) => handle === wish)),
  }
}
