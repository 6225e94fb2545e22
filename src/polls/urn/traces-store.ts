import { ID } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

const unclean = sql<{ most: number }, { id: number }>(
  'traces.polls',
  `select id from polls where anonymous and sealed_at is not null and cleaned_at is null
     and (urn_key is null or boxed_at is not null) order by id limit :most`,
  ID,
)

const mark = sql<{ ids: number[] }>(
  'traces.mark_cleaned',
  'update polls set cleaned_at = now() where id = any (:ids::bigint[])',
)

/** Sealed polls with single votes that 0.1.0 has left in files. */
export async function pollsWithTraces(db: Queryable, most: number): Promise<number[]> {
  return (await unclean.all(db, { most })).map((row) => row.id)
}

export async function markCleaned(db: Queryable, ids: number[]): Promise<void> {
  await mark.run(db, { ids })
}
