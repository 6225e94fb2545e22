import type { Act } from '../db/db.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import type { Language } from '../locales/languages.ts'
import { loadWishes, type Wish } from '../members/joining/load-wishes.ts'
import { requestOf } from '../members/joining/wish-path.ts'
import { claimSignIns, type KnownSignIn } from '../users/sign-in/claim-sign-ins.ts'
import { writeBodies } from './outbox-store.ts'
import { insertSignInMails } from './sign-in-outbox-store.ts'
import { accessMail } from './texts/access-mail.ts'
import { addressMail } from './texts/address-mail.ts'
import { confirmJoinMail } from './texts/confirm-join-mail.ts'
import type { MailBody } from './texts/content.ts'
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
  const wishes = await loadWishes(
    act.tx,
    known.flatMap(({ next }) => requestOf(next) ?? []),
  )
  const mails = known.map((asked) => {
    const wish = wishes.get(requestOf(asked.next) ?? 0)
    return { ...asked, body: storedBody(mailFor(asked, { host, language: languageOf(asked), wish })) }
  })
  await writeBodies(act.tx, [...new Map(mails.map(({ body }) => [body.hash.toString('hex'), body])).values()])
  return {
    wishes: taken,
    mails: await insertSignInMails(
      act.tx,
      mails.map(({ id, user_id, body }) => ({ id, user_id, body_hash: body.hash })),
    ),
  }
}

/** `wish`: what the person wants to join; undefined: they sign in. */
type Facts = { host: string; language: Language; wish: Wish | undefined }

function mailFor({ purpose, taken }: KnownSignIn, { host, language, wish }: Facts): MailBody {
  if (purpose === 'sign_in')
    return wish === undefined ? signInMail(host, language) : confirmJoinMail(wish, host, language)
  if (purpose === 'old_address') return addressMail('changed', host, language)
  if (purpose === 'join_login') return addressMail('join', host, language)
  if (purpose === 'new_address') return addressMail(taken ? 'taken' : 'confirm', host, language)
  return accessMail(purpose, host, language)
}
