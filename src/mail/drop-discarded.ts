import type { Queryable } from '../db/sql.ts'
import { discardedIn, type Event } from '../events/event.ts'
import { dropMailsOf } from './outbox-store.ts'

/**
 * Mails of what was discarded wait no longer, also where there is no mail server that would ask whether they
 * still hold.
 */
export async function dropDiscarded(tx: Queryable, events: Event[]): Promise<void> {
  const gone = discardedIn(events)
  if (gone !== null) await dropMailsOf(tx, gone)
}
