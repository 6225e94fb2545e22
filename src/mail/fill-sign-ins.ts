import type { Act } from '../db/db.ts'
import { claimSignIns } from '../users/sign-in/claim-sign-ins.ts'
import { insertSignInMails } from './sign-in-outbox-store.ts'
import { signInMail } from './texts/sign-in-mail.ts'
import { storedBody } from './texts/stored-body.ts'

/**
 * Puts a mail into the outbox for each wish to sign in that comes from somebody known here, of at most `most`
 * wishes. Returns how many wishes there were, and how many mails.
 */
export async function fillSignIns(
  act: Act,
  { most, public_url }: { most: number; public_url: string },
): Promise<{ wishes: number; mails: number }> {
  const { taken, known } = await claimSignIns(act, most)
  if (known.length === 0) return { wishes: taken, mails: 0 }
  const body = storedBody(signInMail(new URL(public_url).host))
  return { wishes: taken, mails: await insertSignInMails(act.tx, body, known) }
}
