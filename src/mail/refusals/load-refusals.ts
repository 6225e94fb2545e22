import type { Queryable } from '../../db/sql.ts'
import { MAIL_PAUSES_MS } from '../delivery.ts'
import { findGroupRefusals, findRefusals, type Refusals } from './refusals-store.ts'

const MOST_COUNTED = 1_000

const WORD = /\S+/g

/**
 * The mails that the mail server refuses, without anyone's address. None as soon as it accepts one. First
 * attempts count, although some servers refuse these on purpose (greylisting): nobody can tell these from the
 * first minute of a trouble, and "all is well" would be wrong then.
 */
export async function loadRefusals(db: Queryable): Promise<Refusals> {
  const { mails, last_error } = await findRefusals(db, { pauses_ms: MAIL_PAUSES_MS })
  return { mails, last_error: last_error === null ? null : withoutAddresses(last_error) }
}

/** `error`: the newest, without anyone's address. */
export type GroupRefusal = { waiting: number; error: string }

/** How many mails of the group wait, up to a limit. Null: the mail server does not refuse them. */
export async function loadGroupRefusal(db: Queryable, group_id: number): Promise<GroupRefusal | null> {
  const found = await findGroupRefusals(db, { group_id, most: MOST_COUNTED, pauses_ms: MAIL_PAUSES_MS })
  const { waiting, last_error } = found
  return last_error === null ? null : { waiting, error: withoutAddresses(last_error) }
}

/** Servers quote what they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => (word.includes('@') ? '…' : word))
}
