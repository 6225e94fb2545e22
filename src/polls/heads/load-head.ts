import { type PublishedKey, publishedKeys } from '../../db/keys/own-signing-key.ts'
import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { isFinal, pollState } from '../poll.ts'
import { headOfPoll, type StoredHead } from './heads-store.ts'
import { fingerprintOf, type PublishedHead, publishedHead } from './published-head.ts'

type OfPoll = Pick<LoadedPoll, 'poll' | 'results' | 'now'>

/** A head as pages and messages tell of it. `signed`: null: not yet; else whether by the present key. */
export type ToldHead = { fingerprint: string; signed: 'by_present_key' | 'by_earlier_key' | null }

/**
 * The head of a poll's last closing. Null: voting is open, the gate hides the results, or the poll was closed
 * by a release without heads.
 */
export async function loadHead(db: Queryable, loaded: OfPoll): Promise<PublishedHead | null> {
  const stored = await loadStoredHead(db, loaded)
  return stored === null ? null : publishedHead(stored)
}

/** The same as it is stored, behind the same gate. */
export async function loadStoredHead(
  db: Queryable,
  { poll, results, now }: OfPoll,
): Promise<StoredHead | null> {
  return isFinal(poll, now) && results.shown ? headOfPoll(db, poll.id) : null
}

/**
 * The head that a reopened poll had before, while voting is open. Null: it has none, or the gate hides the
 * results.
 */
export async function loadEarlierHead(
  db: Queryable,
  { poll, results, now }: OfPoll,
): Promise<PublishedHead | null> {
  if (pollState(poll, now).is !== 'open' || !results.shown) return null
  const stored = await headOfPoll(db, poll.id)
  return stored === null ? null : publishedHead(stored)
}

/** The same for a page, behind the same gate. */
export async function loadToldHead(db: Queryable, loaded: OfPoll): Promise<ToldHead | null> {
  const stored = await loadStoredHead(db, loaded)
  if (stored === null) return null
  const told = { fingerprint: fingerprintOf(stored) }
  if (stored.public_key === null) return { ...told, signed: null }
  const [present] = await publishedKeys(db)
  const replaced = present !== undefined && present.public_key !== stored.public_key
  return { ...told, signed: replaced || retired(present) ? 'by_earlier_key' : 'by_present_key' }
}

const retired = (key: PublishedKey | undefined) => key !== undefined && key.retired_at !== null
