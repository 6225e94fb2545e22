import type { Queryable } from '../../db/sql.ts'
import { isTimely } from '../../notifications/timely.ts'
import { MAIL_PAUSES_MS } from '../delivery.ts'
import {
  type FailedMail,
  findGroupFailures,
  findGroupRefusals,
  findRefusals,
  type Refusals,
} from './refusals-store.ts'

const LOOKED_AT = { most: 1_000, pauses_ms: MAIL_PAUSES_MS }

/**
 * The mails that failed while the mail server refused them. Mails to a single person that fail say more about
 * that person's address than about the mail server.
 */
const FAILURES = { most: 5_000, fewest: 2, days: 7 }

const WORD = /\S+/g

/**
 * The mails that the mail server refuses, without anyone's address. None as soon as it accepts one. First
 * attempts count, although some servers refuse these on purpose (greylisting): nobody can tell these from the
 * first minute of a trouble, and "all is well" would be wrong then.
 */
export async function loadRefusals(db: Queryable): Promise<Refusals> {
  const { mails, last_error } = await findRefusals(db, LOOKED_AT)
  return { mails, last_error: last_error === null ? null : withoutAddresses(last_error) }
}

/**
 * `waiting`: mails wait for another attempt. `failed`: they failed for good, and none was sent since. `left`:
 * they failed for good in the last days, and the mail server accepts mails again. `again`: how many can be
 * sent again at once. `error`: the newest, without addresses.
 */
export type GroupRefusal = {
  are: 'waiting' | 'failed' | 'left'
  mails: number
  again: number
  error: string
}

/**
 * How many mails of the group wait while the mail server refuses them, or else have failed while it did and
 * were not sent again; up to a limit. Null: neither.
 */
export async function loadGroupRefusal(db: Queryable, group_id: number): Promise<GroupRefusal | null> {
  const { waiting, last_error } = await findGroupRefusals(db, { group_id, ...LOOKED_AT })
  if (last_error !== null)
    return { are: 'waiting', mails: waiting, again: 0, error: withoutAddresses(last_error) }
  const failures = await loadFailures(db, group_id)
  const [newest] = failures
  if (newest === undefined) return null
  const error = withoutAddresses(newest.last_error)
  const again = failures.length
  const since_sent = failures.filter((mail) => mail.since_sent).length
  return since_sent > 0
    ? { are: 'failed', mails: since_sent, again, error }
    : { are: 'left', mails: again, again, error }
}

/** The mails of the group that failed while the mail server refused them, and are still worth sending. */
export async function loadFailures(db: Queryable, group_id: number): Promise<FailedMail[]> {
  return (await findGroupFailures(db, { group_id, ...FAILURES })).filter(isTimely)
}

/** Servers quote what they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => (word.includes('@') ? '…' : word))
}
