import type { Act } from '../db/db.ts'
import { hashToken, newToken } from '../users/secret.ts'
import { replaceSetupLink } from './setup-links-store.ts'

/** Makes the link by which the first group is made, and returns its token. Null: there is a group. */
export async function mintSetupLink({ tx }: Act): Promise<string | null> {
  const token = newToken()
  return (await replaceSetupLink(tx, hashToken(token))) ? token : null
}
