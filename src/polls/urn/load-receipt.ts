import { type Receipt, receiptMessage, writeReceipt } from '@folkmoot/check'
import type { Db } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { verifierKeyOf } from '../../db/keys/verifier-key.ts'
import { manifestOfPoll } from '../heads/manifests-store.ts'
import { loadTagKey } from './load-tag-key.ts'
import { tagOf } from './receipt-tag.ts'
import { hasBox, pollWithReceipts } from './urn-store.ts'

/** `pending`: the ballot is there, and the service cannot sign now. `none`: there is no such ballot. */
export type AskedReceipt = Receipt | 'pending' | 'none'

/**
 * The receipt for the ballot with this commitment in the poll with this key, as long as it is not sealed. Who
 * asks does not matter: nobody knows a commitment but its voter.
 */
export async function loadReceipt(db: Db, poll_key: string, c: Buffer): Promise<AskedReceipt> {
  const poll = await pollWithReceipts(db.pool, poll_key)
  const key = poll === null ? null : await loadTagKey(db, poll.urn_key)
  if (poll === null || key === null) return 'none'
  if (!(await hasBox(db.pool, { poll_id: poll.id, tag: tagOf(key, c) }))) return 'none'
  return (await signReceipt(db, poll.id, c)) ?? 'pending'
}

/** The receipt for a ballot that is in the urn. Null: the service cannot sign now. */
export async function signReceipt({ pool, signer }: Db, poll_id: number, c: Buffer): Promise<Receipt | null> {
  const opened = await manifestOfPoll(pool, poll_id)
  const key = await signer.key().catch(() => null)
  if (opened === null || key === null) return null
  const m = sha256(Buffer.from(opened.manifest))
  const signature = key.sign(receiptMessage(m, c))
  return writeReceipt({ m, c, signature }, verifierKeyOf(signer.host, key.public_key.toString('hex')))
}
