import { countSessions } from '../db/catalog.ts'
import { SERVING } from '../db/db.ts'
import { schemaVersion } from '../db/migrate.ts'
import type { Queryable } from '../db/sql.ts'
import { findQueues } from './queues-store.ts'
import type { Status } from './status.ts'
import { findHoldings, findTroubledGroups, type TroubledGroup } from './status-store.ts'

/** The service's status. The tables must have the newest schema. */
export async function loadStatus(db: Queryable): Promise<Omit<Status, 'sends_mail' | 'refused_mails'>> {
  return {
    schema_version: await schemaVersion(db),
    connections: await countSessions(db, SERVING),
    ...(await findHoldings(db)),
    queues: await findQueues(db),
  }
}

const MOST_GROUPS = 10

/** Groups with a part of the service's problems, whose pages this person may open as their admin. */
export function loadTroubledGroups(db: Queryable, user_id: number): Promise<TroubledGroup[]> {
  return findTroubledGroups(db, { user_id, most: MOST_GROUPS })
}
