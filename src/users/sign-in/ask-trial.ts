import type { Act } from '../../db/db.ts'
import { noteAccess } from './sign-ins-store.ts'

/** Sends a person a mail by which they see whether mails arrive. */
export async function askTrial({ tx }: Act, user_id: number): Promise<void> {
  await noteAccess(tx, { user_id, purpose: 'trial' })
}
