import { shownNames } from '../../users/shown-names.ts'

/** A person listed with their ballot, or their reason. */
type Named = { user_id: number; user_name: string | null; user_email: string | null }

/** The names of these people, by id; see `shownNames`. */
export function votersNames(rows: readonly Named[], sees_addresses: boolean): Map<number, string> {
  const people = rows.map(({ user_id: id, user_name: name, user_email: email }) => ({ id, name, email }))
  return shownNames(people, sees_addresses)
}
