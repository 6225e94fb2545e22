import type { Db } from '../db/db.ts'
import type { SignedIn } from '../users/load-session.ts'
import { findChoices, type PushChoices } from './subscriptions-store.ts'

/** How a person's notices are set, with the key that their browser must accept. */
export type PushSettings = PushChoices & { service_key: string }

/** A person's notification settings: on for the given session, on for any; the kinds they do not want. */
export async function loadPushChoices({ pool, push_keys }: Db, viewer: SignedIn): Promise<PushSettings> {
  const { public_key: service_key } = await push_keys()
  const owner = { user_id: viewer.id, session_id: viewer.session_id }
  return { service_key, ...(await findChoices(pool, owner, service_key)) }
}
