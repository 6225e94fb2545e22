import { type Queryable, sql } from '../../db/sql.ts'

// Drafts are found by person and place: of all who may edit. Those of former admins, who can no longer open
// them, go with age.
const drop = sql<{ discussion_id: number; place: string }>(
  'edit_drafts.drop',
  `delete from form_drafts where ctid = any (array(
     select d.ctid from (
       select :place::text as place, author_id as user_id from discussions where id = :discussion_id
       union
       select :place::text, m.user_id from discussions t cross join lateral (
         select user_id from memberships where group_id = t.group_id and admin and revoked_at is null offset 0
       ) m where t.id = :discussion_id
       union all
       select 'edit of comment ' || id || ' in thread ' || discussion_id, author_id from comments
       where discussion_id = :discussion_id
     ) e cross join lateral (
       select ctid from form_drafts f where f.user_id = e.user_id and f.place = e.place offset 0
     ) d))`,
)

/** Deletes what people began to change in a thread, whose own draft is in `place`, and in its comments. */
export async function dropEditsOfThread(tx: Queryable, discussion_id: number, place: string): Promise<void> {
  await drop.run(tx, { discussion_id, place })
}
