import type { Queryable } from '../../db/sql.ts'
import type { PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { type LoadedPoll, shapeOpenPoll } from '../load-poll.ts'
import { makeAndRead, type PollAsked } from './new-poll-reads.ts'

/** A new poll, and the state of the key that requested it. */
export type NewlyMade = { loaded: LoadedPoll; key: PresentedKey | null }

/**
 * Creates polls without a thread, and loads their data with the same statement, in the same order. The caller
 * still checks whether the keys may be used.
 */
export async function makeAndLoad(tx: Queryable, asked: PollAsked[]): Promise<NewlyMade[]> {
  if (asked.length === 0) return []
  const rows = await makeAndRead(tx, asked)
  return Promise.all(
    rows.map(async (row) => ({ loaded: await shapeOpenPoll(tx, row), key: keyFacts(row.key) })),
  )
}
