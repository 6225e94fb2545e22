import type { Act } from '../../db/db.ts'
import type { Deed } from './deed.ts'
import { insertDeed } from './service-events-store.ts'

type About = { group?: { id: number; name: string }; user_id?: number }

/** Writes down what somebody who runs the service did, in the transaction that does it. */
export async function recordDeed({ tx, actor }: Act, what: Deed, { group, user_id }: About): Promise<void> {
  await insertDeed(tx, {
    what,
    actor_id: actor.user_id,
    group_id: group?.id ?? null,
    group_name: group?.name ?? null,
    user_id: user_id ?? null,
  })
}
