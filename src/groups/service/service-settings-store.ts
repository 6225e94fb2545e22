import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

const read = sql<object, { open_groups: boolean }>(
  'service_settings.read',
  'select coalesce((select open_groups from service_settings), false) as open_groups',
  { open_groups: is.flag },
)

const write = sql<{ open_groups: boolean }>(
  'service_settings.write',
  `insert into service_settings (open_groups) values (:open_groups)
   on conflict (only_one) do update set open_groups = excluded.open_groups
   where service_settings.open_groups <> excluded.open_groups`,
)

/** Whether anybody who is signed in may create groups. */
export async function groupsAreOpen(db: Queryable): Promise<boolean> {
  return (await read.one(db, {})).open_groups
}

export async function writeOpenGroups(tx: Queryable, open_groups: boolean): Promise<void> {
  await write.run(tx, { open_groups })
}
