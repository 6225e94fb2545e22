import type { Act } from '../db/db.ts'
import { changed } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import { overlapEnd } from '../keys/api-key.ts'
import { hostOf } from '../text/web-place.ts'
import { giveSecret, type MadeWebhook } from './create-webhook.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { endSecretsAt } from './webhooks-store.ts'

/**
 * Gives a webhook a new secret; the old one stays valid beside it for `overlap_hours` (0: ends at once).
 * NotFound: the group has no such webhook.
 */
export async function rotateWebhook(
  act: Act,
  own: OwnWebhook,
  overlap_hours: number,
): Promise<MadeWebhook & { old_until: Date }> {
  const { tx, now } = act
  const webhook = await loadOwnWebhook(tx, own)
  const { id, group_id } = webhook
  const old_until = overlapEnd(now, overlap_hours)
  await endSecretsAt(tx, id, old_until)
  const changes = changed('host', null, hostOf(webhook))
  await recordNote(act, { kind: 'webhook_rotated', group_id, subject_id: id, changes })
  return { id, secret: await giveSecret(tx, id), old_until }
}
