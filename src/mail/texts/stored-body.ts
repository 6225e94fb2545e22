import { createHash } from 'node:crypto'
import type { MailBody } from './content.ts'

/** A body with the hash of its content: recipients with the same content share it. */
export type StoredBody = MailBody & { hash: Buffer }

export function storedBody(body: MailBody): StoredBody {
  const parts = JSON.stringify([body.subject, body.text_body, body.html_body, body.meeting, body.cancels])
  return { ...body, hash: createHash('sha256').update(parts).digest() }
}
