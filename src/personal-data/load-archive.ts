import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type Archive, LISTS, type ListName } from './archive.ts'
import { readList, readProfile } from './archive-reads.ts'

/** Rows read at once. */
const PAGE = 1_000

/**
 * All that the service knows of a person and may tell them. `progress` is called with the number of parts
 * that are ready. NotFound: no such person.
 */
export async function loadArchive(
  db: Queryable,
  user_id: number,
  progress: (done: number) => Promise<void> | void = () => undefined,
): Promise<Archive> {
  const profile = await readProfile(db, user_id)
  if (profile === null) throw new NotFound()
  const lists: Partial<Record<ListName, unknown[]>> = {}
  for (const [place, name] of LISTS.entries()) {
    lists[name] = await wholeList(db, user_id, name)
    await progress(place + 1)
  }
  const taken_at = new Date().toISOString()
  return { format: 'folkmoot-person/1', taken_at, profile, ...(lists as Pick<Archive, ListName>) }
}

async function wholeList(db: Queryable, user_id: number, name: ListName): Promise<unknown[]> {
  const items: unknown[] = []
  for (let after = 0; ; ) {
    const rows = await readList(db, name, { user_id, after, most: PAGE })
    for (const { item } of rows) items.push(item)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return items
    after = last.id
  }
}
