import type { Queryable } from '../db/sql.ts'
import { discardedIn, type Event } from '../events/event.ts'
import { dropMailsOf } from './outbox-store.ts'

/**
 * Drops waiting mails about discarded records. Without a mail server nothing else would check whether they
 * still apply.
 */
export async function dropDiscarded(tx: Queryable, events: Event[]): Promise<void> {
  const gone = discardedIn(events)
  if (gone !== null) await dropMailsOf(tx, gone)
}
