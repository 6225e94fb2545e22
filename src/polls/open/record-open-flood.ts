import type { Act } from '../../db/db.ts'
import { markOpenFlooded } from './open-links-store.ts'

/** Records that too many votes by open links were refused: the poll's page tells the people who manage it. */
export function recordOpenFlood({ tx }: Act, poll_id: number): Promise<void> {
  return markOpenFlooded(tx, poll_id)
}
