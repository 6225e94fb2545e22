import type { Act } from '../db/db.ts'
import { loadMuted } from '../notifications/load-muted.ts'
import { findInvitationMail, isStopped, sendOnceMore } from './group-outbox-store.ts'
import { loadGroupMail } from './load-group-outbox.ts'
import { FAILURES } from './refusals/load-refusals.ts'
import { requeueFailures } from './refusals/refusals-store.ts'

/** `waits`: it is already waiting. `stopped`: not sent, because the person stopped the group's emails. */
export type Again = 'queued' | 'waits' | 'stopped'

const againIf = (queued: boolean): Again => (queued ? 'queued' : 'waits')

/** Sends a mail of the group again. NotFound: no such mail that admins may see. */
export async function sendAgain({ tx }: Act, group_id: number, id: number): Promise<Again> {
  const mail = await loadGroupMail(tx, group_id, id)
  if (await isStopped(tx, mail.id)) return 'stopped'
  return againIf(await sendOnceMore(tx, mail.id))
}

/** Sends all mails again that failed while the mail server refused them, as pages count. Returns how many. */
export function sendFailedAgain({ tx }: Act, group_id: number): Promise<number> {
  return requeueFailures(tx, { group_id, ...FAILURES })
}

/** Sends a person's invitation again. */
export async function sendInvitationAgain(
  { tx }: Act,
  to: { group_id: number; user_id: number },
): Promise<Again> {
  const muted = await loadMuted(tx, { group_id: to.group_id, user_ids: [to.user_id] })
  if (muted.size > 0) return 'stopped'
  const id = await findInvitationMail(tx, to.group_id, to.user_id)
  return againIf(id !== null && (await sendOnceMore(tx, id)))
}
