import type { Queryable } from '../db/sql.ts'
import { inAlphabet } from '../locales/alphabet.ts'
import {
  type GroupPerson,
  type PeopleAsk,
  type PersonName,
  readPeople,
  readPeopleNames,
  readPeopleOf,
} from './people-reads.ts'

export type { GroupPerson, PeopleOf } from './people-reads.ts'

/** A page of a list; `more`: another page follows. */
export type Page<T> = { items: T[]; more: boolean }

/** Longer lists stay in the database's order: sorting them for each page would take too long. */
const MOST_SORTED = 2_000

/** `find`: part of the name, or of the address if `by_address`, of those listed. */
type Ask = Omit<PeopleAsk, 'find' | 'by_address'> & Partial<PeopleAsk>

/** A page of a group's people: admins first, then by name, in the alphabet of the reader's language. */
export async function loadPeople(db: Queryable, ask: Ask): Promise<Page<GroupPerson>> {
  const { group_id, which, per, from, find = null, by_address = false } = ask
  const listed = { group_id, which, find, by_address }
  const rows = await readPeople(db, { ...listed, from, per: per + 1 })
  const more = rows.length > per
  if (!more && from === 0) {
    const names = rows.map((row) => ({ name: row.user.name, leads: leads(row), row }))
    return { items: inOrder(names).map(({ row }) => row), more }
  }
  const names = await readPeopleNames(db, { ...listed, most: MOST_SORTED + 1 })
  if (names.length > MOST_SORTED) return { items: rows.slice(0, per), more }
  const ids = inOrder(names).map(({ id }) => id)
  return { items: await readPeopleOf(db, group_id, ids.slice(from, from + per)), more }
}

function leads({ admin, revoked_at }: GroupPerson): boolean {
  return admin && revoked_at === null
}

function inOrder<T extends Pick<PersonName, 'name' | 'leads'>>(people: readonly T[]): T[] {
  const [first, rest] = [people.filter((one) => one.leads), people.filter((one) => !one.leads)]
  return [first, rest].flatMap((some) => inAlphabet(some, ({ name }) => name))
}
