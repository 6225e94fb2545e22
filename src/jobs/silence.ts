import { change, type Db, SYSTEM } from '../db/db.ts'
import { dispatchEvents } from './dispatch-events.ts'
import { dispatchSignIns } from './dispatch-sign-ins.ts'
import { cutOff, dropWaiting, findLeaving, type Leaving } from './leaving-store.ts'

export type { Leaving } from './leaving-store.ts'

/** What a service that starts on this database will send. */
export function loadLeaving(db: Db): Promise<Leaving> {
  return findLeaving(db.pool)
}

/**
 * For a copy of a service, before it starts: switches off its webhooks and the notifications of browsers, and
 * drops all that waits to be sent, also what undispatched events would send.
 */
export async function silence(db: Db, public_url: string): Promise<void> {
  await change(db, SYSTEM, ({ tx }) => cutOff(tx))
  await dispatchSignIns(db, public_url)
  await dispatchEvents(db, public_url)
  await change(db, SYSTEM, ({ tx }) => dropWaiting(tx))
}
