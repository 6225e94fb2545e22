import type { Act } from '../db/db.ts'
import { insertMute } from './mutes-store.ts'

/** Mutes a group's mails to this person, including those in the queue. Idempotent. */
export async function muteGroup({ tx }: Act, mute: { user_id: number; group_id: number }): Promise<void> {
  await insertMute(tx, mute)
}
