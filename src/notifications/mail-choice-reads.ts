import { is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW } from '../groups/group.ts'

export type MailChoiceRow = {
  group_id: number
  handle: string
  name: string
  parent: { name: string } | null
  muted: boolean
  suspended: boolean
}

const choices = sql<{ user_id: number; most: number }, MailChoiceRow>(
  'mail_choices.of_user',
  `select g.id as group_id, g.handle, g.name,
     (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id) as parent,
     x.user_id is not null as muted, g.suspended_at is not null as suspended
   from memberships m join groups g on g.id = m.group_id
   left join mutes x on x.group_id = m.group_id and x.user_id = m.user_id
   where m.user_id = :user_id and m.revoked_at is null and g.deleted_at is null order by g.name, g.id limit :most`,
  {
    group_id: is.integer,
    ...pick(GROUP_ROW, 'handle', 'name'),
    parent: is.nullable(is.jsonOf(pick(GROUP_ROW, 'name'))),
    muted: is.flag,
    suspended: is.flag,
  },
)

/** A person's groups, and whether their mails are muted. */
export function readMailChoices(db: Queryable, user_id: number, most: number): Promise<MailChoiceRow[]> {
  return choices.all(db, { user_id, most })
}
