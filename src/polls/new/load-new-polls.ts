import type { Queryable } from '../../db/sql.ts'
import type { PresentedKey } from '../../keys/api-key.ts'
import { keyFacts } from '../../keys/key-facts.ts'
import { type LoadedPoll, shapeOpenPoll } from '../load-poll.ts'
import { makeAndRead, type PollAsked } from './new-poll-reads.ts'

/** A poll as it was made, and the key that asked for it as it then was. */
export type NewlyMade = { loaded: LoadedPoll; key: PresentedKey | null }

/**
 * Makes polls without a thread, and loads what is told of them with the same statement, in the same order.
 * Whether the keys may still be used is to be asked.
 */
export async function makeAndLoad(tx: Queryable, asked: PollAsked[]): Promise<NewlyMade[]> {
  if (asked.length === 0) return []
  const rows = await makeAndRead(tx, asked)
  return Promise.all(
    rows.map(async (row) => ({ loaded: await shapeOpenPoll(tx, row), key: keyFacts(row.key) })),
  )
}
