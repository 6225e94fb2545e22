import type { Act } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { testBody } from './bodies/body-formats.ts'
import { insertTestDelivery } from './deliveries-store.ts'
import { loadOwnWebhook, type OwnWebhook } from './load-own-webhook.ts'
import { loadGroupWebhooks } from './load-webhooks.ts'

/**
 * Records a test for a webhook, even a disabled one. No queue sends it: the caller does. Returns its id.
 * NotFound: the group has no such webhook; Conflict: the previous test is still being sent.
 */
export async function addTest({ tx, now }: Act, own: OwnWebhook, public_url: string): Promise<number> {
  const webhook = await loadOwnWebhook(tx, own)
  const { in_group } = await loadGroupWebhooks(tx, webhook.group_id)
  const body = testBody(in_group, webhook.format, { public_url, now })
  const id = await insertTestDelivery(tx, webhook.id, body)
  if (id === null) throw new Conflict('webhook_test_running.running')
  return id
}
