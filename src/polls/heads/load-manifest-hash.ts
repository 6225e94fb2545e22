import { sha256 } from '../../db/keys/sha256.ts'
import type { Queryable } from '../../db/sql.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { pollState } from '../poll.ts'
import { manifestOfPoll } from './manifests-store.ts'

/** The hash of what is voted on, 32 bytes. Null: voting is not open, or the poll gives no receipts. */
export async function loadManifestHash(
  db: Queryable,
  { poll, now }: Pick<LoadedPoll, 'poll' | 'now'>,
): Promise<Buffer | null> {
  if (!poll.receipts || pollState(poll, now).is !== 'open') return null
  const opened = await manifestOfPoll(db, poll.id)
  return opened === null ? null : sha256(Buffer.from(opened.manifest))
}
