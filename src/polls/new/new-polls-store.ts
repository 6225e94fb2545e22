import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { MAKING, type PollToMake } from './new-poll-rows.ts'

const insert = sql<{ polls: string }, { id: number; key: string }>(
  'polls.insert',
  `${MAKING}
  select id, key from made`,
  { id: is.integer, key: is.text },
)

/** Creates polls with all their rows, and returns their ids, in the same order. */
export async function insertPolls(tx: Queryable, polls: PollToMake[]): Promise<number[]> {
  if (polls.length === 0) return []
  const made = new Map(
    (await insert.all(tx, { polls: JSON.stringify(polls) })).map(({ id, key }) => [key, id]),
  )
  return polls.map(({ key }) => made.get(key) ?? 0)
}
