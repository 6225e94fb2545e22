import type { Act } from '../db/db.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import { claimSignIns, type KnownSignIn } from '../users/sign-in/claim-sign-ins.ts'
import { writeBodies } from './outbox-store.ts'
import { insertSignInMails } from './sign-in-outbox-store.ts'
import { signInMail } from './texts/sign-in-mail.ts'
import { storedBody } from './texts/stored-body.ts'

/**
 * Puts a mail into the outbox for each sign-in request from a known person. Handles at most `most` requests.
 * Returns the number of requests and the number of mails.
 */
export async function fillSignIns(
  act: Act,
  { most, public_url }: { most: number; public_url: string },
): Promise<{ wishes: number; mails: number }> {
  const { taken, known } = await claimSignIns(act, most)
  if (known.length === 0) return { wishes: taken, mails: 0 }
  const { host } = new URL(public_url)
  const languageOf = ({ locale }: KnownSignIn) => chooseLanguage({ own: locale, group: null })
  const languages = new Set(known.map(languageOf))
  const bodies = new Map([...languages].map((one) => [one, storedBody(signInMail(host, one))]))
  await writeBodies(act.tx, [...bodies.values()])
  const mails = known.flatMap((wish) => {
    const body = bodies.get(languageOf(wish))
    return body === undefined ? [] : [{ ...wish, body_hash: body.hash }]
  })
  return { wishes: taken, mails: await insertSignInMails(act.tx, mails) }
}
