// PostgreSQL looks for a given name where there is no own one, and nowhere else.
const given = (column: 'name' | 'xmin', u: string, group_id: string) =>
  `(select n.${column} from given_names n where n.group_id = ${group_id} and n.user_id = ${u}.id)`

/** What person `u` is called in this group: their own name, or else the one given to them there. */
export const shownName = (u: string, group_id: string) => `coalesce(${u}.name, ${given('name', u, group_id)})`

/** Changes with what person `u` is called in this group. */
export const nameStamp = (u: string, group_id: string) =>
  `json_build_array(${u}.xmin, case when ${u}.name is null then ${given('xmin', u, group_id)} end)`

/**
 * The users as they are called in this group, in place of their table; after `lateral` where another table
 * names the group.
 */
export const usersIn = (
  group_id: string,
) => `(select id, ${shownName('users', group_id)} as name, username, email,
  email_verified, bot, locale, time_zone, utc_chosen, created_at from users)`
