import { createHash } from 'node:crypto'
import type { MailBody } from './content.ts'

/** A body under the hash of what it says: all who are told the same share one. */
export type StoredBody = MailBody & { hash: Buffer }

export function storedBody(body: MailBody): StoredBody {
  const parts = JSON.stringify([body.subject, body.text_body, body.html_body, body.meeting, body.cancels])
  return { ...body, hash: createHash('sha256').update(parts).digest() }
}
