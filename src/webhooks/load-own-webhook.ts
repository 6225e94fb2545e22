import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { Webhook } from './webhook.ts'
import { lockWebhook } from './webhooks-store.ts'

/** A webhook by its id, within its group; null: any group, for the operator. */
export type OwnWebhook = { group_id: number | null; id: number }

/** Returns the webhook, locked until the transaction ends. NotFound: none, or another group's. */
export async function loadOwnWebhook(tx: Queryable, { group_id, id }: OwnWebhook): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id)
  if (webhook === null) throw new NotFound('not_found.webhook', { id })
  if (group_id !== null && webhook.group_id !== group_id) throw new NotFound('not_found.webhook', { id })
  return webhook
}
