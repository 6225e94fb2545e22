import type { Act } from '../db/db.ts'
import { overlapEnd } from '../keys/api-key.ts'
import { giveSecret, type MadeWebhook } from './create-webhook.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { endSecretsAt } from './webhooks-store.ts'

/**
 * Gives a webhook a new secret; the old one stays valid beside it for `overlap_hours` (0: ends at once).
 * NotFound: the group has no such webhook.
 */
export async function rotateWebhook(
  { tx, now }: Act,
  own: OwnWebhook,
  overlap_hours: number,
): Promise<MadeWebhook & { old_until: Date }> {
  const { id } = await loadOwnWebhook(tx, own)
  const old_until = overlapEnd(now, overlap_hours)
  await endSecretsAt(tx, id, old_until)
  return { id, secret: await giveSecret(tx, id), old_until }
}
