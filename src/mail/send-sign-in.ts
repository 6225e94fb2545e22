import { pauseAfter } from '../db/due-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { confirmAddress, requestOf } from '../members/joining/wish-path.ts'
import { oneLine } from '../text/one-line.ts'
import { mintSignIn } from '../users/sign-in/mint-sign-in.ts'
import { isNote } from '../users/sign-in/purpose.ts'
import { codeWords, SIGN_IN_MINUTES, signInAddress } from '../users/sign-in/sign-in.ts'
import { describeFailure, failureCode, isPermanent, MAIL_PAUSES_MS } from './delivery.ts'
import { type Letterhead, loadLetterhead } from './letterhead.ts'
import { type ClaimedMail, endMail, markSent, retryMail } from './outbox-store.ts'
import type { Sender, Sent } from './sender.ts'
import { findSignInMail, type SignInMail } from './sign-in-outbox-store.ts'
import { languageOfMail } from './texts/layout-html.ts'
import { fillLinks, type Links } from './texts/placeholders.ts'
import type { Message } from './transport.ts'

/** Sends a sign-in mail. Each attempt makes a new link and code and revokes those of earlier attempts. */
export async function sendSignIn(sender: Sender, { id, attempts }: ClaimedMail): Promise<Sent> {
  const { db, config, transport } = sender
  const mail = await findSignInMail(db.pool, id, SIGN_IN_MINUTES)
  const made = mail?.timely ? await mintFor(db.pool, mail) : null
  if (mail === null || made === null) {
    await endMail(db.pool, { id, status: 'dropped', last_error: null })
    return { outcome: 'dropped' }
  }
  const { token, code } = made
  const addressOf = requestOf(mail.next) === null ? signInAddress : confirmAddress
  const personal = addressOf(config.public_url, token)
  const links = { personal, unsubscribe: '', code: codeWords(code) }
  const message = messageOf(config, mail, { links, letterhead: await loadLetterhead(db.pool, config) })
  try {
    await transport.send(message)
  } catch (failure) {
    const about = { id, code: failureCode(failure), discreet: false }
    const words = describeFailure(failure, [token, code, codeWords(code)])
    const pause_ms = isPermanent(failure) ? null : pauseAfter(MAIL_PAUSES_MS, attempts)
    if (pause_ms === null) await endMail(db.pool, { id, status: 'failed', last_error: words })
    else await retryMail(db.pool, { id, pause_ms, last_error: words })
    return { outcome: pause_ms === null ? 'failed' : 'retry', ...about }
  }
  await markSent(db.pool, id)
  return { outcome: 'sent' }
}

/** A note needs neither a link nor a code. */
async function mintFor(
  db: Queryable,
  { purpose, sign_in_id }: SignInMail,
): Promise<{ token: string; code: string } | null> {
  return isNote(purpose) ? { token: '', code: '' } : mintSignIn(db, sign_in_id)
}

type Filling = { links: Links; letterhead: Letterhead }

function messageOf(
  { public_url, mail_from }: Sender['config'],
  mail: SignInMail,
  { links, letterhead }: Filling,
): Message {
  return {
    from: { name: letterhead.name, address: mail_from.address },
    to: mail.email,
    language: languageOfMail(mail.html_body),
    subject: oneLine(mail.subject),
    text: fillLinks(mail.text_body, links),
    html: fillLinks(mail.html_body, { ...links, mark: letterhead.mark?.html }),
    mark: letterhead.mark?.png ?? null,
    message_id: `<sign-in.${mail.id}@${new URL(public_url).hostname}>`,
    unsubscribe_url: null,
  }
}
