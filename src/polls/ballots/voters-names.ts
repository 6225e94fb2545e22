import { shownNames } from '../../users/shown-names.ts'

/** A person listed with their ballot, or their reason. */
type Named = { user_id: number; user_name: string | null }

/** The names of these people, by id; see `shownNames`. */
export function votersNames(rows: readonly Named[]): Map<number, string> {
  return shownNames(rows.map(({ user_id: id, user_name: name }) => ({ id, name })))
}
