import { canonical, type Json } from '@folkmoot/check'
import type { Act } from '../../db/db.ts'
import { lockAnyPoll, pollOptions } from '../polls-store.ts'
import { insertManifest } from './manifests-store.ts'
import { manifestOf } from './poll-manifest.ts'
import { signManifest } from './sign-heads.ts'

/**
 * Records and signs the question and the rules of a poll with receipts, which has just opened: its ballots
 * are for these and no others. Does nothing for other polls.
 */
export async function recordManifest({ tx, signer }: Pick<Act, 'tx' | 'signer'>, id: number): Promise<void> {
  const poll = await lockAnyPoll(tx, id)
  if (poll === null || !poll.receipts || poll.closing_at === null) return
  const options = await pollOptions(tx, id)
  const manifest = manifestOf(poll, options, { closing: 1, closing_at: poll.closing_at })
  const recorded = { poll_id: id, manifest: canonical(manifest as unknown as Json) }
  await insertManifest(tx, recorded)
  await signManifest(tx, signer, recorded)
}
