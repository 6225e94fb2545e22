import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDb } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { type Binaries, bundledBinaries } from '../src/db/embedded/embedded-account.ts'
import { migrate } from '../src/db/migrate.ts'
import { addPollTypes } from '../src/polls/poll-types-store.ts'

/** Where the tests' PostgreSQL listens, and the migrated database that every world is cloned from. */
export type TestDatabase = { host: string; port: number; user: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase
  }
}

const TEMPLATE = 'folkmoot_template'
/**
 * Its data are deleted after the run, so it need not wait for the disk. Generic plans: tests run most
 * statements only a few times, and custom plans would be made each time.
 */
const HASTY = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  'max_wal_size=8GB',
  'autovacuum_naptime=600',
  'plan_cache_mode=force_generic_plan',
]

/** One real PostgreSQL for the whole run, in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, folder, stop } = await startDatabase()
  project.provide('database', address)
  return async () => {
    await stop()
    await copyFile(
      join(folder, 'data', 'postgres.log'),
      join(project.getProvidedContext().logs, 'postgres.log'),
    )
    // It has a database for each test file; files that are still ending may need it.
    await rm(folder, { recursive: true, force: true })
  }
}

/** A real PostgreSQL in a new folder, with the migrated database; `settings`: more for its command line. */
export async function startDatabase(settings: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-test-'))
  const binaries = await hastyBinaries(join(folder, 'bin'), [...HASTY, ...settings])
  const embedded = await startEmbedded({ data_dir: join(folder, 'data'), role: 'serve', binaries })
  const { host, port, user } = embedded.connection
  const admin = new pg.Client({ ...embedded.connection })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const db = openDb({ host, port, user, database: TEMPLATE }, 2)
  await migrate(db)
  await addPollTypes(db.pool)
  await db.close()
  const address: TestDatabase = { host, port, user, template: TEMPLATE }
  return { address, folder, stop: () => embedded.stop() }
}

/** The bundled PostgreSQL, started with settings that go before those of the program. */
async function hastyBinaries(folder: string, given: string[]): Promise<Binaries> {
  const { initdb, postgres } = await bundledBinaries()
  const hasty = join(folder, 'postgres')
  const settings = given.map((setting) => `-c ${setting}`).join(' ')
  await mkdir(folder, { recursive: true })
  await writeFile(hasty, `#!/bin/sh\nexec '${postgres}' "$@" ${settings}\n`, { mode: 0o755 })
  await chmod(join(folder, '..'), 0o755)
  return { initdb, postgres: hasty }
}
