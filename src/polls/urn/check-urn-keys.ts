import type { Db } from '../../db/db.ts'
import { type KeyedPoll, markKeysMissing, pollsNeedingKeys } from './urn-store.ts'

const PAGE = 500

/**
 * Checks that the key of every anonymous poll that is open, or closed and not counted, is in its place, and
 * records the result. Returns the polls whose keys are missing, by their public keys.
 */
export async function checkUrnKeys(db: Db): Promise<string[]> {
  const missing: string[] = []
  for (let after = 0; ; ) {
    const page = await pollsNeedingKeys(db.pool, { most: PAGE, after })
    const gone = await withoutKey(db, page)
    const back = page.filter((poll) => poll.missing && !gone.includes(poll))
    await note(db, back, false)
    // A poll that another process has sealed since has no key any more.
    const unsealed = await note(db, gone, true)
    missing.push(...gone.filter(({ id }) => unsealed.includes(id)).map(({ key }) => key))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return missing
    after = last.id
  }
}

async function withoutKey(db: Db, polls: KeyedPoll[]): Promise<KeyedPoll[]> {
  const gone: KeyedPoll[] = []
  for (const poll of polls) {
    const key = await db.urn_keys.find(db.pool, poll.urn_key)
    if (key === null) gone.push(poll)
    key?.fill(0)
  }
  return gone
}

async function note(db: Db, polls: KeyedPoll[], missing: boolean): Promise<number[]> {
  if (polls.length === 0) return []
  return markKeysMissing(
    db.pool,
    polls.map(({ id }) => id),
    missing,
  )
}
