import type { Act } from '../../db/db.ts'
import { markOpenFlooded } from './open-links-store.ts'

/** Records that votes by open links were refused as too many: the poll's page tells whoever runs it. */
export function recordOpenFlood({ tx }: Act, poll_id: number): Promise<void> {
  return markOpenFlooded(tx, poll_id)
}
