import { LEASE_MS, pauseAfter } from '../db/due-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { inLanguage } from '../locales/say.ts'
import { isTimely } from '../notifications/timely.ts'
import { oneLine } from '../text/one-line.ts'
import { mintLink, mintLinks } from '../users/mint-link.ts'
import { linkAddress } from '../users/personal-link.ts'
import { describeFailure, failureCode, isPermanent, MAIL_PAUSES_MS } from './delivery.ts'
import { type Letterhead, loadLetterhead, senderOf } from './letterhead.ts'
import { loadOutgoing } from './load-outgoing.ts'
import { claimMails, endMail, markSent, removeMail, retryMail } from './outbox-store.ts'
import { linkOf, type Outgoing, unsubscribeLink } from './outgoing.ts'
import { readHeldPolls } from './outgoing-store.ts'
import { sendSignIn } from './send-sign-in.ts'
import type { Sender, Sent } from './sender.ts'
import { languageOfMail } from './texts/layout-html.ts'
import { cancelledCalendar, meetingCalendar } from './texts/meeting.ts'
import { ballotKeysIn, fillLinks, type Links } from './texts/placeholders.ts'
import type { Message } from './transport.ts'

/** Claims one mail that is due and sends it, unless it is outdated. */
export async function sendNextMail(sender: Sender): Promise<Sent> {
  const { pool } = sender.db
  const [claimed] = await claimMails(pool, 1, LEASE_MS)
  if (claimed === undefined) return { outcome: 'none' }
  if (claimed.kind === 'sign_in') return sendSignIn(sender, claimed)
  const mail = await loadOutgoing(pool, claimed.id)
  if (mail === null) return { outcome: 'dropped' }
  if (!isTimely(mail)) return drop(sender, mail)
  return send(sender, mail, { button: linkOf(mail), attempts: claimed.attempts })
}

async function drop({ db }: Sender, mail: Outgoing): Promise<Sent> {
  if (!mail.discreet) {
    await endMail(db.pool, { id: mail.id, status: 'dropped', last_error: null })
    return { outcome: 'dropped' }
  }
  // People who get the reminder get an unsubscribe link. Here one is made that nobody receives: otherwise a
  // missing row would reveal, after everything else is deleted, who had voted by then.
  await mintLink(db.pool, unsubscribeLink(mail))
  await removeMail(db.pool, mail.id)
  return { outcome: 'dropped' }
}

type Try = { button: ReturnType<typeof linkOf>; attempts: number }

async function send(sender: Sender, mail: Outgoing, { button, attempts }: Try): Promise<Sent> {
  const { db, config, transport } = sender
  const { links, tokens } = await makeLinks(sender, mail, button)
  const letterhead = await loadLetterhead(db.pool, config)
  try {
    await transport.send(messageOf(config, mail, { links, letterhead }))
  } catch (failure) {
    return settleFailure(sender, mail, { failure, attempts, tokens })
  }
  if (mail.discreet) await removeMail(db.pool, mail.id)
  else await markSent(db.pool, mail.id)
  return { outcome: 'sent' }
}

/**
 * Every attempt has its own links. Links of an earlier attempt stay valid, because that mail may have
 * arrived.
 */
async function makeLinks(
  { db, config }: Sender,
  mail: Outgoing,
  button: Try['button'],
): Promise<{ links: Links; tokens: string[] }> {
  const personal = button === null ? '' : await mintLink(db.pool, button.link)
  const unsubscribe = await mintLink(db.pool, unsubscribeLink(mail))
  const ballots = await mintBallotLinks(db.pool, mail)
  return {
    links: {
      ballots: new Map(
        ballots.map(({ key, token }) => [
          key,
          linkAddress(config.public_url, { purpose: 'ballot', key }, token),
        ]),
      ),
      personal: button === null ? '' : linkAddress(config.public_url, button.subject, personal),
      unsubscribe: linkAddress(config.public_url, { purpose: 'unsubscribe' }, unsubscribe),
    },
    tokens: [personal, unsubscribe, ...ballots.map(({ token }) => token)].filter((token) => token !== ''),
  }
}

/**
 * Links that vote in the polls listed in an invitation, if the poll exists and the recipient still has a
 * ballot.
 */
async function mintBallotLinks(db: Queryable, mail: Outgoing): Promise<{ key: string; token: string }[]> {
  const keys = ballotKeysIn(mail.text_body)
  if (keys.length === 0) return []
  const { user_id, group, discreet } = mail
  const polls = await readHeldPolls(db, { keys, group_id: group.id, user_id })
  const link = { purpose: 'ballot' as const, user_id, group_id: group.id, discussion_id: null, discreet }
  const tokens = await mintLinks(
    db,
    polls.map(({ id }) => ({ ...link, poll_id: id })),
  )
  return polls.map(({ key }, place) => ({ key, token: tokens[place] ?? '' }))
}

function messageOf(
  { public_url, mail_from }: Sender['config'],
  mail: Outgoing,
  { links, letterhead }: { links: Links; letterhead: Letterhead },
): Message {
  const from = senderOf(mail.group, letterhead, { mail_from })
  const language = languageOfMail(mail.html_body)
  const calendar = inLanguage(language, () => calendarOf(mail, { public_url, from }))
  return {
    from,
    to: mail.email,
    language,
    subject: oneLine(mail.subject),
    text: fillLinks(mail.text_body, links),
    html: fillLinks(mail.html_body, { ...links, mark: letterhead.mark?.html }),
    mark: letterhead.mark?.png ?? null,
    // The same for every attempt, so that mail programs recognise a duplicate. A mail sent again on purpose
    // gets a new id.
    message_id: `<${mail.event.id}.${mail.user_id}${mail.resends === 0 ? '' : `.${mail.resends}`}@${new URL(public_url).hostname}>`,
    unsubscribe_url: links.unsubscribe,
    ...(calendar === null ? {} : { calendar }),
  }
}

function calendarOf({ meeting, cancels, poll }: Outgoing, sending: Parameters<typeof cancelledCalendar>[1]) {
  if (cancels !== null) return cancelledCalendar(cancels, sending)
  return meeting === null || poll === null ? null : meetingCalendar(meeting, { ...sending, key: poll.key })
}

type Failed = { failure: unknown; attempts: number; tokens: string[] }

async function settleFailure(
  { db }: Sender,
  mail: Outgoing,
  { failure, attempts, tokens }: Failed,
): Promise<Sent> {
  const words = describeFailure(failure, tokens)
  const pause_ms = isPermanent(failure) ? null : pauseAfter(MAIL_PAUSES_MS, attempts)
  const about = { id: mail.id, code: failureCode(failure), discreet: mail.discreet }
  if (pause_ms !== null) {
    await retryMail(db.pool, { id: mail.id, pause_ms, last_error: words })
    return { outcome: 'retry', ...about }
  }
  if (mail.discreet) await removeMail(db.pool, mail.id)
  else await endMail(db.pool, { id: mail.id, status: 'failed', last_error: words })
  return { outcome: 'failed', ...about }
}
