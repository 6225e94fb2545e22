import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'

export type WebhooksRow = { in_group: GroupJson; webhooks: Json[] }

const ofGroup = sql<{ group_id: number; id: number | null }, WebhooksRow>(
  'webhooks.of_group',
  `select ${GROUP_FACTS} as in_group, (
     select coalesce(json_agg(w order by w.id), '[]') from webhooks w
     where w.group_id = g.id and (:id::bigint is null or w.id = :id::bigint)) as webhooks
   from groups g where g.id = :group_id`,
)

/** A group with its webhooks, or with the one asked for. */
export function readWebhooks(db: Queryable, group_id: number, id: number | null): Promise<WebhooksRow> {
  return ofGroup.one(db, { group_id, id })
}
