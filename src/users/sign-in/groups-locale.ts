/** The language that all groups of a person share; null: they chose several, or none. */
export const groupsLocale = (user_id: string): string => `(
  select min(g.locale) from memberships m join groups g on g.id = m.group_id
  where m.user_id = ${user_id} and m.revoked_at is null having count(distinct g.locale) = 1
)`
