import { is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import { MEMBER, MEMBER_ROW, type MemberJson } from '../groups/member-reads.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from './api-key.ts'
import { KEY_FACTS } from './key-reads.ts'

/** `in_group` null: unknown key. */
type MembersRow = {
  now: Date
  key: JsonOf<PresentedKey> | null
  in_group: GroupJson | null
  members: MemberJson[]
}

const page = sql<{ hash: Buffer; per: number; from: number }, MembersRow>(
  'members.page',
  `with own as (
     select k.group_id from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = :hash
   )
   select now() as now, ${KEY_FACTS} as key,
     (select ${GROUP_FACTS} from groups g where g.id = (select group_id from own)) as in_group,
     (select coalesce(json_agg(m order by m.id), '[]') from (
        select ${MEMBER}
        where m.group_id + 0 = (select group_id from own) and m.revoked_at is null
        order by m.id limit :per offset :from) m) as members`,
  {
    now: is.instant,
    key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
    in_group: is.nullable(is.jsonOf(GROUP_FACTS_ROW)),
    members: is.jsonListOf(MEMBER_ROW),
  },
)

/** A page of the members of the key's group, with their people, the group and the key. */
export function readMembers(
  db: Queryable,
  hash: Buffer,
  paging: { per: number; from: number },
): Promise<MembersRow> {
  return page.one(db, { hash, ...paging })
}
