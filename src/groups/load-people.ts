import type { Queryable } from '../db/sql.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import { type GroupPerson, type PeopleOf, readPeople } from './people-reads.ts'

export type { GroupPerson, PeopleOf } from './people-reads.ts'

/** A page of a list; `more`: another page follows. */
export type Page<T> = { items: T[]; more: boolean }

/**
 * A page of a group's people, admins first, then by name: in the reader's alphabet if one page holds
 * them all, else in the database's order.
 */
export async function loadPeople(
  db: Queryable,
  { per, ...ask }: { group_id: number; which: PeopleOf; per: number; from: number },
): Promise<Page<GroupPerson>> {
  const rows = await readPeople(db, { ...ask, per: per + 1 })
  const more = rows.length > per
  if (more || ask.from > 0) return { items: rows.slice(0, per), more }
  const leads = ({ admin, revoked_at }: GroupPerson) => admin && revoked_at === null
  const [first, rest] = [rows.filter(leads), rows.filter((row) => !leads(row))]
  return { items: [first, rest].flatMap((some) => inAlphabet(some, ({ user }) => user.name)), more }
}
