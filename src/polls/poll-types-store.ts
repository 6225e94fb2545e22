import { type Queryable, sql } from '../db/sql.ts'
import { POLL_TYPE_NAMES } from './types/index.ts'

// A type that this program does not know stays: a newer one may have added it.
const add = sql<{ names: string[] }>(
  'poll_types.add',
  'insert into poll_types (name) select unnest(:names::text[]) on conflict do nothing',
)

/** Lets the database take polls of every type that this program knows. */
export async function addPollTypes(on: Queryable): Promise<void> {
  await add.run(on, { names: POLL_TYPE_NAMES })
}
