import type { Config } from '../config.ts'
import type { Language } from '../locales/languages.ts'
import type { MailedMethod } from '../text/calendar.ts'
import { MARK_ID } from './letterhead.ts'

/** A mail ready to be sent. */
export type Message = {
  from: { name: string; address: string }
  to: string
  language: Language
  subject: string
  text: string
  html: string
  /** The service's mark, which the HTML shows. */
  mark: Buffer | null
  message_id: string
  /** Null: a mail that the recipient requested. */
  unsubscribe_url: string | null
  /** An event for the recipient's calendar. */
  calendar?: { method: MailedMethod; content: string }
}

export type Transport = {
  /** Resolves when the server has accepted the mail, else rejects with the error. */
  send(message: Message): Promise<void>
  close(): void
}

export const MOST_AT_ONCE = 5
const CONNECT_MS = 10_000
const GREETING_MS = 10_000
const DNS_MS = 5_000
/** The longest silence of a server during a session. */
const SILENCE_MS = 20_000
/** The time limit for one mail: well within its lease, so that no other process sends it too. */
const SENDING_MS = 40_000

/**
 * A pooled connection to the mail server; nothing is connected until the first mail. Null if no server is
 * configured.
 */
export function openTransport(config: Pick<Config, 'smtp_url' | 'public_url'>): Transport | null {
  const { smtp_url, public_url } = config
  if (smtp_url === null) return null
  let opened: ReturnType<typeof openPool> | null = null
  return {
    send: async (message) => {
      opened ??= openPool(smtp_url, new URL(public_url).hostname)
      await (await opened).sendMail({ ...mimeOf(message), signal: AbortSignal.timeout(SENDING_MS) })
    },
    close: () => void opened?.then((smtp) => smtp.close()),
  }
}

/** The mail library is loaded with the first mail: it takes some megabytes and slows down the start. */
async function openPool(url: string, name: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    url,
    name,
    maxConnections: MOST_AT_ONCE,
    // The outbox retries a mail whose connection broke, because it counts the attempts.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    dnsTimeout: DNS_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function mimeOf(message: Message) {
  const { from, to, language, subject, text, html, mark, message_id, unsubscribe_url, calendar } = message
  return {
    from,
    // An object and an envelope: a string could be parsed as a list of addresses.
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    ...(mark === null ? {} : { attachments: [markFile(mark)] }),
    ...(calendar === undefined ? {} : { icalEvent: { ...calendar, filename: 'meeting.ics' } }),
    messageId: message_id,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe_url === null
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribe_url}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
}

function markFile(content: Buffer) {
  return {
    filename: 'mark.png',
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    cid: MARK_ID,
    content,
  }
}
