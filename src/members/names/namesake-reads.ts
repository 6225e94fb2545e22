import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { shownName } from '../../groups/names/shown-users.ts'

type Named = { user_id: number; name: string; most: number }

// Compares as `shownNames` does: letters in any case and any form.
const groups = sql<Named, { name: string }>(
  'namesakes.groups',
  `select g.name from memberships me join groups g on g.id = me.group_id
   where me.user_id = :user_id and me.revoked_at is null and me.accepted_at is not null
     and g.suspended_at is null and g.deleted_at is null
     and exists (
       select from memberships o join users u on u.id = o.user_id
       where o.group_id = me.group_id and o.user_id <> me.user_id and o.revoked_at is null
         and lower(normalize(${shownName('u', 'o.group_id')}, nfkc)) = lower(normalize(:name, nfkc)))
   order by g.name, g.id limit :most`,
  { name: is.text },
)

/** The names of the groups of this person in which another member has this name. */
export async function readGroupsOfNamesakes(db: Queryable, of: Named): Promise<string[]> {
  return (await groups.all(db, of)).map(({ name }) => name)
}
