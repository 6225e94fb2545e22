import type { Act } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { sendOnceMore } from './deliveries-store.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { loadDelivery } from './load-webhooks.ts'

/**
 * Sends one of a webhook's deliveries again, under its old id; one that is being sent is left as it is.
 * NotFound: no such webhook or delivery; Conflict: the webhook is off.
 */
export async function sendAgain({ tx }: Act, own: OwnWebhook, delivery_id: number): Promise<void> {
  const webhook = await loadOwnWebhook(tx, own)
  await loadDelivery(tx, webhook.id, delivery_id)
  if (webhook.disabled_at !== null) throw new Conflict('webhook_disabled.off')
  await sendOnceMore(tx, webhook.id, delivery_id)
}
