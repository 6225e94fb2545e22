import { type Actor, change } from '../db/db.ts'
import { addTest } from './add-test.ts'
import type { ShownDelivery } from './delivery.ts'
import type { OwnWebhook } from './load-own-webhook.ts'
import { loadDelivery } from './load-webhooks.ts'
import { type Messenger, sendThisDelivery } from './send-delivery.ts'

/** Sends a test to a webhook and waits for the result, some 15 seconds at most. Same errors as `addTest`. */
export async function sendTest(
  messenger: Messenger,
  { actor, own, public_url }: { actor: Actor; own: OwnWebhook; public_url: string },
): Promise<ShownDelivery> {
  const id = await change(messenger.db, actor, (act) => addTest(act, own, public_url))
  return sendAddedTest(messenger, own, id)
}

/** The same for an existing test. Also waits while another process sends it. */
export async function sendAddedTest(
  messenger: Messenger,
  own: OwnWebhook,
  id: number,
): Promise<ShownDelivery> {
  await sendThisDelivery(messenger, id)
  return loadDelivery(messenger.db.pool, own.id, id)
}
