import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './at-end.ts'

/**
 * How the server handles the next mails: accept them, refuse the recipient or the content, or hang up after
 * DATA.
 */
export type Mood = 'take' | 'later' | 'never' | 'refuse_content' | 'hang_up' | 'lose_answer'

export type Received = { from: string; to: string[]; email: Email; raw: string }

export type Smtp = {
  url: string
  /** All accepted mails, oldest first. */
  received: Received[]
  mood: Mood
  /** How many times a mail was offered, accepted or not. */
  offered: number
  /** Runs before the response to a recipient. */
  onOffer: () => Promise<void>
}

const REFUSALS: Partial<Record<Mood, [code: number, words: string]>> = {
  later: [450, 'mailbox busy, come back later'],
  never: [550, 'no such mailbox'],
}

/** A real mail server on this machine, stopped after the file's tests. */
export async function startSmtp(): Promise<Smtp> {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_, __, callback) => {
      smtp.offered += 1
      const refusal = REFUSALS[smtp.mood]
      smtp.onOffer().then(() => callback(refusal === undefined ? null : answer(...refusal)), callback)
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        if (smtp.mood === 'refuse_content')
          return callback(answer(554, `refused: ${/k=3D(\S+)|k=(\S+)/.exec(raw)?.[0]}`))
        if (smtp.mood === 'hang_up') return hangUp()
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((to) => to.address),
        }
        void PostalMime.parse(raw).then((email) => {
          smtp.received.push({ ...envelope, email, raw })
          if (smtp.mood === 'lose_answer') hangUp()
          else callback()
        })
      })
    },
  })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtp: Smtp = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    mood: 'take',
    offered: 0,
    onOffer: async () => undefined,
  }
  atEnd(async () => {
    hangUp()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return smtp
}

function answer(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code })
}
