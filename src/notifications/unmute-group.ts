import type { Act } from '../db/db.ts'
import { deleteMute } from './mutes-store.ts'

/** Lets a group's mails reach this person again. */
export async function unmuteGroup({ tx }: Act, mute: { user_id: number; group_id: number }): Promise<void> {
  await deleteMute(tx, mute)
}
