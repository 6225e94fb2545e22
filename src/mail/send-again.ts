import type { Act } from '../db/db.ts'
import { findInvitationMail, sendOnceMore } from './group-outbox-store.ts'
import { loadGroupMail } from './load-group-outbox.ts'
import { FAILURES } from './refusals/load-refusals.ts'
import { requeueFailures } from './refusals/refusals-store.ts'

/**
 * Sends a mail of the group again. False: it is already waiting. NotFound: no such mail that admins may see.
 */
export async function sendAgain({ tx }: Act, group_id: number, id: number): Promise<boolean> {
  const mail = await loadGroupMail(tx, group_id, id)
  return sendOnceMore(tx, mail.id)
}

/** Sends all mails again that failed while the mail server refused them, as pages count. Returns how many. */
export function sendFailedAgain({ tx }: Act, group_id: number): Promise<number> {
  return requeueFailures(tx, { group_id, ...FAILURES })
}

/** Sends a person's invitation again. False: it is already waiting. */
export async function sendInvitationAgain(
  { tx }: Act,
  to: { group_id: number; user_id: number },
): Promise<boolean> {
  const id = await findInvitationMail(tx, to.group_id, to.user_id)
  return id !== null && sendOnceMore(tx, id)
}
