import type { Queryable } from '../../db/sql.ts'
import type { Page } from '../load-people.ts'
import { startingWith } from './service-group.ts'
import { pagePeople, type ServicePerson } from './service-people-store.ts'

export type { ServicePerson } from './service-people-store.ts'

const MOST_GROUPS = 5

/** A page of all people whose name or address begins with `search`. */
export async function loadServicePeople(
  db: Queryable,
  { search, per, from }: { search: string; per: number; from: number },
): Promise<Page<ServicePerson>> {
  const ask = { start: startingWith(search), most: MOST_GROUPS, per: per + 1, from }
  const people = await pagePeople(db, ask)
  return { items: people.slice(0, per), more: people.length > per }
}
