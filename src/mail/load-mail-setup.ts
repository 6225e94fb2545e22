import type { Config } from '../config.ts'
import type { Queryable } from '../db/sql.ts'
import { loadInstanceAdmin } from '../groups/service/load-instance-admin.ts'
import { loadGroupOutbox } from './load-group-outbox.ts'
import { findNewestTries } from './outbox-store.ts'
import { type GroupRefusal, loadGroupRefusal } from './refusals/load-refusals.ts'
import { findTrial, type Trial } from './sign-in-outbox-store.ts'

export type { Trial } from './sign-in-outbox-store.ts'

/**
 * How mails are sent, for an admin of a group; `host`: the mail server's, for people who run the service.
 * `used`: it has sent a mail of the group. `trial`: the admin's own newest one. `refusal`: mails of the group
 * that it refuses, or has refused and that were not sent again.
 */
export type MailSetup = {
  host: string | null
  from: string
  used: boolean
  trial: Trial | null
  refusal: GroupRefusal | null
}

const NEWEST = 100

/** Whether the mail server has sent a mail lately, of whichever group, or has only refused some. */
export async function loadMailWorks(db: Queryable): Promise<'sent' | 'refused' | 'untried'> {
  const { sent, refused } = await findNewestTries(db, NEWEST)
  if (sent) return 'sent'
  return refused ? 'refused' : 'untried'
}

/** Null: no mail server is set up. */
export async function loadMailSetup(
  db: Queryable,
  { smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>,
  { group_id, user_id }: { group_id: number; user_id: number },
): Promise<MailSetup | null> {
  if (smtp_url === null) return null
  const sent = await loadGroupOutbox(db, { group_id, status: 'sent', per: 1, from: 0 })
  const runs_service = await loadInstanceAdmin(db, user_id)
  return {
    host: runs_service ? new URL(smtp_url).host : null,
    from: mail_from.address,
    used: sent.items.length > 0,
    trial: await findTrial(db, user_id),
    refusal: await loadGroupRefusal(db, group_id),
  }
}
