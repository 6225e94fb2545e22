import type { Act } from '../../db/db.ts'
import type { Deed } from './deed.ts'
import { insertDeed, insertGroupDeeds } from './service-events-store.ts'

type About = { group?: { id: number; name: string }; user_id?: number }

/** Writes down what someone who runs the service did, in the transaction that does it. */
export async function recordDeed({ tx, actor }: Act, what: Deed, { group, user_id }: About): Promise<void> {
  await insertDeed(tx, {
    what,
    actor_id: actor.user_id,
    group_id: group?.id ?? null,
    group_name: group?.name ?? null,
    user_id: user_id ?? null,
  })
}

/** The same for several groups and one person. */
export async function recordGroupDeeds(
  { tx }: Act,
  user_id: number,
  deeds: { what: Deed; group: { id: number; name: string } }[],
): Promise<void> {
  await insertGroupDeeds(tx, {
    user_id,
    what: deeds.map(({ what }) => what),
    group_ids: deeds.map(({ group }) => group.id),
    group_names: deeds.map(({ group }) => group.name),
  })
}
