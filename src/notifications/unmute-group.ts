import type { Act } from '../db/db.ts'
import { deleteMute } from './mutes-store.ts'

/** Unmutes a group's mails to this person. */
export async function unmuteGroup({ tx }: Act, mute: { user_id: number; group_id: number }): Promise<void> {
  await deleteMute(tx, mute)
}
