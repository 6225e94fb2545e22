import { createHash } from 'node:crypto'
import type { Act } from '../db/db.ts'
import { claimSignIns } from '../users/claim-sign-ins.ts'
import { signInMail } from './sign-in-mail.ts'
import { insertSignInMails } from './sign-in-outbox-store.ts'

/**
 * Puts a mail into the outbox for each wish to sign in that comes from somebody known here, of at most `most` wishes.
 * Returns how many wishes there were, and how many mails.
 */
export async function fillSignIns(
  act: Act,
  { most, public_url }: { most: number; public_url: string },
): Promise<{ wishes: number; mails: number }> {
  const { taken, known } = await claimSignIns(act, most)
  if (known.length === 0) return { wishes: taken, mails: 0 }
  const body = signInMail(new URL(public_url).host)
  const parts = JSON.stringify([body.subject, body.text_body, body.html_body])
  const hash = createHash('sha256').update(parts).digest()
  return { wishes: taken, mails: await insertSignInMails(act.tx, { ...body, hash }, known) }
}
