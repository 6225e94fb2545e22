import type { Json } from '../../db/json-rows.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { GroupJson } from '../group-facts.ts'
import { GROUP_FACTS } from '../group-reads.ts'

export type KeyGroupRow = { in_group: GroupJson; subgroups: Json[] }

const keyGroup = sql<{ id: number }, KeyGroupRow>(
  'key_group.read',
  `select ${GROUP_FACTS} as in_group,
     (select coalesce(json_agg(s order by s.id), '[]') from groups s where s.parent_id = g.id) as subgroups
   from groups g where g.id = :id`,
)

/** A group, and those that belong to it. */
export function readKeyGroup(db: Queryable, id: number): Promise<KeyGroupRow> {
  return keyGroup.one(db, { id })
}
