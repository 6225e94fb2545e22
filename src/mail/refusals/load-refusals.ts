import type { Queryable } from '../../db/sql.ts'
import { MAIL_PAUSES_MS } from '../delivery.ts'
import { findRefusals, type Refusals } from './refusals-store.ts'

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

/** Servers quote what they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => (word.includes('@') ? '…' : word))
}
