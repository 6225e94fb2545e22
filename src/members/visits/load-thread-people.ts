import type { Queryable } from '../../db/sql.ts'
import { inAlphabet } from '../../locales/alphabet.ts'
import { type User, userFromJson } from '../../users/user.ts'
import type { ThreadVisit } from './load-thread.ts'
import { readThreadPeople, type ThreadPersonRow } from './thread-visit-reads.ts'

/** A reader of a thread, and in what role. */
export type ThreadPerson = { user: User; as: ThreadPersonRow['as'] }

export const MOST_PEOPLE_SHOWN = 200
const ROLES = ['member', 'invited', 'guest', 'voter'] as const

/** The readers of the thread: at most 200 of each kind. Guests do not see the members of the group. */
export async function loadThreadPeople(
  db: Queryable,
  { thread, reader }: ThreadVisit,
): Promise<ThreadPerson[]> {
  const rows = await readThreadPeople(db, { discussion_id: thread.discussion.id, most: MOST_PEOPLE_SHOWN })
  const shown = reader.member ? rows : rows.filter(({ as }) => as === 'guest' || as === 'voter')
  const people = shown.map(({ user, as }) => ({ user: userFromJson(user), as }))
  return ROLES.flatMap((role) =>
    inAlphabet(
      people.filter(({ as }) => as === role),
      ({ user }) => user.name,
    ),
  )
}
