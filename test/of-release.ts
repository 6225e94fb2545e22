import { join } from 'node:path'
import { statementsOf } from './statements.ts'

/**
 * Runs beside the tests, as a program of its own, on the source of another release: `node test/of-release.ts
 * SOURCE ADDRESS`. It makes that release's schema in the database at ADDRESS, and prints the release's
 * statements.
 */

const [source = '', address = ''] = process.argv.slice(2)
const { openDb } = (await import(join(source, 'db/db.ts'))) as typeof import('../src/db/db.ts')
const { migrate } = (await import(join(source, 'db/migrate.ts'))) as typeof import('../src/db/migrate.ts')

const db = openDb({ connection_string: address }, 1)
await migrate(db)
await db.close()
process.stdout.write(JSON.stringify([...(await statementsOf(source))]))
