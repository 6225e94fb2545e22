import type { Act } from '../../db/db.ts'
import { noteFirstZone } from '../users-store.ts'

const UTC = 'UTC'

/**
 * The zone of a person's browser (a known one; null: it named none) becomes theirs if they have none. It
 * stays: another browser, on a journey too, does not change it; the person does, in their account. UTC is
 * what browsers say that hide their zone: it is no zone here.
 */
export async function keepFirstZone({ tx }: Act, user_id: number, zone: string | null): Promise<void> {
  if (zone !== null && zone !== UTC) await noteFirstZone(tx, { id: user_id, time_zone: zone })
}
