import type { Queryable } from '../../db/sql.ts'
import { fullName } from '../../groups/group.ts'
import { listWishes } from './join-requests-store.ts'

/** What a request asks for: to join this group, or that an admin decides. */
export type Wish = { group: string; asks: boolean }

/** What these requests ask for, by request. */
export async function loadWishes(db: Queryable, ids: number[]): Promise<Map<number, Wish>> {
  const rows = ids.length === 0 ? [] : await listWishes(db, ids)
  return new Map(
    rows.map(({ id, name, parent_name, asks }) => {
      const parent = parent_name === null ? null : { name: parent_name }
      return [id, { group: fullName({ name }, parent), asks }]
    }),
  )
}
