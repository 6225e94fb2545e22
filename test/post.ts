import { dispatchEvents } from '../src/jobs/dispatch-events.ts'
import { sendDueMails } from '../src/jobs/send-due-mails.ts'
import { openTransport, type Transport } from '../src/mail/transport.ts'
import { atEnd } from './at-end.ts'
import { type Received, type Smtp, startSmtp } from './smtp.ts'
import { keptLog, MAIL_CONFIG } from './tell.ts'
import type { World } from './world.ts'

/** Sends events to a mail server by hand: no clock, no waiting. */
export type Post = {
  smtp: Smtp
  log: { lines: string[] }
  transport: Transport
  /** Turns events into mails in the outbox. */
  dispatch(): Promise<number>
  /** Sends due mails. Returns how many were sent. */
  send(): Promise<number>
  /** Does both; returns the mails that arrived. */
  deliver(): Promise<Received[]>
  /** The outbox, oldest first. */
  outbox(): Promise<OutboxRow[]>
}

export type OutboxRow = {
  id: number
  kind: string
  status: string
  email: string
  attempts: number
  last_error: string | null
  due_in_s: number
  text_body: string
}

/** A world's mails, with a mail server. Links in its mails start with `public_url`. */
export async function openPost(world: World, public_url = MAIL_CONFIG.public_url): Promise<Post> {
  const { db } = world
  const smtp = await startSmtp()
  const transport = openTransport({ ...MAIL_CONFIG, smtp_url: smtp.url })
  if (transport === null) throw new Error('a mail server is configured')
  atEnd(() => transport.close())
  const log = keptLog()
  const dispatch = async () => (await dispatchEvents(db, public_url)).mails
  const send = () => sendDueMails({ db, config: { ...MAIL_CONFIG, public_url }, transport }, log)
  const deliver = async () => {
    const before = smtp.received.length
    await dispatch()
    await send()
    return smtp.received.slice(before)
  }
  const outbox = async () => {
    const { rows } = await db.pool.query<OutboxRow>(
      `select m.id, m.kind, m.status, u.email, m.attempts, m.last_error, b.text_body,
         round(extract(epoch from m.due_at - now()))::int as due_in_s
       from mails m join users u on u.id = m.user_id join mail_bodies b on b.hash = m.body_hash order by m.id`,
    )
    return rows
  }
  return { smtp, log, transport, dispatch, send, deliver, outbox }
}

/** The recipients of these mails, in alphabetical order. */
export const addressees = (mails: Received[]) => mails.flatMap((mail) => mail.to).sort()

/** The token in the link of the mail's button. */
export function tokenOf(mail: Received): string {
  return /\?k=([\w-]+)/.exec(mail.email.text ?? '')?.[1] ?? ''
}
