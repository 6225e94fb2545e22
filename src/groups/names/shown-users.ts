// PostgreSQL looks up a given name only for people without their own.
const given = (column: 'name' | 'given_by' | 'xmin', u: string, group_id: string) =>
  `(select n.${column} from given_names n where n.group_id = ${group_id} and n.user_id = ${u}.id)`

/** The name of person `u` in this group: their own, or else the one given to them there. */
export const shownName = (u: string, group_id: string) => `coalesce(${u}.name, ${given('name', u, group_id)})`

/** Whether person `u` has given a name, everywhere or in this group. */
export const hasNamed = (u: string, group_id: string) =>
  `(${u}.name is not null or coalesce(${given('given_by', u, group_id)} = ${u}.id, false))`

/** Whether the name of `u` here was typed with a copied link: every other giver of names is recorded. */
export const isTyped = (u: string, group_id: string) =>
  `(${u}.name is null and exists (select from given_names n
    where n.group_id = ${group_id} and n.user_id = ${u}.id and n.given_by is null))`

/** Changes with the name of person `u` in this group. */
export const nameStamp = (u: string, group_id: string) =>
  `json_build_array(${u}.xmin, case when ${u}.name is null then ${given('xmin', u, group_id)} end)`

/**
 * The users with their names in this group, in place of their table; after `lateral` when another table
 * provides the group.
 */
export const usersIn = (
  group_id: string,
) => `(select id, ${shownName('users', group_id)} as name, username, email,
  email_verified, bot, locale, time_zone, utc_chosen, created_at from users)`
