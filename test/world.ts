import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { change, type Db, openDb, SYSTEM } from '../src/db/db.ts'
import { signingKey } from '../src/db/keys/signing-key.ts'
import type { KeyPlace } from '../src/db/keys/urn-keys.ts'
import { createGroup } from '../src/groups/create-group.ts'
import type { Group } from '../src/groups/group.ts'
import { PERMISSIONS, type Permission, type Variant } from '../src/keys/api-key.ts'
import { type IssuedKey, issueKey } from '../src/keys/issue-key.ts'
import { setMembers } from '../src/members/set-members.ts'
import { atEnd } from './at-end.ts'
import type { TestDatabase } from './database.ts'

/** A database with the named cast: Ada, admin of the group "Mill Lane Co-op", and its people. */
export type World = {
  db: Db
  /** For opening another connection or process on the same database. */
  address: { host: string; port: number; user: string; database: string; keys: KeyPlace }
  group: Group
  ada: { id: number; email: string }
}

export const CAST = ['ben@mill.example', 'cleo@mill.example', 'dai@mill.example', 'esi@mill.example']

/** Makes a world: a new clone of the migrated template, dropped after the file's tests. */
export async function createWorld(): Promise<World> {
  return foundWorld(await createEmptyService())
}

/** A migrated database without a group or people, dropped after the file's tests. */
export function createEmptyService(): Promise<Pick<World, 'db' | 'address'>> {
  return createDatabase(inject('database').template)
}

/** Creates the cast's group in a migrated database without it. */
export async function foundWorld(where: Pick<World, 'db' | 'address'>): Promise<World> {
  const made = await change(where.db, SYSTEM, (act) =>
    createGroup(act, {
      name: 'Mill Lane Co-op',
      handle: 'mill-lane',
      admin_email: 'ada@mill.example',
      parent_handle: null,
    }),
  )
  return { ...where, group: made.group, ada: made.admin }
}

/** A separate database, dropped after the file's tests: a clone of `template`, or empty. `more`: its options. */
export async function createDatabase(
  template = 'template0',
  more = '',
): Promise<Pick<World, 'db' | 'address'>> {
  const { host, port, user }: TestDatabase = inject('database')
  const database = `world_${randomBytes(6).toString('hex')}`
  // The other strategy, copying through the log, costs twice as much here, where no disk is waited for.
  await asAdmin(`create database ${database} template ${template} strategy file_copy ${more}`)
  const folder = join(tmpdir(), `folkmoot-keys-${database}`)
  const keys = { folder: join(folder, 'urn-keys'), secret_file: join(folder, 'secret-key') }
  const signer = { host: 'moot.example', key: () => signingKey(join(folder, 'signing-key')) }
  const address = { host, port, user, database, keys, signer }
  const db = openDb(address, 8)
  atEnd(async () => {
    // Tests of what happens after its end have closed it.
    if (!db.pool.ended) await db.close()
    await rm(folder, { recursive: true, force: true })
    await asAdmin(`drop database if exists ${database} with (force)`)
  })
  return { db, address }
}

let admin: pg.Pool | undefined

/** One connection for all worlds of this process: each new one would read the catalog anew. */
function adminOf({ host, port, user }: TestDatabase): pg.Pool {
  if (admin !== undefined) return admin
  admin = new pg.Pool({ host, port, user, database: 'postgres', ssl: false, max: 1, allowExitOnIdle: true })
  // The server ends it at the end of the run.
  admin.on('error', () => undefined)
  return admin
}

/** Runs one statement as the owner of the tests' PostgreSQL, and retries while a template is in use. */
async function asAdmin(text: string): Promise<void> {
  const pool = adminOf(inject('database'))
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query(text)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Issues a key of the world's group: by default with every permission and in variant A. */
export function keyFor(
  world: World,
  options: {
    variant?: Variant
    permissions?: Permission[]
    guard?: boolean
    expires_at?: Date
    handle?: string
  } = {},
): Promise<IssuedKey> {
  const {
    variant = 'a',
    permissions = [...PERMISSIONS],
    guard = false,
    expires_at = null,
    handle = world.group.handle,
  } = options
  return change(world.db, SYSTEM, (act) =>
    issueKey(act, { handle, name: 'Test key', variant, permissions, guard, expires_at }),
  )
}

/** Makes these addresses pending members and returns the users' ids in order. */
export async function addMembers(world: World, emails: string[] = CAST): Promise<number[]> {
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    setMembers(act, {
      group_id: world.group.id,
      emails,
      remove_absent: false,
      dry_run: false,
      guard: false,
      force: false,
    }),
  )
  const { rows } = await world.db.pool.query<{ id: number; email: string }>(
    'select id, email from users where lower(email) = any ($1)',
    [emails.map((email) => email.toLowerCase())],
  )
  return emails.map((email) => rows.find((row) => row.email?.toLowerCase() === email.toLowerCase())?.id ?? 0)
}

/** Names people who have no name after their addresses: Ben is ben@mill.example. Named polls ask for a name. */
export async function nameMembers({ db }: World): Promise<void> {
  await db.pool.query(
    "update users set name = initcap(split_part(email, '@', 1)) where name is null and email is not null",
  )
}
