import type { Act } from '../db/db.ts'
import { markItemsSeen } from './discussions-store.ts'

/** Records how far a reader has read a thread: up to item `last_seen`. Never goes back. */
export async function markRead(
  { tx, actor }: Act,
  { discussion_id, last_seen }: { discussion_id: number; last_seen: number },
): Promise<void> {
  await markItemsSeen(tx, { id: discussion_id, user_id: actor.user_id ?? 0, last_seen })
}
