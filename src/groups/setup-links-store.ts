import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const replace = sql<{ hash: Buffer }>(
  'setup_links.replace',
  `insert into setup_links (hash) select :hash where not exists (select 1 from groups)
   on conflict (single) do update set hash = excluded.hash, created_at = now()`,
)

const VALID = 'hash = :hash and not exists (select 1 from groups)'

const find = sql<{ hash: Buffer }, { found: boolean }>(
  'setup_links.find',
  `select exists (select 1 from setup_links where ${VALID}) as found`,
  { found: is.flag },
)

const awaited = sql<object, { awaited: boolean }>(
  'setup_links.awaited',
  'select not exists (select 1 from groups) as awaited',
  { awaited: is.flag },
)

const use = sql<{ hash: Buffer }>('setup_links.use', `delete from setup_links where ${VALID}`)

/** Stores the link that creates the first group, and invalidates the one before. False: a group exists. */
export async function replaceSetupLink(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (await replace.run(tx, { hash })) > 0
}

/** Whether this is the link, and no group exists. */
export async function isSetupLink(db: Queryable, hash: Buffer): Promise<boolean> {
  return (await find.one(db, { hash })).found
}

/** Whether no group exists yet. */
export async function isSetupAwaited(db: Queryable): Promise<boolean> {
  return (await awaited.one(db, {})).awaited
}

/** Uses the link up. False: another link, or a group exists; of concurrent requests only one gets it. */
export async function useUpSetupLink(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (await use.run(tx, { hash })) > 0
}
