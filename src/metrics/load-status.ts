import { countSessions } from '../db/catalog.ts'
import { SERVING } from '../db/db.ts'
import { schemaVersion } from '../db/migrate.ts'
import type { Queryable } from '../db/sql.ts'
import { findQueues } from './queues-store.ts'
import type { Status } from './status.ts'
import { findHoldings } from './status-store.ts'

/** The service's status. The tables must have the newest schema. */
export async function loadStatus(db: Queryable): Promise<Omit<Status, 'sends_mail'>> {
  return {
    schema_version: await schemaVersion(db),
    connections: await countSessions(db, SERVING),
    ...(await findHoldings(db)),
    queues: await findQueues(db),
  }
}
