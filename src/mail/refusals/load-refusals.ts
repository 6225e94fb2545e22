import type { Queryable } from '../../db/sql.ts'
import { MAIL_PAUSES_MS } from '../delivery.ts'
import { findGroupFailures, findGroupRefusals, findRefusals, type Refusals } from './refusals-store.ts'

const MOST_COUNTED = 1_000

/** A group's mails may lie on as many pages of the database. Nearly always, none of the newest failed. */
const LOOKED_AT_FIRST = 100

/** Mails to a single person that fail say more about that person's address than about the mail server. */
const FEWEST_FAILED = 2

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

/** `mails`: wait for another attempt, or have failed for good. `error`: the newest, without addresses. */
export type GroupRefusal = { are: 'waiting' | 'failed'; mails: number; error: string }

/**
 * How many mails of the group wait while the mail server refuses them, or else have failed since it last
 * accepted one; up to a limit. Null: neither, or none waits and none of the newest hundred failed: most of
 * these were accepted.
 */
export async function loadGroupRefusal(db: Queryable, group_id: number): Promise<GroupRefusal | null> {
  const ask = { group_id, most: MOST_COUNTED }
  const { waiting, last_error } = await findGroupRefusals(db, { ...ask, pauses_ms: MAIL_PAUSES_MS })
  if (last_error !== null) return { are: 'waiting', mails: waiting, error: withoutAddresses(last_error) }
  if (waiting === 0) {
    const newest = await findGroupFailures(db, { group_id, most: LOOKED_AT_FIRST })
    if (newest.failed === 0) return null
  }
  const { failed, people, last_error: error } = await findGroupFailures(db, ask)
  if (error === null || people < FEWEST_FAILED) return null
  return { are: 'failed', mails: failed, error: withoutAddresses(error) }
}

/** Servers quote what they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(WORD, (word) => (word.includes('@') ? '…' : word))
}
