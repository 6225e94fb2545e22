import type { Act } from '../db/db.ts'
import { insertMute } from './mutes-store.ts'

/** Stops a group's mails to this person: what is waiting too. Doing it again changes nothing. */
export async function muteGroup({ tx }: Act, mute: { user_id: number; group_id: number }): Promise<void> {
  await insertMute(tx, mute)
}
