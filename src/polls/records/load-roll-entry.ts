import { hex, type OwnRollEntry, ROLL_ENTRY } from '@folkmoot/check'
import type { Queryable } from '../../db/sql.ts'
import { saltOf } from '../heads/published-ballot.ts'
import type { LoadedPoll } from '../load-poll.ts'
import { isExportable } from '../results/load-ballot-export.ts'
import { lastClosing } from './records-store.ts'

/**
 * A person's own entry in the list of who could vote, of the poll's last closing: nobody else is given its
 * salt. Null: the record is not there yet, or is hidden.
 */
export async function loadRollEntry(
  db: Queryable,
  loaded: Pick<LoadedPoll, 'poll' | 'results' | 'now'>,
  user_id: number,
): Promise<OwnRollEntry | null> {
  const closing = isExportable(loaded) ? await lastClosing(db, loaded.poll.id) : null
  if (closing === null) return null
  const salt = hex(saltOf(closing.secret, 'roll', user_id))
  return { format: ROLL_ENTRY, poll: loaded.poll.key, person: user_id, salt }
}
