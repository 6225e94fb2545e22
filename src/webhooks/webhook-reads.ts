import { is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import { WEBHOOK_ROW, type Webhook } from './webhook.ts'

export type WebhooksRow = { in_group: GroupJson; webhooks: JsonOf<Webhook>[] }

const ofGroup = sql<{ group_id: number; id: number | null }, WebhooksRow>(
  'webhooks.of_group',
  `select ${GROUP_FACTS} as in_group, (
     select coalesce(json_agg(w order by w.id), '[]') from webhooks w
     where w.group_id = g.id and (:id::bigint is null or w.id = :id::bigint)) as webhooks
   from groups g where g.id = :group_id`,
  { in_group: is.jsonOf(GROUP_FACTS_ROW), webhooks: is.jsonListOf(WEBHOOK_ROW) },
)

// Nothing of a removed webhook is left but the note in the group's history.
const removed = sql<{ group_id: number; id: number }, { removed: boolean }>(
  'webhooks.removed',
  `select exists (select from events where subject_type = 'Webhook' and subject_id = :id
     and group_id = :group_id and kind = 'webhook_removed') as removed`,
  { removed: is.flag },
)

/** Whether this webhook was removed from the group. */
export async function readRemoved(db: Queryable, of: { group_id: number; id: number }): Promise<boolean> {
  return (await removed.one(db, of)).removed
}

/** A group with its webhooks, or only the requested one. */
export function readWebhooks(db: Queryable, group_id: number, id: number | null): Promise<WebhooksRow> {
  return ofGroup.one(db, { group_id, id })
}
