import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type GroupFacts, groupFacts } from '../groups/group-facts.ts'
import type { Page } from '../groups/load-people.ts'
import { findDelivery, type ListedDelivery, pageDeliveries } from './deliveries-store.ts'
import type { ShownDelivery } from './delivery.ts'
import { type Webhook, webhookFromJson } from './webhook.ts'
import { readWebhooks } from './webhook-reads.ts'
import { type ListedWebhook, listWebhooks } from './webhooks-store.ts'

export type { ListedDelivery } from './deliveries-store.ts'
export type { ListedWebhook } from './webhooks-store.ts'

/** The webhooks of a group, for its admins; null: of all groups, for the operator. */
export function loadWebhooks(db: Queryable, group_id: number | null): Promise<ListedWebhook[]> {
  return listWebhooks(db, group_id)
}

/** One webhook of a group. NotFound: the group has no such webhook. */
export async function loadWebhook(db: Queryable, group_id: number, id: number): Promise<ListedWebhook> {
  const found = (await listWebhooks(db, group_id)).find((webhook) => webhook.id === id)
  if (found === undefined) throw new NotFound()
  return found
}

/** A group with its webhooks, or only the requested one. NotFound: the group has no such webhook. */
export async function loadGroupWebhooks(
  db: Queryable,
  group_id: number,
  id: number | null = null,
): Promise<{ in_group: GroupFacts; webhooks: Webhook[] }> {
  const row = await readWebhooks(db, group_id, id)
  if (id !== null && row.webhooks.length === 0) throw new NotFound()
  return { in_group: groupFacts(row.in_group), webhooks: row.webhooks.map(webhookFromJson) }
}

/** A page of a webhook's deliveries, newest first. */
export async function loadDeliveries(
  db: Queryable,
  { per, ...ask }: { webhook_id: number; per: number; from: number },
): Promise<Page<ListedDelivery>> {
  const rows = await pageDeliveries(db, { ...ask, per: per + 1 })
  return { items: rows.slice(0, per), more: rows.length > per }
}

/** One delivery with request and response, for admins. NotFound: the webhook has no such delivery. */
export async function loadDelivery(db: Queryable, webhook_id: number, id: number): Promise<ShownDelivery> {
  const found = await findDelivery(db, webhook_id, id)
  if (found === null) throw new NotFound()
  return found
}
