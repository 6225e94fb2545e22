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

/** Whether anyone who is signed in may create groups. */
export async function groupsAreOpen(db: Queryable): Promise<boolean> {
  return (await read.one(db, {})).open_groups
}

export async function writeOpenGroups(tx: Queryable, open_groups: boolean): Promise<void> {
  await write.run(tx, { open_groups })
}

const readIdentity = sql<object, { name: string | null; mark: Buffer | null }>(
  'service_settings.read_identity',
  'select name, mark from service_settings',
  { name: is.nullable(is.text), mark: is.nullable(is.bytes) },
)

const writeIdentity = sql<{ name: string | null; mark: Buffer | null }>(
  'service_settings.write_identity',
  `insert into service_settings (name, mark) values (:name, :mark)
   on conflict (only_one) do update set name = excluded.name, mark = excluded.mark`,
)

/** The name and the mark that were set; null without a setting. */
export async function storedIdentity(
  db: Queryable,
): Promise<{ name: string | null; mark: Buffer | null } | null> {
  return readIdentity.first(db, {})
}

export async function storeIdentity(
  tx: Queryable,
  identity: { name: string | null; mark: Buffer | null },
): Promise<void> {
  await writeIdentity.run(tx, identity)
}
