import type { Act } from '../db/db.ts'
import type { SignedIn } from '../users/load-session.ts'
import { PUSH_KINDS, pushKindsAmong, type Target } from './subscription.ts'
import { dropSubscription, putSubscription, setSilences } from './subscriptions-store.ts'

/** Turns notices on in this person's session. `service_key`: the key that the browser accepts. */
export async function setSubscription(
  { tx }: Act,
  { id: user_id, session_id }: SignedIn,
  target: Target & { service_key: string },
): Promise<void> {
  await putSubscription(tx, { session_id, user_id }, target)
}

/** Turns notices off in this person's session. Idempotent. */
export async function endSubscription({ tx }: Act, { session_id }: SignedIn): Promise<void> {
  await dropSubscription(tx, session_id)
}

/** The person wants notices of these kinds, and no others. */
export async function setPushKinds({ tx }: Act, user_id: number, wanted: readonly string[]): Promise<void> {
  const kinds = pushKindsAmong(wanted)
  await setSilences(
    tx,
    user_id,
    PUSH_KINDS.filter((kind) => !kinds.includes(kind)),
  )
}
