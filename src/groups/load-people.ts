import type { Queryable } from '../db/sql.ts'
import { type GroupPerson, type PeopleOf, readPeople } from './people-reads.ts'

export type { GroupPerson, PeopleOf } from './people-reads.ts'

/** A page of a list; `more`: another page follows. */
export type Page<T> = { items: T[]; more: boolean }

/** A page of a group's people, admins first, then by name. */
export async function loadPeople(
  db: Queryable,
  { per, ...ask }: { group_id: number; which: PeopleOf; per: number; from: number },
): Promise<Page<GroupPerson>> {
  const rows = await readPeople(db, { ...ask, per: per + 1 })
  return { items: rows.slice(0, per), more: rows.length > per }
}
