import { shownNames } from '../../users/shown-names.ts'

/** Whoever stands beside something of theirs: a ballot, or a reason. */
type Named = { user_id: number; user_name: string | null; user_email: string | null }

/** What the people beside these are called, by id; see `shownNames`. */
export function votersNames(rows: readonly Named[], sees_addresses: boolean): Map<number, string> {
  const people = rows.map(({ user_id: id, user_name: name, user_email: email }) => ({ id, name, email }))
  return shownNames(people, sees_addresses)
}
