import type { Queryable } from '../../db/sql.ts'
import type { Page } from '../load-people.ts'
import { type ListedDeed, pageDeeds } from './service-events-store.ts'

export type { ListedDeed } from './service-events-store.ts'

/** The actions of the people who run the service, newest first. */
export async function loadDeeds(
  db: Queryable,
  { per, from }: { per: number; from: number },
): Promise<Page<ListedDeed>> {
  const deeds = await pageDeeds(db, { per: per + 1, from })
  return { items: deeds.slice(0, per), more: deeds.length > per }
}
