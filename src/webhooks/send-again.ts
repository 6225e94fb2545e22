import type { Act } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { sendOnceMore } from './deliveries-store.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { loadDelivery } from './load-webhooks.ts'

/**
 * Resends one of a webhook's deliveries under its old id; does nothing while it is being sent. NotFound: no
 * such webhook or delivery; Conflict: the webhook is disabled.
 */
export async function sendAgain({ tx }: Act, own: OwnWebhook, delivery_id: number): Promise<void> {
  const webhook = await loadOwnWebhook(tx, own)
  await loadDelivery(tx, webhook.id, delivery_id)
  if (webhook.disabled_at !== null) throw new Conflict('webhook_disabled.off')
  await sendOnceMore(tx, webhook.id, delivery_id)
}
