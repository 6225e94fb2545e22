import { dated, type Json } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import type { User } from '../users/user.ts'
import type { ListedMembership } from './group.ts'
import { type PeopleOf, readPeople } from './people-reads.ts'

export type { PeopleOf } from './people-reads.ts'

/** A membership in whatever state, with its person. */
export type GroupPerson = ListedMembership & { revoked_at: Date | null; user: User }

/** What a page of a list holds, and whether the list goes on. */
export type Page<T> = { items: T[]; more: boolean }

/** A page of a group's people, admins first, then by name. */
export async function loadPeople(
  db: Queryable,
  { per, ...ask }: { group_id: number; which: PeopleOf; per: number; from: number },
): Promise<Page<GroupPerson>> {
  const rows = await readPeople(db, { ...ask, per: per + 1 })
  const items = rows.slice(0, per).map(({ user, ...membership }) => ({
    ...dated<Omit<GroupPerson, 'user'>>(membership as Json),
    user: dated<User>(user),
  }))
  return { items, more: rows.length > per }
}
