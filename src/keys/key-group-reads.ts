import { is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW, type Group } from '../groups/group.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'

export type KeyGroupRow = { in_group: GroupJson; subgroups: JsonOf<Group>[] }

const keyGroup = sql<{ id: number }, KeyGroupRow>(
  'key_group.read',
  `select ${GROUP_FACTS} as in_group,
     (select coalesce(json_agg(s order by s.id), '[]') from groups s where s.parent_id = g.id and s.deleted_at is null) as subgroups
   from groups g where g.id = :id`,
  { in_group: is.jsonOf(GROUP_FACTS_ROW), subgroups: is.jsonListOf(GROUP_ROW) },
)

/** A group, and its subgroups. */
export function readKeyGroup(db: Queryable, id: number): Promise<KeyGroupRow> {
  return keyGroup.one(db, { id })
}
