import type { Act } from '../db/db.ts'
import { hashToken, newToken } from '../users/secret.ts'
import { replaceSetupLink } from './setup-links-store.ts'

/** Creates the link that creates the first group, and returns its token. Null: a group exists. */
export async function mintSetupLink({ tx }: Act): Promise<string | null> {
  const token = newToken()
  return (await replaceSetupLink(tx, hashToken(token))) ? token : null
}
