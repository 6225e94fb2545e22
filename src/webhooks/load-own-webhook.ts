import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { Webhook } from './webhook.ts'
import { lockWebhook } from './webhooks-store.ts'

/** A webhook by its id, as the group's it must be; null: whosever it is, for whoever runs the service. */
export type OwnWebhook = { group_id: number | null; id: number }

/** The webhook, locked until the transaction ends. NotFound: there is none, or it is another group's. */
export async function loadOwnWebhook(tx: Queryable, { group_id, id }: OwnWebhook): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id)
  if (webhook === null) throw new NotFound('not_found.webhook', { id })
  if (group_id !== null && webhook.group_id !== group_id) throw new NotFound('not_found.webhook', { id })
  return webhook
}
