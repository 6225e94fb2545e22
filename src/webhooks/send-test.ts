import { type Actor, change } from '../db/db.ts'
import { addTest } from './add-test.ts'
import type { ShownDelivery } from './delivery.ts'
import type { OwnWebhook } from './load-own-webhook.ts'
import { loadDelivery } from './load-webhooks.ts'
import { type Messenger, sendThisDelivery } from './send-delivery.ts'

/** Sends a test to a webhook and waits for what comes of it, some 15 seconds at most. Refused like `addTest`. */
export async function sendTest(
  messenger: Messenger,
  { actor, own, public_url }: { actor: Actor; own: OwnWebhook; public_url: string },
): Promise<ShownDelivery> {
  const { db } = messenger
  const id = await change(db, actor, (act) => addTest(act, own, public_url))
  await sendThisDelivery(messenger, id)
  return loadDelivery(db.pool, own.id, id)
}
