import type { Act } from '../db/db.ts'
import { loadMuted } from '../notifications/load-muted.ts'
import type { Untimely } from '../notifications/timely.ts'
import { findInvitationMail, sendOnceMore } from './group-outbox-store.ts'
import { loadGroupMail } from './load-group-outbox.ts'
import { loadFailures } from './refusals/load-refusals.ts'
import { requeueFailures } from './refusals/refusals-store.ts'

/** `waits`: it is already waiting. Otherwise it is not sent, because it is untimely. */
export type Again = 'queued' | 'waits' | Untimely

/** Sends a mail of the group again. NotFound: no such mail that admins may see. */
export async function sendAgain({ tx }: Act, group_id: number, id: number): Promise<Again> {
  const mail = await loadGroupMail(tx, group_id, id)
  if (mail.untimely !== null) return mail.untimely
  return (await sendOnceMore(tx, mail.id)) ? 'queued' : 'waits'
}

/** Sends all mails again that failed while the mail server refused them, as pages count. Returns how many. */
export async function sendFailedAgain({ tx }: Act, group_id: number): Promise<number> {
  const failures = await loadFailures(tx, group_id)
  return requeueFailures(
    tx,
    failures.map(({ id }) => id),
  )
}

/** Sends a person's invitation again. */
export async function sendInvitationAgain(
  act: Act,
  to: { group_id: number; user_id: number },
): Promise<Again> {
  const id = await findInvitationMail(act.tx, to.group_id, to.user_id)
  if (id !== null) return sendAgain(act, to.group_id, id)
  // Its mail is not written yet.
  const muted = await loadMuted(act.tx, { group_id: to.group_id, user_ids: [to.user_id] })
  return muted.size > 0 ? 'stopped' : 'waits'
}
