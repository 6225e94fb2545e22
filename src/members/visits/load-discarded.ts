import type { Queryable } from '../../db/sql.ts'
import { fullName } from '../../groups/group.ts'
import { hashToken } from '../../users/secret.ts'
import { userFromJson } from '../../users/user.ts'
import type { Remains } from './discarded.ts'
import {
  type Discarded,
  type GroupPlace,
  readDeletedGroup,
  readDiscardedOpenPoll,
  readDiscardedPoll,
  readDiscardedThread,
} from './discarded-reads.ts'
import { maySeePoll } from './visit.ts'

/** By the token of a personal link ('' for none), or signed in, or both. */
type Comer = { token: string; user_id: number | null; key: string }

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/

/** The deleted poll with this key, for people who could see it. Null for all others, and if there is none. */
export async function loadDiscardedPoll(db: Queryable, comer: Comer): Promise<Remains | null> {
  const row = await readDiscardedPoll(db, asked(comer))
  if (row === null) return null
  const { at, discarder } = row
  const by = discarder === null ? null : userFromJson(discarder)
  const group = groupOf(row)
  const ways = [
    { stance: row.by_link, came_by: 'link' as const },
    { stance: row.by_session, came_by: 'session' as const },
  ]
  for (const { stance, came_by } of ways) {
    if (stance === null || !maySeePoll(stance.visitor, stance.ballot)) continue
    const { visitor } = stance
    const own = visitor.id === comer.user_id
    const remains: Remains = { what: 'poll', at, by, group, visitor, came_by: own ? 'session' : came_by }
    return visitor.group_state === 'active' ? remains : null
  }
  return null
}

/** The deleted thread with this key, in the same way. */
export async function loadDiscardedThread(db: Queryable, comer: Comer): Promise<Remains | null> {
  const row = await readDiscardedThread(db, asked(comer))
  if (row === null || row.visitor.group_state !== 'active') return null
  const { at, discarder, visitor, by_link } = row
  const by = discarder === null ? null : userFromJson(discarder)
  return { what: 'thread', at, by, group: groupOf(row), visitor, came_by: by_link ? 'link' : 'session' }
}

/** The deleted poll of the open link with this token. Null: none, or it was never open. */
export async function loadDiscardedOpenPoll(db: Queryable, token: string): Promise<Remains | null> {
  const row = await readDiscardedOpenPoll(db, hashOf(token))
  if (row === null) return null
  return { what: 'poll', at: row.at, group: groupOf(row), by: null, visitor: null, came_by: 'link' }
}

/**
 * The deleted group of the poll, thread or group at this place, for its members, until it is removed for
 * good. Null for everyone else, and if there is none. `key`: of the poll or thread, or the group's handle.
 */
export async function loadDeletedGroup(
  db: Queryable,
  place: GroupPlace,
  { token, user_id, key: name }: Comer,
): Promise<Remains | null> {
  const row = await readDeletedGroup(db, place, { hash: hashOf(token), user_id, name })
  if (row === null) return null
  const { at, visitor, by_link } = row
  return { what: 'group', at, by: null, group: groupOf(row), visitor, came_by: by_link ? 'link' : 'session' }
}

function groupOf({ group_id, handle, name, parent_name }: Discarded): Remains['group'] {
  const parent = parent_name === null ? null : { name: parent_name }
  return { id: group_id, handle, name: fullName({ name }, parent) }
}

const asked = ({ token, user_id, key }: Comer) => ({ hash: hashOf(token), user_id, key })

/** An invalid token is looked up all the same, as one that nobody has. */
const hashOf = (token: string): Buffer => hashToken(TOKEN.test(token) ? token : '')
