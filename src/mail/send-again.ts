import type { Act } from '../db/db.ts'
import { findInvitationMail, sendOnceMore } from './group-outbox-store.ts'
import { loadGroupMail } from './load-group-outbox.ts'

/**
 * Sends a mail of the group again; a waiting one stays as it is. NotFound: no such mail that admins may see.
 */
export async function sendAgain({ tx }: Act, group_id: number, id: number): Promise<void> {
  const mail = await loadGroupMail(tx, group_id, id)
  await sendOnceMore(tx, mail.id)
}

/** Sends a person's invitation again. Does nothing if it is already waiting. */
export async function sendInvitationAgain(
  { tx }: Act,
  to: { group_id: number; user_id: number },
): Promise<void> {
  const id = await findInvitationMail(tx, to.group_id, to.user_id)
  if (id !== null) await sendOnceMore(tx, id)
}
