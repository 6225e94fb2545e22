import type { Queryable } from '../../db/sql.ts'
import { type Problem, problem } from '../../errors.ts'
import { withGuestMark } from '../../locales/guest-mark.ts'
import { checkLength } from '../../text/length.ts'
import { checkName, hasSurname } from '../../users/name.ts'
import { MAX_NAME } from '../../users/user.ts'
import { loadLookAlikes } from './load-look-alikes.ts'

const FIELD = 'own_name'

/**
 * The name that a person gives; `vouched`: nobody else has had their link or session. `member`: of the group,
 * where members see each other's names.
 */
export type OwnName = {
  user_id: number
  group_id: number
  name: string
  came_by: 'link' | 'session'
  vouched: boolean
  member: boolean
  /** It is the one that others gave them: it stays as they wrote it. */
  kept?: boolean
}

/**
 * What is wrong with it. Without proof of who they are, nobody takes the name of another member, or one that
 * readers could take for it.
 */
export async function loadNameProblems(db: Queryable, said: OwnName): Promise<Problem[]> {
  const { user_id, group_id, name, vouched, member, kept = false } = said
  if (kept) return []
  const found = checkName(name, FIELD)
  if (found.length > 0) return found
  // Names of people outside the group leave room for their mark, whether they get it or not.
  if (!member) return checkLength(FIELD, name, MAX_NAME - withGuestMark('').length)
  if (vouched) return []
  const like = (await loadLookAlikes(db, { group_id, beside: user_id }))(name)
  if (like === null) return []
  return [problem(FIELD, hasSurname(name) ? 'full_name_of_member' : 'name_of_member', { name: like })]
}
