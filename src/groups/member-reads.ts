import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { GroupJson } from './group-facts.ts'
import { GROUP_FACTS, KEY_FACTS } from './group-reads.ts'

export type MemberRow = Json & { user: Json }
export type MembersRow = { now: Date; key: Json | null; in_group: GroupJson; members: MemberRow[] }

const page = sql<{ hash: Buffer; per: number; from: number }, MembersRow>(
  'members.page',
  `with own as (
     select k.group_id from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = :hash
   )
   select now() as now, ${KEY_FACTS} as key,
     (select ${GROUP_FACTS} from groups g where g.id = (select group_id from own)) as in_group,
     (select coalesce(json_agg(m order by m.id), '[]') from (
        select m.id, m.group_id, m.user_id, m.inviter_id, m.admin, m.title, m.accepted_at, m.created_at,
          row_to_json(u) as user
        from memberships m join users u on u.id = m.user_id
        where m.group_id = (select group_id from own) and m.revoked_at is null
        order by m.id limit :per offset :from) m) as members`,
)

/** A page of the members of the key's group, with their people, the group and the key. */
export function readMembers(
  db: Queryable,
  hash: Buffer,
  paging: { per: number; from: number },
): Promise<MembersRow> {
  return page.one(db, { hash, ...paging })
}
