import { type Queryable, sql } from '../db/sql.ts'
import { POLL_TYPE_NAMES } from './types/index.ts'

// Types unknown to this program stay: a newer one may have added them.
const add = sql<{ names: string[] }>(
  'poll_types.add',
  'insert into poll_types (name) select unnest(:names::text[]) on conflict do nothing',
)

/** Makes the database accept polls of every type of this program. */
export async function addPollTypes(on: Queryable): Promise<void> {
  await add.run(on, { names: POLL_TYPE_NAMES })
}
