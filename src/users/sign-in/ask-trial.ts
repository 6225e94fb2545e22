import type { Act } from '../../db/db.ts'
import { countAttempt } from '../count-attempt.ts'
import { noteAccess } from './sign-ins-store.ts'

/** Sends a person a mail by which they see whether mails arrive. Throws TooManyAttempts. */
export async function askTrial({ tx }: Act, user_id: number): Promise<void> {
  await countAttempt(tx, 'trial_mail', String(user_id))
  await noteAccess(tx, { user_id, purpose: 'trial' })
}
